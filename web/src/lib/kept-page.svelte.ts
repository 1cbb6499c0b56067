/** Lets the browser store the page, so that it works without a connection, and notices new editions. */
import { isOffline, root } from './edition.ts';

let next = $state.raw<ServiceWorker | null>(null);

/** Whether a new edition is waiting to be loaded. */
export const hasNewEdition = (): boolean => next !== null;

/** Loads the new edition. Tables are kept and stay open. */
export function loadNewEdition(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload());
  next?.postMessage('load the new edition');
}

/** Puts the new edition off: it is offered again at the next visit. */
export function leaveEdition(): void {
  next = null;
}

/** Stores the page, and its large files when there is time. */
export async function keepPage(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    const kept = await navigator.serviceWorker.register(new URL('service-worker.js', root()));
    void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage('there is time'));
    // A page from a server is always the newest.
    if (!isOffline) return;
    const notice = () => {
      // The first edition has no older one to replace.
      if (kept.waiting && navigator.serviceWorker.controller) next = kept.waiting;
    };
    notice();
    kept.addEventListener('updatefound', () => kept.installing?.addEventListener('statechange', notice));
  } catch {
    // Without the service worker the page needs its host; nothing else changes.
  }
}
