/** What every game says about itself, in Japanese. */
import type { GameWords } from '../../games/list.ts';

export const games = import.meta.glob<GameWords>('../../games/*/about/ja.json', { eager: true, import: 'default' });
