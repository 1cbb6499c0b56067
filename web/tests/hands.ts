/** Ways to press things on a board. */
import type { Locator } from 'playwright-core';

export type How = 'mouse' | 'keyboard';

/** An action of some game. */
export type Action = Record<string, any>;

/** Presses something as a person with a mouse or with a keyboard would. */
export async function press(target: Locator, how: How): Promise<void> {
  // Unavailable actions are marked as such and still respond; anything else must be free to be clicked.
  if (how === 'mouse') await target.click({ force: (await target.getAttribute('aria-disabled')) === 'true' });
  else await target.press('Enter');
}
