/** What every game says about itself, in Traditional Chinese. */
import type { GameWords } from '../../games/list.ts';

export const games = import.meta.glob<GameWords>('../../games/*/about/zh-Hant.json', { eager: true, import: 'default' });
