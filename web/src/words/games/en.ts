/** What every game says about itself, in English. */
import type { GameWords } from '../../games/list.ts';

export const games = import.meta.glob<GameWords>('../../games/*/about/en.json', { eager: true, import: 'default' });
