/** The glyphs printed on the pieces. */
import type { Colour, Kind } from './types.ts';

/** Glyphs by colour; green uses those of red. */
export const GLYPHS: Record<Colour, Record<Kind, string>> = {
  red: { King: '帥', Guard: '仕', Minister: '相', Rook: '俥', Horse: '傌', Cannon: '炮', Pawn: '兵' },
  black: { King: '將', Guard: '士', Minister: '象', Rook: '車', Horse: '馬', Cannon: '砲', Pawn: '卒' },
  green: { King: '帥', Guard: '仕', Minister: '相', Rook: '俥', Horse: '傌', Cannon: '炮', Pawn: '兵' },
};
