import { expect, it } from 'vitest';
import { named } from './named.ts';

it('a board in words calls people by their names', () => {
  const sitters = [{ name: 'Dana' }, { name: 'seat 0' }];
  expect(named('Seat 0 (you): 2 potted\nSeat 1: 0 potted\nSeat 0 to shoot; seat 7 and seat 10 wait.', sitters, 'en')).toBe(
    'Dana: 2 potted\nseat 0: 0 potted\nDana to shoot; seat 7 and seat 10 wait.',
  );
  expect(named('席0（あなた）：1 2 3\n席1：4', sitters, 'ja')).toBe('Dana：1 2 3\nseat 0：4');
  expect(named('輪到 座位 0（你）', sitters, 'zh-Hant')).toBe('輪到 Dana');
});
