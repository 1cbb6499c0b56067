/** The names of Nine-ball shots in a review: the ball and its pocket, how hard, and where the cue ball is struck. */
import type { Language } from '../../lib/language.svelte.ts';
import type { ActionNamer } from '../contract.ts';
import { firstHit } from './first-hit.ts';
import { bedOf, RADIUS } from './geometry.ts';
import { spinText } from './readings.ts';
import { strengthOf } from './stroke.svelte.ts';
import type { Action, Ball, Point, PocketId, View } from './types.ts';
import { WORDS } from './words.ts';

interface Said {
  pot: (ball: Ball, pocket: string) => string;
  at: (ball: Ball) => string;
  cushion: string;
  breakShot: string;
  pushOut: string;
  place: string;
  play: string;
  giveBack: string;
  concede: string;
  and: string;
}

const SAID: Record<Language, Said> = {
  en: {
    pot: (ball, pocket) => `the ${ball} to ${pocket}`,
    at: (ball) => `at the ${ball}`,
    cushion: 'by a cushion',
    breakShot: 'the break',
    pushOut: 'push-out',
    place: 'placing the cue ball',
    play: 'playing it',
    giveBack: 'giving it back',
    concede: 'conceding the rack',
    and: ', ',
  },
  ja: {
    pot: (ball, pocket) => `${ball}番を${pocket}へ`,
    at: (ball) => `${ball}番に当てる`,
    cushion: 'クッションから',
    breakShot: 'ブレイク',
    pushOut: 'プッシュアウト',
    place: '手球を置く',
    play: 'このまま撞く',
    giveBack: '相手に返す',
    concede: 'ラックを譲る',
    and: '、',
  },
  'zh-Hant': {
    pot: (ball, pocket) => `${ball} 號進${pocket}`,
    at: (ball) => `打 ${ball} 號`,
    cushion: '走顆星',
    breakShot: '開球',
    pushOut: '推球',
    place: '放母球',
    play: '接著打',
    giveBack: '交還對手',
    concede: '放棄這局',
    and: '、',
  },
};

/** The least spin worth mentioning, in thousandths of the ball's radius. */
const LEAST_SPIN = 100;
/** A ball that passes the middle of a pocket by less than this, in metres, was meant for it. */
const MOUTH = 0.05;

/** The pocket that a ball is sent to directly, judging by eye; null if there is none, or if something is in the way. */
export function pocketFor(aimUrad: number, { balls, options }: Pick<View, 'balls' | 'options'>): { ball: Ball; pocket: PocketId | null } | null {
  const [cue, hit] = [balls['0'], firstHit(aimUrad, balls)];
  const at = hit && balls[String(hit.ball) as keyof typeof balls];
  if (!cue || !hit || !at) return null;
  const ghost: Point = [cue[0] + hit.far * Math.cos(aimUrad / 1e6), cue[1] + hit.far * Math.sin(aimUrad / 1e6)];
  const way = Math.atan2(at[1] - ghost[1], at[0] - ghost[0]);
  /** How far along that path a point is, and how far beside it. */
  const seen = ([x, y]: Point) => {
    const [dx, dy] = [x - at[0], y - at[1]];
    return { along: dx * Math.cos(way) + dy * Math.sin(way), beside: Math.abs(dx * Math.sin(way) - dy * Math.cos(way)) };
  };
  const pocket = bedOf(options.table).pockets.find(({ mouth }) => seen(mouth).along > 0 && seen(mouth).beside < MOUTH);
  const isBlocked = Object.entries(balls).some(([name, there]) => {
    if (!there || !pocket || name === '0' || Number(name) === hit.ball) return false;
    const { along, beside } = seen(there);
    return along > 0 && along < seen(pocket.mouth).along && beside < 2 * RADIUS;
  });
  return { ball: hit.ball, pocket: pocket && !isBlocked ? pocket.id : null };
}

export const actionName: ActionNamer<View, Action> = (action, view, language) => {
  const [said, words] = [SAID[language], WORDS[language]];
  switch (action.type) {
    case 'PLACE_BALL':
      return said.place;
    case 'CHOOSE':
      return action.play ? said.play : said.giveBack;
    case 'CONCEDE':
      return said.concede;
    case 'SHOOT': {
      const { aimUrad, speedMmS, pushOut } = action;
      // A record has an action as it was sent; a missing value means none.
      const worth = (milli: number | undefined) => (Math.abs(milli ?? 0) < LEAST_SPIN ? 0 : milli!);
      const spin = { sideMilli: worth(action.sideMilli), topMilli: worth(action.topMilli) };
      const met = pocketFor(aimUrad, view);
      const what = view.shotNo === 0 ? said.breakShot : met === null ? said.cushion : met.pocket ? said.pot(met.ball, words.pockets[met.pocket]) : said.at(met.ball);
      const strength = view.shotNo === 0 ? [] : [words.strengths[strengthOf(speedMmS)]];
      const parts = [what, ...strength, words.metresPerSecond((speedMmS / 1_000).toFixed(1))];
      if (spin.sideMilli !== 0 || spin.topMilli !== 0) parts.push(spinText(spin, words));
      return (pushOut ? [said.pushOut, ...parts] : parts).join(said.and);
    }
  }
};
