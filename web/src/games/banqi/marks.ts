/** The markers of the sides: each has a colour and a shape, so that neither is needed alone. */
import type { SeatFace } from '../contract.ts';
import type { Colour } from './types.ts';

export const MARKS: Record<Colour, NonNullable<SeatFace['mark']>> = {
  red: { shape: 'disc', colour: '#c4281f' },
  black: { shape: 'square', colour: '#17191a' },
  green: { shape: 'triangle', colour: '#1f8a58' },
};
