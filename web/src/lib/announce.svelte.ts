/** Announcements for screen readers. One live region waits its turn, the other interrupts. */

/** The shortest pause between polite lines, in milliseconds; lines that wait are joined. */
const PAUSE = 700;

export const spoken = $state({ polite: '', now: '' });

let waiting: string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let last = 0;

/** Announces a line. */
export function say(text: string, how: 'polite' | 'now' = 'polite'): void {
  if (text === '') return;
  if (how === 'now') {
    // A screen reader repeats the same text only if something about it changes.
    spoken.now = spoken.now === text ? `${text}\u00a0` : text;
    return;
  }
  waiting.push(text);
  if (timer === undefined) timer = setTimeout(speak, Math.max(0, last + PAUSE - Date.now()));
}

function speak(): void {
  timer = undefined;
  last = Date.now();
  const text = waiting.join(' ');
  waiting = [];
  spoken.polite = spoken.polite === text ? `${text}\u00a0` : text;
}
