/** Banqi as the table page sees it. */
import type { Outcome, Problem } from '../../gen/protocol.ts';
import { paced, type GameFace, type Refusal, type ResultFace, type Scene } from '../contract.ts';
import Badge from './Badge.svelte';
import Board from './Board.svelte';
import { MARKS } from './marks.ts';
import { duration } from './motion.ts';
import Tray from './Tray.svelte';
import { rulesOf } from './sets/index.ts';
import { cellName, colourOf, type Action, type Event, type Chosen, type Piece, type View } from './types.ts';
import { WORDS } from './words.ts';

function sentence(event: Event, { language, you, sitters, options: { mode } }: Scene<Chosen>): string | null {
  const words = WORDS[language];
  const name = (seat: number) => sitters[seat]?.called ?? '';
  const called = (piece: Piece) => words.piece(colourOf(piece.faction), piece.type);
  const join = (lines: string[]) => lines.join(language === 'en' ? ' ' : '');
  switch (event.type) {
    case 'FLIPPED': {
      const { seat, at, piece, assigned } = event;
      const cell = cellName(at, mode);
      const first = seat === you ? words.flipYou(cell, called(piece)) : words.flip(name(seat), cell, called(piece));
      const sides = assigned.map((got) => {
        const colour = words.colours[colourOf(got.faction)];
        return got.seat === you ? words.assignYou(colour) : words.assign(name(got.seat), colour);
      });
      return join([first, ...sides]);
    }
    case 'MOVED': {
      const [from, to] = [cellName(event.from, mode), cellName(event.to, mode)];
      const piece = called(event.piece);
      return event.seat === you ? words.moveYou(piece, from, to) : words.move(name(event.seat), piece, from, to);
    }
    case 'CAPTURED': {
      const [from, to] = [cellName(event.from, mode), cellName(event.to, mode)];
      const [piece, taken] = [called(event.piece), called(event.taken)];
      if (event.screen !== null) {
        const screen = cellName(event.screen, mode);
        return event.seat === you ? words.jumpYou(from, taken, to, screen) : words.jump(name(event.seat), from, taken, to, screen);
      }
      return event.seat === you ? words.takeYou(piece, taken, to) : words.take(name(event.seat), piece, taken, to);
    }
    case 'FACTION_OUT': {
      const colour = words.colours[colourOf(event.faction)];
      if (event.why === 'captured') return words.outCaptured(colour);
      return event.why === 'stalemate' ? words.outStuck(colour) : words.outLeft(colour);
    }
    case 'SEAT_LEFT':
    case 'GAME_OVER':
      // Shown by the table page.
      return null;
  }
}

/** The bold line is the fixed message; the second one names the pieces and cells that were tried. */
function refusal({ code, message }: Problem, { language, attempt }: Scene<Chosen>): Refusal | null {
  if (!code.startsWith('banqi.') || code === 'banqi.not_your_turn') return null;
  const words = WORDS[language];
  const title = words.fixed[message] ?? message;
  const original = words.fixed[message] ? message : undefined;
  const action = attempt?.action as Action | undefined;
  const view = attempt?.view as View | undefined;
  if (!action || !view || action.type === 'FLIP') return { title, original };
  const [from, to] = [cellName(action.from, view.mode), cellName(action.to, view.mode)];
  const called = (index: number) => {
    const piece = view.cells[index]?.piece;
    return piece ? words.piece(colourOf(piece.faction), piece.type) : '';
  };
  const reasons: Record<string, string> = {
    'banqi.destination_not_adjacent': words.because.far(called(action.from), from, to),
    'banqi.target_not_adjacent': words.because.far(called(action.from), from, to),
    'banqi.rank_too_low': words.because.rank(called(action.from), called(action.to)),
    'banqi.king_on_pawn': words.because.rank(called(action.from), called(action.to)),
    'banqi.cannon_not_in_line': words.because.line(from, to),
    'banqi.cannon_screen': words.because.screen(from, to),
    'banqi.cannon_adjacent': words.because.screen(from, to),
  };
  return { title, original, reason: reasons[code] };
}

/** Why nobody won. Players read that they themselves agreed to a draw. */
function drawn({ reason }: Outcome, { options }: View, { language, you }: Scene<Chosen>): string {
  const words = WORDS[language];
  if (reason === 'agreement' && you !== null) return words.agreedYou;
  const limit = { draw: options.counter, 'no-progress': options.noProgress, 'ply-cap': options.plyCap }[reason as string];
  return words.draws[reason]?.(Number(limit)) ?? words.drawn;
}

/** Why somebody won, from the reader's side. With three seats, another loser need not be the one who could not go on. */
function won({ reason, winners: [winner] }: Outcome, view: View, { language, you, sitters }: Scene<Chosen>): string {
  const ending = WORDS[language].endings[reason];
  const name = sitters[winner!]?.called ?? '';
  if (!ending) return '';
  if (winner === you) return ending.won;
  const isOwn = you !== null && (view.seats.length === 2 || reason === 'capture-all');
  return isOwn ? ending.lost(name) : ending.seen(name);
}

function result(outcome: Outcome, view: View, scene: Scene<Chosen>): ResultFace {
  const { language, you, sitters } = scene;
  const words = WORDS[language];
  const [winner] = outcome.winners;
  if (winner === undefined) {
    const reason = drawn(outcome, view, scene);
    return { reason, facts: [], sentence: reason };
  }
  const reason = won(outcome, view, scene);
  const faction = view.seats[winner]?.faction ?? null;
  const alive = view.factions.find(({ owner }) => owner === winner)?.alive;
  const name = sitters[winner]?.called ?? '';
  const said = faction
    ? winner === you
      ? words.wonYou(words.colours[colourOf(faction)])
      : words.won(name, words.colours[colourOf(faction)])
    : winner === you
      ? words.wonPlainYou
      : words.wonPlain(name);
  return { reason, facts: alive === undefined ? [] : [words.remaining(alive)], sentence: said };
}

export const face: GameFace<View, Action, Event, Chosen> = {
  Board,
  Badge,
  Facts: () => import('./Facts.svelte'),
  Tray,
  seat(view, seat, language) {
    const words = WORDS[language];
    const own = view.seats[seat];
    const side = view.factions.find(({ owner }) => owner === seat);
    if (!own?.faction) return { note: own?.out ? words.out : undefined };
    const colour = colourOf(own.faction);
    const took = side?.taken.reduce((sum, { count }) => sum + count, 0) ?? 0;
    const note = own.out ? words.out : `${words.left(side?.alive ?? 0)} · ${words.took(took)}`;
    return { role: words.colours[colour], mark: MARKS[colour], note };
  },
  sentence,
  prompt(view, actions, language) {
    const words = WORDS[language];
    const isFree = view.seats[view.turn ?? -1]?.faction === null;
    if (isFree) return words.noSide;
    const canFlip = actions.some(({ action }) => action.type === 'FLIP');
    const canMove = actions.some(({ action }) => action.type !== 'FLIP');
    return canFlip ? (canMove ? words.promptAny : words.promptFlip) : words.promptMove;
  },
  refusal,
  result,
  duration: (events, _, __, { settings }) => paced(duration(events), settings),
  cue: (event) => (event.type === 'FLIPPED' || event.type === 'MOVED' ? 'flip' : event.type === 'CAPTURED' ? 'capture' : null),
  isMilestone: (event) => event.type === 'CAPTURED',
  coach(language, options) {
    const { coach } = WORDS[language].sets[rulesOf(options.mode).id];
    const isTurn = (view: View, seat: number) => view.turn === seat;
    const acts = (own: readonly Event[]) => own.some(({ type }) => type === 'FLIPPED' || type === 'MOVED' || type === 'CAPTURED');
    return coach.map((card) => {
      if (!card.about) return { ...card, isDue: isTurn, isDone: acts };
      // Due when one of the reader's own pieces can act.
      return {
        ...card,
        isDue: (view, seat, actions) => isTurn(view, seat) && actions.some(({ action }) => action.type !== 'FLIP'),
        isDone: (own) => own.some(({ type }) => type === 'MOVED' || type === 'CAPTURED'),
      };
    });
  },
  rarity: (events) => (events.some((event) => event.type === 'CAPTURED' && event.screen !== null && event.taken.type === 'King') ? 'king' : null),
  aspect({ mode }, room, { direction }) {
    const { columns, rows } = rulesOf(mode);
    // The two rims are 38 px together, on a board about 700 px long.
    const tall = (columns + 0.45) / (rows + 0.45);
    const isWide = direction === 'wide' || (direction === 'auto' && room.width > room.height);
    return isWide ? 1 / tall : tall;
  },
};
