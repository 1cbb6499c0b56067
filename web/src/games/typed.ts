/**
 * Typing the name of a cell: a letter, then a digit. Some letters are shortcuts of the table too; such a letter acts as
 * one when no digit follows it.
 */

/** So long a letter waits for its digit. */
const WAIT = 600;

export class Typed {
  #letter: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** A letter was typed; `above` is an element outside of what listens to cells. */
  type(letter: string, above: () => EventTarget | null | undefined): void {
    clearTimeout(this.#timer);
    this.#letter = letter;
    this.#timer = setTimeout(() => {
      this.#letter = null;
      above()?.dispatchEvent(new KeyboardEvent('keydown', { key: letter, bubbles: true, cancelable: true }));
    }, WAIT);
  }

  /** The letter before this digit; null if there was none. */
  take(): string | null {
    clearTimeout(this.#timer);
    const letter = this.#letter;
    this.#letter = null;
    return letter;
  }
}
