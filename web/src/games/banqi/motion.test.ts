import { expect, it } from 'vitest';
import { duration } from './motion.ts';
import type { Event } from './types.ts';

it('takes as long as the table waits for it', () => {
  const check = (event: object, millis: number) => expect(duration([event as Event])).toBe(millis);
  check({ type: 'FLIPPED', assigned: [] }, 480);
  check({ type: 'MOVED' }, 220);
  check({ type: 'CAPTURED', screen: null }, 480);
  check({ type: 'CAPTURED', screen: 5 }, 580);
});
