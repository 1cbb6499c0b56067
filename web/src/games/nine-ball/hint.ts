/** A hint of Nine-ball in words: which ball, how hard, with which spin. The board draws the shot itself. */
import type { Language } from '../../lib/language.svelte.ts';
import type { Hint, Hinter } from '../contract.ts';
import { firstHit } from './first-hit.ts';
import type { Action, Ball, Info, Stroke, View } from './types.ts';
import { WORDS } from './words.ts';

type Power = 'soft' | 'medium' | 'firm' | 'hard' | 'break';
type Spin = 'centre' | 'top' | 'low' | 'left' | 'right';

interface Said {
  drops: (ball: Ball, pocket: string, times: number) => string;
  safe: string;
  power: Record<Power, string>;
  spin: Record<Spin, string>;
  lookBall: (ball: Ball) => string;
  lookRack: string;
  lookPlace: string;
  lookChoice: string;
  shoot: (ball: Ball, power: string, spin: string) => string;
  cushion: (power: string, spin: string) => string;
  breakShot: (power: string) => string;
  place: string;
  play: string;
  giveBack: string;
  concede: string;
}

const SAID: Record<Language, Said> = {
  en: {
    drops: (ball, pocket, times) => ` The ${ball} drops, ${pocket}: about ${times} times in 10.`,
    safe: ' Nothing is likely to drop, so leave nothing easy.',
    power: { soft: 'soft', medium: 'medium', firm: 'firm', hard: 'hard', break: 'as hard as a break' },
    spin: { centre: 'in the centre', top: 'above the centre', low: 'below the centre', left: 'left of the centre', right: 'right of the centre' },
    lookBall: (ball) => `Look at the ${ball}.`,
    lookRack: 'Look at the rack.',
    lookPlace: 'Look where the cue ball could lie.',
    lookChoice: 'Look whether the lowest ball can be hit from here.',
    shoot: (ball, power, spin) => `Aim at the ${ball}, ${power}, ${spin}.`,
    cushion: (power, spin) => `Go by a cushion, ${power}, ${spin}.`,
    breakShot: (power) => `Break at the 1, ${power}.`,
    place: 'Put the cue ball where the lowest ball is in a straight line to a pocket.',
    play: 'Play it yourself.',
    giveBack: 'Give the shot back.',
    concede: 'Give up this rack.',
  },
  ja: {
    drops: (ball, pocket, times) => `${ball}番が${pocket}に入ります：10回に約${times}回。`,
    safe: '入れるのは難しいので、相手に楽な球を残さないように。',
    power: { soft: '弱く', medium: 'ふつうの強さで', firm: '強めに', hard: '強く', break: 'ブレイクの強さで' },
    spin: { centre: '真ん中を撞く', top: '上を撞く', low: '下を撞く', left: '左を撞く', right: '右を撞く' },
    lookBall: (ball) => `${ball}番に注目。`,
    lookRack: 'ラックに注目。',
    lookPlace: '手球をどこに置けるか見てみましょう。',
    lookChoice: 'ここからいちばん小さい球に当てられるか見てみましょう。',
    shoot: (ball, power, spin) => `${ball}番をねらい、${power}、${spin}。`,
    cushion: (power, spin) => `クッションから、${power}、${spin}。`,
    breakShot: (power) => `1番に向けて${power}ブレイク。`,
    place: 'いちばん小さい球とポケットが一直線になるところに手球を置きましょう。',
    play: '自分で撞きましょう。',
    giveBack: '相手に撞かせましょう。',
    concede: 'このラックはあきらめましょう。',
  },
  'zh-Hant': {
    drops: (ball, pocket, times) => `${ball} 號球會進${pocket}：10 次約 ${times} 次。`,
    safe: '不容易進球，別留好球給對方。',
    power: { soft: '輕力', medium: '中力', firm: '偏強', hard: '強力', break: '開球力' },
    spin: { centre: '打中心', top: '打中心偏上', low: '打中心偏下', left: '打中心偏左', right: '打中心偏右' },
    lookBall: (ball) => `看 ${ball} 號球。`,
    lookRack: '看球堆。',
    lookPlace: '看看母球可以放哪裡。',
    lookChoice: '看看從這裡能不能打到最小號的球。',
    shoot: (ball, power, spin) => `瞄準 ${ball} 號球，${power}，${spin}。`,
    cushion: (power, spin) => `走顆星，${power}，${spin}。`,
    breakShot: (power) => `對 1 號球開球，${power}。`,
    place: '把母球放在最小號球和袋口成一直線的地方。',
    play: '自己打。',
    giveBack: '讓對方打。',
    concede: '放棄這一局。',
  },
};

function powerOf({ speedMmS }: Stroke): Power {
  if (speedMmS < 1_000) return 'soft';
  if (speedMmS <= 2_300) return 'medium';
  if (speedMmS <= 5_200) return 'firm';
  return speedMmS <= 9_200 ? 'hard' : 'break';
}

function spinOf({ sideMilli, topMilli }: Stroke): Spin {
  const [side, top] = [Math.abs(sideMilli), Math.abs(topMilli)];
  if (Math.max(side, top) < 100) return 'centre';
  if (top >= side) return topMilli > 0 ? 'top' : 'low';
  return sideMilli > 0 ? 'left' : 'right';
}

/** What is supposed to happen, if the strong player says so. */
function meant(said: Said, language: Language, { plan, ball, pocket, chance }: Info): string {
  if (plan === 'safety') return said.safe;
  const times = Math.round(10 * (chance ?? 0));
  return ball && pocket && times > 0 ? said.drops(ball, WORDS[language].pockets[pocket], times) : '';
}

export const hint: Hinter<View, Action, Info> = (action, view, language, _, info = {}): Hint => {
  const said = SAID[language];
  switch (action.type) {
    case 'PLACE_BALL':
      return { where: said.lookPlace, what: said.place, region: [] };
    case 'CHOOSE':
      return { where: said.lookChoice, what: action.play ? said.play : said.giveBack, region: [], exact: [`[data-choose=${action.play ? 'play' : 'give'}]`] };
    case 'CONCEDE':
      return { where: said.lookRack, what: said.concede, region: [] };
    case 'SHOOT': {
      const [power, spin] = [said.power[powerOf(action)], said.spin[spinOf(action)]];
      if (view.shotNo === 0) return { where: said.lookRack, what: said.breakShot(power), region: [] };
      const ball = firstHit(action.aimUrad, view.balls)?.ball ?? null;
      const look = ball ?? view.target ?? 9;
      const what = ball === null ? said.cushion(power, spin) : said.shoot(ball, power, spin);
      return { where: said.lookBall(look), what: what + meant(said, language, info), region: [] };
    }
  }
};
