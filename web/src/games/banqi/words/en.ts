/** The words of Banqi in English. Pieces are named by their colour. */
import { plural } from '../../../words/plural.ts';
import type { Colour, Kind, Mode } from '../types.ts';

/** Refusals whose English wording is fixed by the rules; other languages translate them. */
type Fixed = Record<string, string>;

/** Why somebody won, as read by the winner, by somebody who lost and by a spectator; `name` is the winner's. */
export interface EndingWords {
  won: string;
  lost(name: string): string;
  seen(name: string): string;
}

/** What is specific to one rule set. */
export interface SetWords {
  /** Its name where it is chosen. */
  name: string;
  /** Its name in a sentence. */
  called: string;
  /** By preset id. */
  presets: Record<string, { label: string; help: string }>;
  /** The cards of the coach; one about the reader's own pieces waits until they have one. */
  coach: { title: string; text: string; about?: string }[];
}

export const words = {
  sides: ['First flip', 'Second', 'Third'],
  sidesOfTwo: ['First flip', 'Second'],
  colours: { red: 'Red', black: 'Black', green: 'Green' } as Record<Colour, string>,
  piece: (colour: Colour, kind: Kind) => `${colour} ${kind}`,
  kinds: {
    King: 'King',
    Guard: 'Guard',
    Minister: 'Minister',
    Rook: 'Rook',
    Horse: 'Horse',
    Cannon: 'Cannon',
    Pawn: 'Pawn',
  } as Record<Kind, string>,
  board: 'Banqi board',
  empty: (cell: string) => `${cell}, empty`,
  emptyGo: (cell: string) => `${cell}, empty, can be moved to`,
  faceDown: (cell: string) => `${cell}, face-down piece`,
  shown: (cell: string, piece: string) => `${cell}, ${piece}`,
  mine: (cell: string, piece: string, n: number) => `${cell}, your ${piece}, ${plural(n, '1 action', `${n} actions`)}`,
  target: (cell: string, piece: string) => `${cell}, ${piece}, can be taken`,
  selected: (cell: string, piece: string) => `${cell}, ${piece}, selected`,
  chosen: (piece: string, cell: string, moves: number, takes: number) =>
    `${piece} on ${cell}: ${plural(moves, '1 move', `${moves} moves`)}, ${plural(takes, '1 capture', `${takes} captures`)}`,
  deselect: 'Deselect',
  flipAt: (cell: string) => `Flip ${cell}`,
  flip: (name: string, cell: string, piece: string) => `${name} flips ${cell}: ${piece}.`,
  flipYou: (cell: string, piece: string) => `You flip ${cell}: ${piece}.`,
  move: (name: string, piece: string, from: string, to: string) => `${name} moves ${piece} ${from}-${to}.`,
  moveYou: (piece: string, from: string, to: string) => `You move ${piece} ${from}-${to}.`,
  take: (name: string, piece: string, target: string, to: string) => `${name} takes ${target} on ${to} with ${piece}.`,
  takeYou: (piece: string, target: string, to: string) => `You take ${target} on ${to} with ${piece}.`,
  jump: (name: string, from: string, target: string, to: string, screen: string) =>
    `${name}’s Cannon on ${from} takes ${target} on ${to}, jumping ${screen}.`,
  jumpYou: (from: string, target: string, to: string, screen: string) =>
    `Your Cannon on ${from} takes ${target} on ${to}, jumping ${screen}.`,
  assign: (name: string, colour: string) => `${name} is ${colour}.`,
  assignYou: (colour: string) => `You are ${colour}.`,
  noSide: 'Flip a piece to find your side',
  outCaptured: (colour: string) => `${colour} has no piece left and leaves the match.`,
  outStuck: (colour: string) => `${colour} cannot act and leaves the match; its pieces stay.`,
  outLeft: (colour: string) => `${colour} leaves the match with its player; its pieces stay.`,
  counter: 'No-capture counter',
  counterNow: (n: number) => `${plural(n, '1 action', `${n} actions`)} left until the draw`,
  quietNow: (n: number) => `A draw in ${n} if nobody flips or takes`,
  took: (n: number) => `took ${n}`,
  left: (n: number) => `${n} left`,
  out: 'out',
  stillDown: (n: number) => `Still face-down: ${n}`,
  marks: 'Sides have a mark and a ring: Red a disc, double ring; Black a square, single; Green a triangle, broken.',
  outShort: (colour: string) => `${colour} is out.`,
  promptFlip: 'flip a piece',
  promptAny: 'flip a piece, or move one of yours',
  promptMove: 'move one of your pieces',
  actions: (n: number) => plural(n, '1 action', `${n} actions`),
  endings: {
    'capture-all': { won: 'All enemy pieces captured.', lost: (name: string) => `${name} captured all your pieces.`, seen: (name: string) => `${name} captured all enemy pieces.` },
    elimination: { won: 'You are the last side left.', lost: (name: string) => `${name} is the last side left.`, seen: (name: string) => `${name} is the last side left.` },
    stalemate: { won: 'The other side cannot act.', lost: () => 'You cannot act.', seen: (name: string) => `Nobody but ${name} can act.` },
    resign: { won: 'The other side resigned.', lost: () => 'You resigned.', seen: (name: string) => `${name} wins because the other side resigned.` },
    timeout: { won: 'The other side ran out of time.', lost: () => 'You ran out of time.', seen: (name: string) => `${name} wins because the other side ran out of time.` },
  } as Record<string, EndingWords>,
  draws: {
    draw: (n: number) => `Draw: ${n} actions without a capture.`,
    'no-progress': (n: number) => `Draw: ${n} turns without a flip or capture.`,
    repetition: () => 'Draw: the same position came up three times.',
    'ply-cap': (n: number) => `Draw: the limit of ${n} turns is reached.`,
    agreement: () => 'The players agreed on a draw.',
  } as Record<string, (n: number) => string>,
  agreedYou: 'You agreed on a draw.',
  won: (name: string, colour: string) => `${name} wins as ${colour}.`,
  wonYou: (colour: string) => `You win as ${colour}.`,
  wonPlain: (name: string) => `${name} wins.`,
  wonPlainYou: 'You win.',
  drawn: 'The match is drawn.',
  remaining: (n: number) => plural(n, '1 piece left', `${n} pieces left`),
  because: {
    far: (piece: string, from: string, to: string) => `Your ${piece} on ${from} does not reach ${to}.`,
    rank: (piece: string, target: string) => `A ${piece} does not take a ${target}.`,
    line: (from: string, to: string) => `${from} and ${to} are not in one line.`,
    screen: (from: string, to: string) => `Between ${from} and ${to} there must be exactly one piece.`,
  },
  fixed: {} as Fixed,
  layout: 'Start',
  layoutValues: { corners: 'Four corners', scatter: 'Scattered' },
  guard: 'Guards step',
  guardValues: { orthogonal: 'Along lines', diagonal: 'Diagonally' },
  cannon: 'Cannons move',
  cannonValues: { step: 'One step', slide: 'Any distance' },
  counterOption: 'No-capture counter',
  noProgress: 'Draw without progress',
  repetition: 'Draw by repetition',
  off: 'Off',
  pieces: 'Pieces',
  only: (sets: string[]) => `Only in ${sets.join(', ')}`,
  sets: {
    classic: {
      name: 'Classic',
      called: 'Classic',
      presets: {
        usual: { label: 'Usual rules', help: 'Drawn after 60 turns without a flip or capture, or at the third repetition.' },
        classic: { label: 'No draws', help: 'Two players, ranks decide; no draws.' },
        olympiad: { label: 'Long game', help: 'Drawn after 180 turns without a flip or capture, or at the third repetition.' },
      },
      coach: [
        { title: 'Flip to begin', text: 'Tap any piece. What comes up first decides your colour.' },
        { title: 'Tap your piece', text: 'Dots show where it can go, red frames what it can take.', about: '.cell.can' },
        { title: 'Ranks', text: 'King, Guard, Minister, Rook, Horse, Cannon, Pawn. Equals take each other; a Pawn takes the King.' },
      ],
    },
    'three-kingdoms': {
      name: 'Three Kingdoms',
      called: 'Three Kingdoms',
      presets: {
        'three-kingdoms': { label: 'Usual rules', help: 'Three players, no ranks, a counter of 60.' },
        folk: { label: 'At home', help: 'Guards step diagonally, Cannons slide.' },
      },
      coach: [
        { title: 'Flip to begin', text: 'You get the side of the first piece you flip, unless somebody has it.' },
        { title: 'No ranks', text: 'Every piece takes every other. King and Rook slide, Minister and Horse jump.' },
        { title: 'The counter', text: 'It falls with every action that takes nothing. At 0 the match is drawn.' },
      ],
    },
    'hong-kong': {
      name: 'Hong Kong rules',
      called: 'Hong Kong rules',
      presets: {
        'hong-kong': { label: 'Usual rules', help: 'Drawn after 60 turns without a flip or capture, or at the third repetition.' },
        'hong-kong-plain': { label: 'No draws', help: 'Two players, the Rook above the Guard, no jumps; no draws.' },
        'hong-kong-long': { label: 'Long game', help: 'Drawn after 180 turns without a flip or capture, or at the third repetition.' },
      },
      coach: [
        { title: 'Flip to begin', text: 'Tap any piece. What comes up first decides your colour.' },
        { title: 'Tap your piece', text: 'Dots show where it can go, red frames what it can take.', about: '.cell.can' },
        { title: 'Ranks', text: 'King, Rook, Horse, Cannon, Guard, Minister, Pawn. Equals take each other; a Pawn takes the King. The Cannon does not jump.' },
      ],
    },
  } as Record<Mode, SetWords>,
};

export type BanqiWords = typeof words;
