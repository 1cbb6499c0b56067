/** The parts that the table does not need at first; loaded right afterwards. */
export { default as Choice } from './Choice.svelte';
export { default as Concede } from './Concede.svelte';
export { Keys } from './keys.ts';
export { default as Shots } from './Shots.svelte';
export { default as SpinSheet } from './SpinSheet.svelte';
export { default as Face } from '../../lib/Face.svelte';
export { hintOnCloth } from './hint-on-cloth.ts';
