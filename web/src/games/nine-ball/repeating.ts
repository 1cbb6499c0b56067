/** Buttons that turn the aim: once when pressed, and repeatedly while held. */
import type { Preparation } from './stroke.svelte.ts';

export interface Turning {
  shot: Preparation;
  /** 1 turns to the left, -1 to the right. */
  sign: 1 | -1;
  isOff: () => boolean;
  /** Called when the keyboard has turned it. */
  onkey: () => void;
}

export function repeating(node: HTMLElement, { shot, sign, isOff, onkey }: Turning) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  const down = (event: PointerEvent) => {
    if (isOff() || event.button > 0) return;
    const step = event.shiftKey ? 0.01 : event.ctrlKey ? 1 : 0.1;
    const again = (wait: number) => {
      shot.turn(sign * step);
      timer = setTimeout(() => again(60), wait);
    };
    again(380);
  };
  // The pointer has already turned it; a click only needs to handle the keyboard.
  const click = (event: MouseEvent) => {
    if (isOff() || event.detail > 0) return;
    shot.turn(sign * (event.shiftKey ? 0.01 : 0.1));
    onkey();
  };
  node.addEventListener('pointerdown', down);
  node.addEventListener('click', click);
  for (const name of ['pointerup', 'pointerleave', 'pointercancel']) node.addEventListener(name, stop);
  return { destroy: stop };
}
