import { expect, it } from 'vitest';
import { readLink, writeLink } from './link.ts';

// The same links as in crates/baize-games/src/link.rs.
it.each([
  [{ text: '9b1 9:635,0 hand:1', options: {} }, '1.OWIxIDk6NjM1LDAgaGFuZDox'],
  [{ text: '9b1 9:635,0 hand:1', options: { raceTo: 3 } }, '1.OWIxIDk6NjM1LDAgaGFuZDox.eyJyYWNlVG8iOjN9'],
])('writes and reads %o', (linked, link) => {
  expect(writeLink(linked)).toBe(link);
  expect(readLink(link)).toEqual(linked);
});

it('refuses what is no link', () => {
  for (const link of ['', '1', '1.', '2.QQ', '1.Q', '1.Q!', '1._w', '1.QQ.QQ', '1.QQ.e30.e30', `1.${'A'.repeat(2_000)}`]) {
    expect(readLink(link), link).toBeNull();
  }
  expect(writeLink({ text: 'x'.repeat(1_500), options: {} })).toBeNull();
});
