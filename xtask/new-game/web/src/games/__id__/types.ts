/** __Title__ as it comes over the wire. */

export interface View {
  counters: number;
  /** How many may be taken now at most. */
  most: number;
  toMove: number;
  left: { seat: number; why: 'resign' | 'timeout' } | null;
}

export interface Action {
  type: 'TAKE';
  count: number;
}

export type Event = { type: 'TAKEN'; seat: number; count: number; rest: number } | { type: 'LEFT'; seat: number; why: 'resign' | 'timeout' };

export type Options = Record<string, never>;
