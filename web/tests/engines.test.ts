/** A whole game of each kind against the computer, in the browsers that are not Chromium. */
import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest';
import { ENGINES, Guest, until, type EngineName } from './engines.ts';
import { TestServer } from './harness.ts';

interface Smoke {
  game: string;
  level: string;
  preset?: string;
  /** An option and its value, so that the game is short. */
  short?: { option: string; value: string };
  /** What must have a size. */
  board: string;
  /** Makes one move; called only when it is the person's turn and nothing moves. */
  move(guest: Guest): Promise<void>;
}

/** Some with the mouse and some with keys, so that every engine shows both. */
const SMOKES: Smoke[] = [
  {
    game: 'othello',
    level: 'random',
    board: '[role=grid]',
    move: async (guest) => guest.click((await guest.has('.cell.legal')) ? '.cell.legal' : '.offers .btn'),
  },
  {
    game: 'banqi',
    level: 'random',
    preset: 'tournament',
    board: '[role=grid]',
    move: async (guest) => {
      await guest.reach('[role=gridcell]');
      await guest.press(['Escape', 'n', 'Enter']);
      if (await guest.has('[role=gridcell][aria-selected=true]')) await guest.press(['n', 'Enter']);
    },
  },
  {
    game: 'nine',
    level: 'medium',
    board: '.nine',
    move: async (guest) => {
      await guest.reach('[data-card]');
      const card = await guest.look(() => document.querySelector<HTMLElement>('.pick.available:not([aria-disabled=true])')!.dataset.card!);
      await guest.press([card, 'Enter']);
      await guest.waitFor(`.pick.used[data-card="${card}"]`);
      // The result may be read for as long as one likes, or not.
      if (await guest.has('[data-stage=result]')) await guest.press(['Enter']);
    },
  },
  {
    game: 'may-i',
    level: 'random',
    preset: 'last',
    short: { option: 'A round ends after', value: '20' },
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
    level: 'potter',
    short: { option: 'Length of the match', value: '1' },
    board: '[data-surface] canvas',
    move: async (guest) => {
      await guest.reach('[data-surface]');
      if (await guest.has('[data-mode=place]')) return guest.press(['Enter']);
      const isBreak = await guest.has('[data-power][aria-valuetext^="9"]');
      if (!isBreak) await guest.press(['n']);
      await guest.waitFor('.nineball:not([data-predicted=""])');
      await guest.press(['Enter'], 400);
    },
  },
];

/** Chooses from a list, in the page: lists open in windows of the system, where no driver can follow. */
function choose({ option, value }: { option: string; value: string }): void {
  const labels = [...document.querySelectorAll('details label')];
  const select = labels.find((each) => each.querySelector('.label')!.textContent === option)!.querySelector('select')!;
  select.value = value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Sets up a game on its page and begins it. */
async function begin(guest: Guest, server: TestServer, { game, level, preset, short }: Smoke): Promise<void> {
  await guest.engine.goto(`${server.url}/games/${game}?with=computer`);
  await guest.click(`input[name=level][value=${level}]`);
  if (preset) await guest.click(`input[name=preset][value=${preset}]`);
  if (short) await guest.look(choose, short);
  await guest.click('form button[type=submit]');
  await guest.waitFor('[data-phase=playing]');
}

/** Plays until the game is over. */
async function playOut(guest: Guest, { move }: Smoke): Promise<void> {
  const look = () =>
    guest.look(() => {
      const { phase, turn, moving, version } = document.querySelector<HTMLElement>('[data-phase]')!.dataset;
      return { isOver: phase === 'over', isReady: turn === 'true' && moving === 'false', version: Number(version) };
    });
  for (;;) {
    const { isOver, version } = await until('a turn', async () => {
      const now = await look();
      return now.isOver || now.isReady ? now : null;
    });
    if (isOver) return;
    await move(guest);
    await until('the move to count', async () => (await look()).version > version);
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
        localStorage.setItem('baize.settings', JSON.stringify({ animation: 'off', sound: false, coached }));
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
