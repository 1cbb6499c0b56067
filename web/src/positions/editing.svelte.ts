/** A position being set up: its text, its history, and whether it can be played. */
import type { PositionInfo } from '../gen/protocol.ts';
import { position, type Refused } from '../lib/api.ts';
import type { Chosen } from '../lib/choice.ts';

/** How many steps can be undone. */
const MOST_STEPS = 100;
/** How long to wait without a change before asking the server, in milliseconds. */
const PAUSE = 250;

export type Checked = { is: 'asked' } | { is: 'sound'; info: PositionInfo } | { is: 'over' } | { is: 'wrong'; code: string; message: string } | { is: 'offline' };

export class Editing {
  text = $state('');
  checked = $state.raw<Checked>({ is: 'asked' });
  #before: string[] = $state([]);
  #after: string[] = $state([]);
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #game: string;
  readonly #options: Chosen;
  readonly canUndo = $derived(this.#before.length > 0);
  readonly canRedo = $derived(this.#after.length > 0);

  constructor(game: string, text: string, options: Chosen) {
    this.#game = game;
    this.#options = options;
    this.text = text;
    void this.#check();
  }

  edit = (text: string): void => {
    if (text === this.text) return;
    this.#before = [...this.#before, this.text].slice(-MOST_STEPS);
    this.#after = [];
    this.#show(text);
  };

  undo = (): void => {
    const text = this.#before.at(-1);
    if (text === undefined) return;
    this.#after = [...this.#after, this.text];
    this.#before = this.#before.slice(0, -1);
    this.#show(text);
  };

  redo = (): void => {
    const text = this.#after.at(-1);
    if (text === undefined) return;
    this.#before = [...this.#before, this.text];
    this.#after = this.#after.slice(0, -1);
    this.#show(text);
  };

  close(): void {
    clearTimeout(this.#timer);
  }

  #show(text: string): void {
    this.text = text;
    this.checked = { is: 'asked' };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#check(), PAUSE);
  }

  async #check(): Promise<void> {
    const { text } = this;
    const checked = await position({ game: this.#game, options: this.#options, text }).then(
      (info): Checked => (info.awaiting.must.length > 0 ? { is: 'sound', info } : { is: 'over' }),
      ({ code, message }: Refused): Checked => (code === 'page.offline' ? { is: 'offline' } : { is: 'wrong', code, message }),
    );
    // The text may have changed by now.
    if (text === this.text) this.checked = checked;
  }
}
