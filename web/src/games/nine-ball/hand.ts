/** The parts that only phones need, loaded alongside the board. */
export { default as HandControls } from './HandControls.svelte';
export { default as PullTrack } from './PullTrack.svelte';
