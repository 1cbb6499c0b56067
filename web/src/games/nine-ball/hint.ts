/** A hint of Nine-ball in words: which ball, how hard, with which spin. The board draws the shot itself. */
import type { Language } from '../../lib/language.svelte.ts';
import type { Hint, Hinter } from '../contract.ts';
import { firstHit } from './first-hit.ts';
import type { Action, Ball, Stroke, View } from './types.ts';

type Power = 'soft' | 'medium' | 'firm' | 'hard' | 'break';
type Spin = 'centre' | 'top' | 'low' | 'left' | 'right';

interface Said {
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
    power: { soft: '弱く', medium: 'ふつうの強さで', firm: '強めに', hard: '強く', break: 'ブレイクの強さで' },
    spin: { centre: '真ん中を突く', top: '上を突く', low: '下を突く', left: '左を突く', right: '右を突く' },
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

export const hint: Hinter<View, Action> = (action, view, language): Hint => {
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
      return { where: said.lookBall(look), what: ball === null ? said.cushion(power, spin) : said.shoot(ball, power, spin), region: [] };
    }
  }
};
