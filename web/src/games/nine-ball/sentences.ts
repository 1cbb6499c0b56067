/** Events in words. */
import type { Scene } from '../contract.ts';
import type { Ball, Event, EventOf, Chosen, Point } from './types.ts';
import { first } from './types.ts';
import { WORDS, type NineBallWords } from './words.ts';

/** The player's name in a sentence, or null for the reader. */
function whoIs(seat: number | null, { you, sitters }: Scene<Chosen>): string | null {
  return seat !== null && seat === you ? null : (sitters[seat ?? 0]?.called ?? '');
}

/** The name of a ball in sentences. */
export function nameOf(ball: Ball, words: NineBallWords): string {
  return ball === 0 ? words.cueBall : words.ball(ball);
}

/** Why a shot is a foul, and by whom. */
export function foulOf({ seat, kind, hit, target }: EventOf<'FOUL'>, scene: Scene<Chosen>): string {
  const words = WORDS[scene.language];
  return words.foul(words.fouls[kind](hit ?? 0, target, whoIs(seat, scene) ?? words.you));
}

function turn({ seat, phase, target, pushOk }: EventOf<'TURN'>, scene: Scene<Chosen>): string {
  const words = WORDS[scene.language];
  const name = whoIs(seat, scene);
  const push = pushOk ? words.pushPossible : '';
  const said = () => {
    switch (phase.name) {
      case 'break_placement':
        return name === null ? words.toBreakYou : words.toBreak(name);
      case 'ball_in_hand':
        return name === null ? words.inHandForYou : words.inHandFor(name);
      case 'push_out_choice': {
        const pusher = whoIs(scene.actor, scene);
        const pushed = pusher === null ? words.chooseTitleYou : words.chooseTitle(pusher);
        return [pushed, name === null ? words.toChooseYou : words.toChoose(name)].join(scene.language === 'en' ? ' ' : '');
      }
      default:
        if (target === null) return '';
        if (seat === scene.actor) return name === null ? words.continuesYou(target) : words.continues(name, target);
        return name === null ? words.toShootYou(target) : words.toShoot(name, target);
    }
  };
  return [said(), push].filter(Boolean).join(scene.language === 'en' ? ' ' : '');
}

function foul(event: EventOf<'FOUL'>, scene: Scene<Chosen>): string {
  const words = WORDS[scene.language];
  const name = whoIs(event.seat, scene);
  const parts = [foulOf(event, scene)];
  if (scene.options.threeFouls && event.inARow === 2) parts.push(name === null ? words.twoFoulsYou : words.twoFouls(name));
  if (scene.options.threeFouls && event.inARow >= 3) parts.push(name === null ? words.threeFoulsYou : words.threeFouls(name));
  return parts.join(scene.language === 'en' ? ' ' : '');
}

/** One event as a sentence; null if it is told elsewhere. */
export function sentence(event: Event, scene: Scene<Chosen>): string | null {
  const words = WORDS[scene.language];
  switch (event.type) {
    case 'COLLISION':
      return words.collides(nameOf(event.a, words), nameOf(event.b, words));
    case 'CUSHION':
      return words.hitsCushion(nameOf(event.a, words));
    case 'OFF_TABLE':
      return words.leavesTable(nameOf(event.a, words));
    case 'POT': {
      if (event.a === 0) return null;
      const name = whoIs(scene.actor, scene);
      const pocket = words.pockets[event.pocket!];
      return name === null ? words.potsIntoYou(event.a, pocket) : words.potsInto(name, event.a, pocket);
    }
    case 'PLACED': {
      const name = whoIs(event.seat, scene);
      return name === null ? words.placedBallYou : words.placedBall(name);
    }
    case 'FOUL':
      return foul(event, scene);
    case 'RESPOT':
      return words.respot;
    case 'TURN':
      return turn(event, scene);
    case 'CHOSEN': {
      const name = whoIs(event.seat, scene);
      if (event.play) return name === null ? words.chosenPlayYou : words.chosenPlay(name);
      return name === null ? words.chosenGiveYou : words.chosenGive(name);
    }
    case 'CONCEDED': {
      const name = whoIs(event.seat, scene);
      return name === null ? words.concededYou : words.conceded(name);
    }
    case 'RACK_OVER':
    case 'GAME_OVER': {
      if (event.winner === null || event.reason !== 'nine_potted') return null;
      const name = whoIs(event.winner, scene);
      return name === null ? words.winsRackYou : words.winsRack(name);
    }
    case 'RACK':
      return words.racked;
    case 'MOTION':
    case 'LEFT':
      return null;
  }
}

/** The balls that dropped, except the cue ball. */
export function pottedIn(events: Event[]): Ball[] {
  return events.flatMap((event) => (event.type === 'POT' && event.a !== 0 ? [event.a] : []));
}

/** The ball that the cue ball hit first. */
export function firstHit(events: Event[]): Ball | null {
  for (const event of events) {
    if (event.type !== 'COLLISION') continue;
    if (event.a === 0) return event.b;
    if (event.b === 0) return event.a;
  }
  return null;
}

/** What a shot did, before it is judged. */
function deed(events: Event[], scene: Scene<Chosen>): string | null {
  const words = WORDS[scene.language];
  const name = whoIs(scene.actor, scene);
  const balls = pottedIn(events);
  if (balls.length === 1) return sentence(events.find((event) => event.type === 'POT' && event.a === balls[0])!, scene);
  if (balls.length > 1) return name === null ? words.potsYou(words.andBalls(balls)) : words.pots(name, words.andBalls(balls));
  const hit = firstHit(events);
  if (hit === null || first(events, 'FOUL')) return null;
  return name === null ? words.nothingYou(hit) : words.nothing(name, hit);
}

/** Everything that one action led to, as a line of the log. */
export function story(events: Event[], scene: Scene<Chosen>): string {
  const isShot = first(events, 'MOTION') !== undefined;
  const isWon = events.some((event) => (event.type === 'RACK_OVER' || event.type === 'GAME_OVER') && event.reason === 'nine_potted');
  const lines = isShot && !(isWon && pottedIn(events).length === 1) ? [deed(events, scene)] : [];
  for (const event of events) {
    if (['COLLISION', 'CUSHION', 'POT', 'MOTION'].includes(event.type)) continue;
    // The player who placed the ball is at the table; that is not news.
    if (event.type === 'TURN' && first(events, 'PLACED')) continue;
    lines.push(sentence(event, scene));
  }
  return lines.filter(Boolean).join(scene.language === 'en' ? ' ' : '');
}

/** The area of a point, in words: one of nine parts of the bed. */
export function areaOf([x, y]: Point, length: number, words: NineBallWords): string {
  const third = (value: number, size: number) => (value < -size / 6 ? 0 : value > size / 6 ? 2 : 1);
  return words.areas[third(x, length)]![2 - third(y, length / 2)]!;
}
