import { describe, expect, it } from 'vitest';
import type { SeatState } from '../gen/protocol.ts';
import { en } from '../words/en.ts';
import { CAST, gentler, personaCalled, personaName, stronger } from './cast.ts';
import { FACES } from './faces.ts';
import { LANGUAGES } from './language.svelte.ts';
import { sittersOf } from './sitters.ts';

const computer = (player: string, persona?: string): SeatState =>
  ({ occupant: 'computer', player, isReady: true, ...(persona && { persona }) }) as SeatState;
const nobody = { here: [], spectators: 0 } as never;

describe('the cast', () => {
  it('goes from Bruno to Vera, each with a name of their own in every language', () => {
    expect(CAST[0]).toBe('bruno');
    expect(CAST.at(-1)).toBe('vera');
    for (const language of LANGUAGES) {
      expect(new Set(CAST.map((id) => personaName(id, language))).size).toBe(CAST.length);
    }
    expect([gentler('bruno'), stronger('bruno'), stronger('vera')]).toEqual([null, 'mina', null]);
  });

  it('is spoken of with さん in Japanese only', () => {
    expect(personaCalled('jun', 'ja')).toBe('ジュンさん');
    expect(personaCalled('jun', 'zh-Hant')).toBe('阿俊');
  });

  it('has a face in three moods that differ', () => {
    for (const id of CAST) {
      const { moods } = FACES[id];
      expect(new Set(Object.values(moods).map((shapes) => JSON.stringify(shapes))).size, id).toBe(3);
    }
  });

  it('names seats at a table; a computer without a persona keeps its own name', () => {
    const seats = [computer('random', 'bruno'), computer('hard'), computer('hard'), computer('easy', 'somebody')];
    const sitters = sittersOf(seats, nobody, null, 'en', en);
    expect(sitters.map(({ name }) => name)).toEqual(['Bruno', 'Baize Hard 1', 'Baize Hard 2', 'Baize Easy']);
    expect(sitters.map(({ short }) => short)).toEqual(['Bruno', 'Hard 1', 'Hard 2', 'Easy']);
    expect(sitters[0]!.persona).toBe('bruno');
    expect(sitters[3]!.persona).toBeUndefined();
  });

  it('calls who has said no name You, to themselves and in lists; who has one keeps it', () => {
    const person = (name: string) => ({ occupant: 'person', name }) as SeatState;
    const seats = [person('Guest 27'), person('Guest 27'), computer('random', 'bruno')];
    const [own, other] = sittersOf(seats, nobody, 0, 'en', en, 'Guest 27');
    expect([own!.name, own!.short, own!.called]).toEqual(['You', 'You', 'Guest 27']);
    expect(other!.name).toBe('Guest 27');
    expect(sittersOf(seats, nobody, 0, 'en', en)[0]!.name).toBe('Guest 27');
  });
});
