/** Everything that a table's page needs for a review; fetched when somebody looks back at a finished game. */
export { default as Accuracy } from './Accuracy.svelte';
export { default as Keys } from './Keys.svelte';
export { default as Lane } from './Lane.svelte';
export { default as Panel } from './Panel.svelte';
export { Reviewing } from './reviewing.svelte.ts';
export { loadReviewWords } from './words.ts';
