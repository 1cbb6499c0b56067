/** The page as the browser keeps it: it works without a connection, and says when a new edition is there. */
import { isOffline, root } from './edition.ts';

let next = $state.raw<ServiceWorker | null>(null);

/** Whether a new edition waits to be loaded. */
export const hasNewEdition = (): boolean => next !== null;

/** Loads it. Tables are kept, and open in it. */
export function loadNewEdition(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload());
  next?.postMessage('load the new edition');
}

/** Not now: it is told again at the next visit. */
export function leaveEdition(): void {
  next = null;
}

/** Keeps the page, and what is large when there is time for it. */
export async function keepPage(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    const kept = await navigator.serviceWorker.register(new URL('service-worker.js', root()));
    void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage('there is time'));
    // A server's page is the newest at every visit.
    if (!isOffline) return;
    const notice = () => {
      // The first one has nobody to take over from.
      if (kept.waiting && navigator.serviceWorker.controller) next = kept.waiting;
    };
    notice();
    kept.addEventListener('updatefound', () => kept.installing?.addEventListener('statechange', notice));
  } catch {
    // Without it the page needs its host, and nothing else changes.
  }
}
