/** The log in words: every step of a table as sentences in the reader's language. */
import type { AnyEvent, AnyChosen } from '../gen/games.ts';
import type { GameFace, Scene, Sitter } from '../games/contract.ts';
import type { Step } from '../gen/protocol.ts';
import { isPersona, personaCalled } from '../lib/cast.ts';
import { isDeed } from '../lib/deeds.ts';
import type { Language } from '../lib/language.svelte.ts';
import type { ShellWords } from '../words/en.ts';
import { computerName } from '../lib/sitters.ts';
import { said } from './words.ts';

export interface Line {
  version: number;
  /** The number of actions made up to and including it; null if it is not an action. */
  ply: number | null;
  /** The move's number in the list; two cards that are revealed together count as one. */
  number?: number;
  /** How many milliseconds the action took; null where that means nothing. */
  took: number | null;
  kind: 'move' | 'note' | 'chat';
  text: string;
  /** Who said it, for chat. */
  seat: number | null;
  isMilestone: boolean;
  /** Whether the action was taken back: it has no number any more. */
  isTakenBack?: boolean;
}

export interface Reader {
  face: GameFace | null;
  language: Language;
  words: ShellWords;
  sitters: Sitter[];
  you: number | null;
  options: AnyChosen;
}

/** The text of a step that does not come from the game. */
function told(step: Step, { words, sitters, you, language }: Reader): string | null {
  const { event } = step;
  const name = (seat: number) => sitters[seat]?.called ?? '';
  switch (event.type) {
    case 'JOINED':
      return words.joined(name(event.seat));
    case 'STOOD':
      return words.left(sitters[event.seat]?.called ?? words.person);
    case 'STARTED':
      return words.started;
    case 'LEFT':
      if (event.why === 'resign') return event.seat === you ? words.resignedYou : words.resigned(name(event.seat));
      return event.seat === you ? words.timeOutYou : words.timeOut(name(event.seat));
    case 'PROPOSED': {
      const { by, what } = event.proposal;
      if (what.type === 'DRAW') return by === you ? said().drawAskYou : said().drawAsk(name(by));
      if (what.type === 'FILL_IN') return words.fillInAsk(name(by), name(what.seat));
      return by === you ? words.takebackAskYou : words.takebackAsk(name(by));
    }
    case 'AGREED':
      return words.agreed(name(event.seat));
    case 'DECLINED':
      return words.declined(name(event.seat));
    case 'TAKEN_BACK':
      return event.seat === you ? words.takenBackYou : words.takenBack(name(event.seat));
    case 'FILLED_IN':
      return words.filledIn(name(event.seat), isPersona(event.persona) ? personaCalled(event.persona, language) : computerName(event.player, words));
    case 'RETURNED':
      return words.returned(name(event.seat));
    case 'REMATCH_ASKED':
      return words.rematchAsk(name(event.seat));
    case 'REMATCH':
      return words.rematchReady;
    case 'CLOSED':
      return said().tableFull;
    case 'OPENED':
    case 'READY':
    case 'LINK_CHANGED':
    case 'ACTED':
    case 'DRAWN':
    case 'CHAT':
    case 'REACTED':
    case 'WOKEN':
    case 'RESTED':
    case 'HINTED':
      return null;
  }
}

/** The game's sentences about some events, joined. */
export function sentences(events: AnyEvent[], actor: number | null, reader: Reader): string {
  const { face, language, sitters, you, options } = reader;
  if (!face) return '';
  const scene: Scene = { language, actor, you, sitters, options, events };
  if (face.story) return face.story(events, scene);
  const said = events.map((event) => face.sentence(event, scene)).filter((text) => text !== null);
  return said.join(language === 'en' ? ' ' : '');
}

/** One step in words; null if it is not listed. */
export function lineOf(step: Step, reader: Reader, ply: number, took: number | null): Line | null {
  const { event, version } = step;
  const base = { version, ply: null, took: null, seat: null, isMilestone: false };
  if (event.type === 'CHAT') return { ...base, kind: 'chat', seat: event.seat, text: event.text };
  if (event.type === 'REACTED') {
    return { ...base, kind: 'chat', seat: event.seat, text: reader.words.reactions[event.reaction] ?? event.reaction };
  }
  if (event.type === 'ACTED') {
    let text = sentences(event.events, event.seat, reader);
    if (event.by === 'clock') text = `${reader.words.byClock(reader.sitters[event.seat]?.called ?? '')} ${text}`;
    if (text === '') return null;
    const isMilestone = event.events.some((one) => reader.face?.isMilestone?.(one) ?? false);
    return { ...base, kind: 'move', ply, took, seat: event.seat, text, isMilestone };
  }
  const own = told(step, reader);
  const game = event.type === 'LEFT' || event.type === 'DRAWN' ? sentences(event.events, event.seat, reader) : '';
  const text = [own, game].filter(Boolean).join(' ');
  if (text === '') return null;
  return { ...base, ply: event.type === 'LEFT' || event.type === 'DRAWN' ? ply : null, kind: 'note', text };
}

/** The whole log. */
export function linesOf(steps: Step[], reader: Reader): Line[] {
  const lines: Line[] = [];
  /** The index in `lines` of each action that counts; null for those without words. */
  const played: (number | null)[] = [];
  let count = 0;
  let before: number | null = null;
  for (const step of steps) {
    const { event, at } = step;
    if (event.type === 'STARTED') before = at;
    const isAction = isDeed(event);
    if (event.type === 'TAKEN_BACK') {
      for (const index of played.splice(played.length - event.actions)) {
        if (index === null) continue;
        lines[index] = { ...lines[index]!, ply: null, isTakenBack: true };
        count -= 1;
      }
    }
    const took: number | null = event.type === 'ACTED' && before !== null ? at - before : null;
    if (event.type === 'ACTED') before = at;
    const line = lineOf(step, reader, played.length + (isAction ? 1 : 0), took);
    if (isAction) played.push(line ? lines.length : null);
    if (isAction && line) line.number = ++count;
    if (line) lines.push(line);
  }
  return lines;
}
