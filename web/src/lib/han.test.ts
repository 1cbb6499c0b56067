import { describe, expect, it } from 'vitest';
import { hall } from '../words/hall-zh-Hant.ts';
import { closedUp } from './han.ts';

describe('Chinese sentences', () => {
  const own = closedUp(hall);

  it('have no space around a name in Chinese characters', () => {
    expect(own.gameWith('黑白棋', '布魯諾')).toBe('和布魯諾玩黑白棋');
    expect(own.playName('米娜')).toBe('跟米娜玩');
    expect(own.isHere('西奧')).toBe('西奧來了，要改跟西奧玩嗎？');
  });

  it('keep it around Latin letters and digits, and inside a name', () => {
    expect(own.gameWith('黑白棋', 'Dana')).toBe('和 Dana 玩黑白棋');
    expect(own.playName('王 小明')).toBe('跟王 小明玩');
    expect(own.guest(27)).toBe('訪客 27');
  });

  it('are the same words otherwise', () => {
    expect(own.who).toBe(hall.who);
    expect(own.tabs).toEqual(hall.tabs);
  });
});
