/**
 * Typing the name of a cell: a letter, then a digit. Some letters are also shortcuts of the table; such a letter acts
 * as one if no digit follows.
 */

/** How long a letter waits for its digit, in milliseconds. */
const WAIT = 600;

export class Typed {
  #letter: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Takes a typed letter; `above` is an element outside the one that listens for cells. */
  type(letter: string, above: () => EventTarget | null | undefined): void {
    clearTimeout(this.#timer);
    this.#letter = letter;
    this.#timer = setTimeout(() => {
      this.#letter = null;
      above()?.dispatchEvent(new KeyboardEvent('keydown', { key: letter, bubbles: true, cancelable: true }));
    }, WAIT);
  }

  /** Returns the letter before this digit; null if there was none. */
  take(): string | null {
    clearTimeout(this.#timer);
    const letter = this.#letter;
    this.#letter = null;
    return letter;
  }
}
