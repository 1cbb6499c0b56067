/** The names of Nine's choices in a review: the card, and any special card beside it. */
import type { ActionNamer } from '../contract.ts';
import type { Action, View } from './types.ts';
import { WORDS } from './words.ts';

export const actionName: ActionNamer<View, Action> = ({ card, helper }, _, language) => {
  const { withHelper, helperNames } = WORDS[language];
  return helper ? withHelper(card, helperNames[helper]) : String(card);
};
