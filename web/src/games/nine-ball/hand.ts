/** What only phones need: they fetch it beside the board. */
export { default as HandControls } from './HandControls.svelte';
export { default as PullTrack } from './PullTrack.svelte';
