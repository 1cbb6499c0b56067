/** The scripts' own way to act, at a table that is not there. */
import { describe, expect, it } from 'vitest';
import { actUntil, type Standing } from './standing.ts';

const STANDING: Standing = { phase: 'playing', version: 1, isTurn: true, isMoving: false, asked: 0, mode: null, link: null, refusal: null, dialog: null, focus: null };

/** A table that notices the first press only when it is pressed again, and then has nothing left to press. */
function slowTable() {
  let [presses, version] = [0, 1];
  const where = { look: async () => ({ ...STANDING, version }) };
  const press = async () => {
    presses += 1;
    if (presses === 1) return;
    version = 2;
    throw new TypeError('there is no card to press');
  };
  return { where, press };
}

describe('acting until the table has changed', () => {
  it('is done when an earlier press took effect while the next one was made', async () => {
    const { where, press } = slowTable();
    await actUntil('the move to count', where, press);
  });

  it('tells why nothing can be pressed, if nothing has changed', async () => {
    const where = { look: async () => STANDING };
    const press = async () => {
      throw new TypeError('there is no card to press');
    };
    await expect(actUntil('the move to count', where, press)).rejects.toThrow('no card');
  });

  it('reports a failed assertion, even if the table has changed', async () => {
    let presses = 0;
    const where = { look: async () => ({ ...STANDING, version: presses > 1 ? 2 : 1 }) };
    const press = async () => {
      presses += 1;
      expect(presses).toBe(1);
    };
    await expect(actUntil('the move to count', where, press)).rejects.toThrow('expected 2');
  });
});
