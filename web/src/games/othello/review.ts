/** The names of Othello moves in a review. */
import type { ActionNamer } from '../contract.ts';
import type { Action, View } from './types.ts';
import { WORDS } from './words.ts';

export const actionName: ActionNamer<View, Action> = (action, _, language) => (action.type === 'PASS' ? WORDS[language].pass : action.square);
