/** A whole game of each kind against the computer, in the browsers that are not Chromium. */
import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest';
import { ENGINES, Guest, type EngineName } from './engines.ts';
import { TestServer } from './harness.ts';
import { openTable, type Wanted } from './opening.ts';
import { actUntil, isReady, until } from './standing.ts';

interface Smoke {
  game: string;
  /** The computers at the other seats. */
  others: string[];
  /** So that the game is short. */
  options?: Wanted['options'];
  /** What must have a size. */
  board: string;
  /** Makes one move; called when it is the person's turn and nothing moves, again if the first was not heard. */
  move(guest: Guest): Promise<void>;
}

/** Some with the mouse and some with keys, so that every engine shows both. */
const SMOKES: Smoke[] = [
  {
    game: 'othello',
    others: ['random'],
    board: '[role=grid]',
    move: async (guest) => guest.click((await guest.has('.cell.legal')) ? '.cell.legal' : '.offers .btn'),
  },
  {
    game: 'banqi',
    others: ['random'],
    options: { mode: 'classic', noProgress: 60, repetition: 3 },
    board: '[role=grid]',
    move: async (guest) => {
      await guest.reach('[role=gridcell]');
      await guest.press('Escape', 'n', 'Enter');
      if (await guest.has('[role=gridcell][aria-selected=true]')) await guest.press('n', 'Enter');
    },
  },
  {
    game: 'nine',
    others: ['medium'],
    board: '.nine',
    move: async (guest) => {
      await guest.reach('[data-card]');
      const card = await guest.look(() => document.querySelector<HTMLElement>('.pick:not(.used)')!.dataset.card!);
      const isTaken = () => guest.has(`.pick.selected[data-card="${card}"]`);
      // The result may be read for as long as one likes, or not: Enter ends it, and the same key takes no card then.
      if (await guest.has('[data-stage=result]')) await guest.press('Enter');
      if (!(await isTaken())) await guest.press(card);
      await until('the card to be taken up', isTaken, guest.table);
      await guest.press('Enter');
    },
  },
  {
    game: 'may-i',
    others: ['random', 'random'],
    options: { startRound: 6, maxTurns: 20 },
    board: '.board',
    move: async (guest) => {
      if (await guest.has('[data-act=allow]')) return guest.click('[data-act=allow]');
      if (await guest.has('[data-pile=stock][aria-disabled=false]')) return guest.click('[data-pile=stock]');
      if (!(await guest.has('[data-card][aria-pressed=true]'))) await guest.click('[data-card]');
      await guest.click('[data-act=discard]');
    },
  },
  {
    game: 'nine-ball',
    others: ['potter'],
    options: { raceTo: 1 },
    board: '[data-surface] canvas',
    move: async (guest) => {
      await guest.reach('[data-surface]');
      // What has just appeared heeds no press, and the aim is the first shot of the list.
      await guest.waitFor('.nineball[data-rested=true]');
      if (await guest.has('[data-mode=place]')) return guest.press('Enter');
      await guest.waitFor('.nineball[data-listed]');
      await until('what is foretold', async () => (await guest.table.look()).asked === 0 && guest.has('.nineball:not([data-predicted=""])'), guest.table);
      await guest.holdKey('Enter', (now, before) => now.version > before.version || now.mode !== before.mode);
    },
  },
];

/** Sits down at a table that was opened for the guest. */
async function begin(guest: Guest, server: TestServer, { game, others, options }: Smoke): Promise<void> {
  const players = [null, ...others];
  const { table, token } = await openTable(server, { game, options, seats: players.length, players });
  await guest.look((seat) => localStorage.setItem('baize.seats', JSON.stringify([seat])), { table, token, game, at: 0 });
  await guest.engine.goto(`${server.url}/t/${table}`);
  await guest.waitFor('[data-phase=playing]');
}

/** Plays until the game is over. */
async function playOut(guest: Guest, { move }: Smoke): Promise<void> {
  for (;;) {
    const now = await until('a turn', async () => {
      const now = await guest.table.look();
      return now.phase === 'over' || isReady(now) ? now : null;
    }, guest.table);
    if (now.phase === 'over') return;
    await actUntil('the move to count', guest.table, () => move(guest));
  }
}

for (const name of Object.keys(ENGINES) as EngineName[]) {
  describe(name, () => {
    let server: TestServer;
    let guest: Guest;
    beforeAll(async () => {
      server = await TestServer.start();
      guest = await Guest.arrive(name);
      await guest.engine.goto(`${server.url}/about`);
      await guest.look(() => {
        const coached = ['othello', 'banqi', 'nine', 'may-i', 'nine-ball'];
        localStorage.setItem('baize.settings', JSON.stringify({ animation: 'off', pace: 'instant', sound: false, coached }));
      });
    });
    afterAll(async () => {
      await guest?.engine.close();
      await server?.stop();
    });

    it('tells what goes wrong in a page', async () => {
      await guest.look(() => void setTimeout(() => document.querySelector('nothing')!.remove()));
      await until('the error', async () => (await guest.engine.errors()).length > 0);
    });

    for (const smoke of SMOKES) {
      it(`plays ${smoke.game} to its end`, async () => {
        onTestFailed(() => guest.shoot(`${smoke.game}-${name.toLowerCase()}-failed`));
        await begin(guest, server, smoke);
        await guest.waitFor(smoke.board);
        const size = await guest.look((board) => document.querySelector(board)!.getBoundingClientRect(), smoke.board);
        expect(Math.min(size.width, size.height)).toBeGreaterThan(200);
        await playOut(guest, smoke);
        await guest.waitFor('[data-result]');
        await guest.shoot(`${smoke.game}-${name.toLowerCase()}`);
        expect(await guest.engine.errors()).toEqual([]);
      });
    }
  });
}
