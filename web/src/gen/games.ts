// The JSON of all games, made from their types; do not edit.

/** The games and their JSON; the file of each game adds its own. */
export interface Games {}

/** The id of a game. */
export type GameId = keyof Games;

/** What was chosen for a match of some game. */
export type AnyOptions = Games[GameId]['options'];

/** What differs from the default options of some game. */
export type AnyChosen = Games[GameId]['chosen'];

/** What a seat does in some game. */
export type AnyAction = Games[GameId]['action'];

/** What a viewer may know in some game. */
export type AnyView = Games[GameId]['view'];

/** Something that happened in some game. */
export type AnyEvent = Games[GameId]['event'];

/** Why some game ended. */
export type AnyReason = Games[GameId]['reason'];

/** What stands beside the result of some game. */
export type AnyDetails = Games[GameId]['details'];

/** What a seat shows before its action in some game. */
export type AnyShown = Games[GameId]['shown'];

/** A question about some game. */
export type AnyQuery = Games[GameId]['query'];

/** What a computer player says about its choice in some game. */
export type AnyInfo = Games[GameId]['info'];

/** The answer to a question about some game. */
export type AnyAnswer = { [G in GameId]: Games[G]['answers'][keyof Games[G]['answers']] }[GameId];

/** The answer to this question. */
export type AnswerTo<Q extends AnyQuery> = {
  [G in GameId]: Q extends Games[G]['query'] ? Games[G]['answers'][Q['type'] & keyof Games[G]['answers']] : never;
}[GameId];

/** One legal action and what the server remarks on it. */
export type Listed<A extends AnyAction = AnyAction> = { action: A } & {
  [G in GameId]: A extends Games[G]['action'] ? Games[G]['remarks'] : never;
}[GameId];

/** Any JSON. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
