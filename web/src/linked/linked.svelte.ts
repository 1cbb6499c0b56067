/** A game that is not stored anywhere: provides what the parts of a page need to show it, as a desk does for a table. */
import type { AnyChosen, AnyEvent, AnyView } from '../gen/games.ts';
import type { BoardProps, GameFace, Refusal, Sitter } from '../games/contract.ts';
import type { AskRecord, LinkedGame, Problem } from '../gen/protocol.ts';
import { linked } from '../lib/api.ts';
import { say } from '../lib/announce.svelte.ts';
import { Floor } from '../lib/floor.svelte.ts';
import { language, words } from '../lib/language.svelte.ts';
import { settings } from '../lib/settings.svelte.ts';
import { play as playSound } from '../lib/sound.ts';
import { Replay } from '../table/replay.svelte.ts';
import { told } from './words.ts';

export class Linked {
  readonly asked: AskRecord;
  readonly game: LinkedGame;
  readonly face: GameFace;
  readonly replay: Replay;
  readonly plies: number;
  readonly table: { id: string; whole: string | null; seat: number | null; info: { game: string; options: AnyChosen } };
  readonly #floor = new Floor();
  /** The events so far, by move number. */
  #told = $state.raw<Record<number, AnyEvent[]>>({});

  constructor(asked: AskRecord, game: LinkedGame, face: GameFace) {
    this.asked = asked;
    this.game = game;
    this.face = face;
    this.plies = game.plies;
    this.table = { id: '', whole: game.link ?? null, seat: null, info: { game: game.game, options: game.options as AnyChosen } };
    this.replay = new Replay(async (from) => {
      const { frames } = await linked({ ...asked, from });
      this.#told = { ...this.#told, ...Object.fromEntries(frames.map(({ ply, events }) => [ply, events])) };
      return { frames };
    }, undefined);
    this.replay.pace((events: AnyEvent[], before: AnyView | null, after: AnyView | null) => face.duration(events, before, after, { settings, sitters: this.sitters, isLive: false }));
  }

  get beats() {
    return this.replay.beats;
  }

  get sitters(): Sitter[] {
    return Array.from({ length: this.game.seats }, (_, seat) => {
      const name = this.game.players[seat] || told().seat(seat + 1);
      return { seat, name, short: name, called: name, isComputer: false, isYou: false, isHere: true };
    });
  }

  explain(problem: Problem): Refusal {
    return { title: words().refusals[problem.code] ?? problem.message };
  }

  /** The board's props, for showing the game; what can be tried comes from its review. */
  props(): Omit<BoardProps, 'reviewed' | 'hint' | 'actions' | 'act'> {
    const own = this;
    return {
      get view() {
        return own.beats.view!;
      },
      get beat() {
        return own.beats.beat;
      },
      seat: null,
      get sitters() {
        return own.sitters;
      },
      complete: true,
      awaiting: { must: [], may: [] },
      deadline: () => null,
      options: own.game.options as AnyChosen,
      get result() {
        return own.replay.ply === own.plies && own.beats.beat === null ? (own.game.result ?? null) : null;
      },
      isLive: false,
      settings,
      get language() {
        return language();
      },
      ask: async () => {
        throw { code: 'page.linked', message: 'nobody is there to answer', details: null };
      },
      say,
      refuse: () => {},
      cue: (cue, loudness) => playSound(cue, loudness),
      skip: () => own.beats.skip(),
      remark: () => {},
      timeLeft: () => null,
      table: 'linked',
      get past() {
        return Array.from({ length: own.replay.ply ?? 0 }, (_, index) => own.#told[index + 1] ?? []).flat();
      },
      isShared: false,
      caption: () => {},
      renew: async () => {},
      waiting: null,
      pending: null,
      isFirstMove: false,
      floor: own.#floor,
      shown: {},
      show: () => {},
      pass: () => {},
      seen: () => {},
      hurry: () => own.beats.skip(),
      hold: () => {},
      thinking: () => null,
      mood: () => 'calm' as const,
      offer: () => {},
    };
  }

  close(): void {
    this.replay.pause();
    this.#floor.close();
  }
}
