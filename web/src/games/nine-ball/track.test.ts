import { expect, it } from 'vitest';
import { placeOfSpeed, STRENGTHS } from './stroke.svelte.ts';
import { thumbAt, wordsAt } from './track.ts';

it('the thumb covers no word, no word another, and all stay on the track and in their order', () => {
  const begins = [0, ...STRENGTHS.map(placeOfSpeed)];
  for (const height of [250, 300, 420, 560]) {
    for (let share = 0; share <= 1; share += 0.005) {
      const thumb = thumbAt(share, height);
      const words = wordsAt(begins, share, height);
      const told = `${height} px, ${share.toFixed(3)}`;
      words.forEach((top, index) => {
        // The thumb has a radius of 24 px and a ring of 5; a line of text is 16 px high in its 20.
        expect(top + 18 <= thumb - 29 + 2 || top + 2 >= thumb + 29, `${told}: word ${index}`).toBe(true);
        expect(top, told).toBeGreaterThanOrEqual(0);
        expect(top + 20, told).toBeLessThanOrEqual(height);
        if (index > 0) expect(top - words[index - 1]!, `${told}: words ${index - 1} and ${index}`).toBeGreaterThanOrEqual(16);
      });
    }
  }
});
