/** All that the page of a table needs for a review; it is fetched when somebody looks back at a finished game. */
export { default as Accuracy } from './Accuracy.svelte';
export { default as Keys } from './Keys.svelte';
export { default as Lane } from './Lane.svelte';
export { default as Panel } from './Panel.svelte';
export { Reviewing } from './reviewing.svelte.ts';
export { loadReviewWords } from './words.ts';
