/**
 * The faces of the house, drawn on 96 by 96 units. A face is a list of shapes from back to front; brows and mouth
 * come in three moods. A shape with a width is a line, one without is filled.
 */
import type { PersonaId } from './cast.ts';

export type Mood = 'calm' | 'pleased' | 'dismayed';
/** Path, colour, and the width of the line. */
export type Shape = readonly [path: string, colour: string, width?: number, opacity?: number];

export interface FaceParts {
  ground: string;
  /** Drawn behind brows and mouth. */
  base: Shape[];
  moods: Record<Mood, Shape[]>;
  /** Drawn in front of brows and mouth, such as the rims of glasses. */
  front?: Shape[];
}

const disc = (x: number, y: number, r: number, colour: string, opacity?: number): Shape => [
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`,
  colour,
  undefined,
  opacity,
];
const oval = (x: number, y: number, rx: number, ry: number, colour: string): Shape => [
  `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`,
  colour,
];
const ring = (x: number, y: number, r: number, colour: string, width: number): Shape => [
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`,
  colour,
  width,
];
const shoulders = (colour: string): Shape => ['M8 100c1-19 15-28.500 40-28.500S87 81 88 100z', colour];
const neck = (colour: string): Shape => ['M40 56h16v13c0 5-3.500 8.500-8 8.500S40 74 40 69z', colour];
const nose = (colour: string, y = 49): Shape => [`M48.500 ${y}c1.200 2 1.600 3.400-.8 3.900`, colour, 1.7];
const ears = (y: number, x: number, colour: string): Shape[] => [disc(48 - x, y, 4.6, colour), disc(48 + x, y, 4.6, colour)];
const cheeks = (y: number, colour: string, opacity: number): Shape[] => [disc(36, y, 3.6, colour, opacity), disc(60, y, 3.6, colour, opacity)];
/** An oval head: its half width, its top and its chin. */
const head = (half: number, top: number, chin: number, colour: string): Shape => [
  `M${48 - half} ${top + 18}C${48 - half} ${top + 5} ${56 - half} ${top} 48 ${top}S${48 + half} ${top + 5} ${48 + half} ${top + 18}v9C${48 + half} ${chin - 6} 57 ${chin} 48 ${chin}S${48 - half} ${chin - 6} ${48 - half} ${top + 27}z`,
  colour,
];
const eyes = (y: number, r: number, colour: string, x = 8.5): Shape[] => [
  oval(48 - x, y, r, r * 1.2, colour),
  oval(48 + x, y, r, r * 1.2, colour),
  disc(48.8 - x, y - 0.9, 0.7, '#fff'),
  disc(48.8 + x, y - 0.9, 0.7, '#fff'),
];
/** Two brows as lines of one colour; the second is the mirror image of the first unless it has its own path. */
const brows = (left: string, right: string, colour: string, width: number): Shape[] => [
  [left, colour, width],
  [right, colour, width],
];
/** Brows that meet high in the middle. */
const worried = (y: number, colour: string, width: number): Shape[] =>
  brows(`M35 ${y + 1.5}q4.500-.6 8-3.800`, `M53 ${y - 2.3}q3.500 3.200 8 3.800`, colour, width);
const raised = (y: number, colour: string, width: number): Shape[] =>
  brows(`M35 ${y}q4-3.600 8-1.400`, `M53 ${y - 1.4}q4-2.200 8 1.400`, colour, width);
const frown = (y: number, colour: string, width: number): Shape[] => [[`M43 ${y + 1.4}q5-3.600 10 0`, colour, width]];
const openSmile = (y: number, half: number, colour: string, tongue: string): Shape[] => [
  [`M${48 - half} ${y}c${half * 0.6} 1.400 ${half * 1.4} 1.400 ${half * 2} 0-.6 5.800-${half * 0.45} 8.800-${half} 8.800s-${half * 0.94}-3-${half}-8.800z`, colour],
  [`M${49.8 - half} ${y + 6}c${half * 0.36}-1.800 ${half * 1.2 - 1}-1.800 ${half * 2 - 3.6} 0-1.700 2-4 2.800-${half - 1.8} 2.800s-${half - 3.2}-.8-${half - 1.8}-2.800z`, tongue],
];

const BRUNO = { hair: '#5A3620', brow: '#4A2B18', skin: '#EBB78D' };
const MINA = { hair: '#23242B', lip: '#B5463F' };
const THEO = { brow: '#9F9C95', lip: '#9C4F3F', rim: '#3A3027' };
const AMARA = { hair: '#241712' };
const JUN = { hair: '#2B211D', lip: '#8E4A36' };
const INES = { hair: '#5B2A1C', brow: '#4A2015', lip: '#8B3B30' };
const VERA = { brow: '#8D9398', lip: '#A8261D' };

export const FACES: Record<PersonaId, FaceParts> = {
  bruno: {
    ground: '#EFC766',
    base: [
      disc(31, 29, 9, BRUNO.hair),
      disc(65, 29, 9, BRUNO.hair),
      disc(39, 20, 10, BRUNO.hair),
      disc(57, 20, 10, BRUNO.hair),
      disc(48, 17, 9, BRUNO.hair),
      shoulders('#2F6B57'),
      ['M30 74c5 9 11 12 18 12s13-3 18-12', '#245545', 4],
      neck('#C98B62'),
      ...ears(46, 20.5, '#E0A77C'),
      head(20.5, 22, 70, BRUNO.skin),
      ['M27.500 36c1-6 4-9 9-10 6-1.500 17-1.500 23 0 5 1 8 4 9 10-2-3-4-4.500-7-5-8-1.500-19-1.500-27 0-3 .5-5 2-7 5z', BRUNO.hair],
      ['M27.500 45c0 20 8 31 20.500 31s20.500-11 20.500-31c-2.500 5-5.500 8-9 8.500-3.500-3-7.500-3-11.500-1.500-4-1.500-8-1.500-11.500 1.500-3.500-.5-6.500-3.500-9-8.500z', BRUNO.hair],
      nose('#C98B62', 47),
      ...cheeks(50, '#DD7A55', 0.45),
    ],
    moods: {
      calm: [
        ['M36 44.500q3.500-4 7 0M53 44.500q3.500-4 7 0', '#26201D', 2.5],
        ...brows('M34.500 39q4-3 8-1.200', 'M53.500 37.800q4-1.800 8 1.200', BRUNO.brow, 2.6),
        ...openSmile(57.5, 8.5, '#fff', '#D9695A'),
      ],
      pleased: [
        ['M35.500 45q4-5 8 0M52.500 45q4-5 8 0', '#26201D', 2.6],
        ...raised(37.5, BRUNO.brow, 2.6),
        ...openSmile(56.5, 10, '#fff', '#D9695A'),
      ],
      dismayed: [
        ...eyes(44.5, 2.3, '#26201D'),
        ...worried(38.5, BRUNO.brow, 2.6),
        oval(48, 61.5, 4.4, 3.6, '#C9695A'),
      ],
    },
  },
  mina: {
    ground: '#BFE0CC',
    base: [
      ['M24 62c-3-8-3-20 0-29C27 20 36 14 48 14s21 6 24 19c3 9 3 21 0 29-1 4-5 6-9 6H33c-4 0-8-2-9-6z', MINA.hair],
      shoulders('#D9756B'),
      ['M38 72l10 9 10-9', '#fff', 3.5],
      neck('#DDA983'),
      head(18.5, 23, 67, '#F6CFAA'),
      ['M28.500 44c0-14 7-22.500 19.500-22.500S67.500 30 67.500 44c-1.500-4-3-7.500-4-11.500-5 3-25 4-31.500 0-.8 4-2 7.500-3.500 11.500z', MINA.hair],
      ...eyes(46.5, 2.4, '#26201D'),
      nose('#DDA983'),
      ...cheeks(54, '#F08F7E', 0.5),
      disc(68.5, 57, 2.2, '#E3B04B'),
      disc(27.5, 57, 2.2, '#E3B04B'),
    ],
    moods: {
      calm: [
        ...brows('M36 40.300q3.500-2 7-.6', 'M53 39.700q3.500-1.400 7 .6', MINA.hair, 1.9),
        ['M42 57.500c3.500 1 8.500 1 12 0-.6 3.700-3 5.700-6 5.700s-5.400-2-6-5.700z', MINA.lip],
        ['M43 58c3 .8 7 .8 10 0v1.600c-3 .7-7 .7-10 0z', '#fff'],
      ],
      pleased: [...raised(40, MINA.hair, 1.9), ...openSmile(56.4, 7.5, MINA.lip, '#F2A79C'), ['M42 57.400c4 1 8 1 12 0v1.700c-4 .9-8 .9-12 0z', '#fff']],
      dismayed: [...worried(40, MINA.hair, 1.9), oval(48, 60, 2.6, 2.8, MINA.lip)],
    },
  },
  theo: {
    ground: '#BCD3EA',
    base: [
      ['M27 46c-3-14 2-29 21-30 19 1 24 16 21 30z', '#B9B7B2'],
      shoulders('#3B5478'),
      neck('#D9A37F'),
      ['M38.500 71l9.500 10 9.500-10 4 3-8 13-5.500-5-5.500 5-8-13z', '#F4F1E8'],
      ...ears(47, 19, '#E9B793'),
      head(19, 22, 68, '#F2C6A3'),
      ['M28.500 40c-.5-11 6-19 18-19.500 13-.4 21 6.500 21 19.500-1.500-4.500-3-7-5.500-9-5 1-17 1.500-24-3.500-3.500 3-7.500 7-9.500 12.500z', '#CFCDC7'],
      disc(39.3, 46.5, 6.8, '#fff', 0.4),
      disc(56.7, 46.5, 6.8, '#fff', 0.4),
      ...eyes(47, 2, '#26201D', 8.7),
      nose('#D9A37F', 51),
      ...cheeks(56, '#E58E73', 0.3),
    ],
    moods: {
      calm: [...brows('M34.500 37.800q4-2.400 8.500-1', 'M53 36.800q4.500-1.400 8.500 1', THEO.brow, 2.3), ['M41.500 60.500q6.500 4 13 0', THEO.lip, 2.3]],
      pleased: [...raised(36.6, THEO.brow, 2.3), ['M40.500 59.500q7.500 7.200 15 0', THEO.lip, 2.4]],
      dismayed: [...worried(36.6, THEO.brow, 2.3), ...frown(60.5, THEO.lip, 2.3)],
    },
    front: [
      ring(39.3, 46.5, 6.8, THEO.rim, 2),
      ring(56.7, 46.5, 6.8, THEO.rim, 2),
      ['M46 45.800q2-1.600 4 0M32.500 45l-3.500-1.200M63.500 45l3.500-1.200', THEO.rim, 1.9],
    ],
  },
  amara: {
    ground: '#F3B79B',
    base: [
      disc(48, 17, 16, AMARA.hair),
      disc(34, 23, 9, AMARA.hair),
      disc(62, 23, 9, AMARA.hair),
      shoulders('#C9462F'),
      ['M34 73c4 7 9 10 14 10s10-3 14-10l-4-2.500H38z', '#8A5235'],
      neck('#7A452B'),
      ...ears(47, 18.5, '#96593B'),
      head(18.5, 24, 68, '#A0623F'),
      ['M29.300 40c.7-10 7.700-16.500 18.700-16.500S66 30 66.700 40c-5-6.500-11-9-18.700-9s-13.700 2.500-18.700 9z', AMARA.hair],
      ['M29.500 37.500C33 29 39.500 25.500 48 25.500S63 29 66.500 37.500', '#F2C766', 4.4],
      ...eyes(47, 2.4, '#1B110C'),
      nose('#7A452B', 50),
      ...cheeks(55, '#D9694A', 0.35),
      ring(29, 56, 3.3, '#F2C766', 2.2),
      ring(67, 56, 3.3, '#F2C766', 2.2),
    ],
    moods: {
      calm: [
        ...brows('M35.500 41.400q3.500-3 7.500-1.600', 'M53 39q4-2.400 7.500 1', AMARA.hair, 2.3),
        ['M40.500 57.500c4.500 1.500 10.500 1.500 15-.5-.3 5-3.500 7.800-7.300 7.800-4 0-7-2.700-7.700-7.300z', '#fff'],
      ],
      pleased: [...raised(40.2, AMARA.hair, 2.3), ...openSmile(56.5, 8.6, '#fff', '#C9695A')],
      dismayed: [...worried(40.6, AMARA.hair, 2.3), ['M42.500 61.500q3-2.600 5.500-.6t5.500-.9', '#4E2214', 2.5]],
    },
  },
  jun: {
    ground: '#D5CBEA',
    base: [
      shoulders('#27344F'),
      ['M33 73c3 9 8 13 15 13s12-4 15-13', '#1D2740'],
      ['M42 82v9M54 82v9', '#E8E3F2', 1.8],
      neck('#C58F62'),
      ...ears(47, 18.5, '#D9A274'),
      head(18.5, 22, 68, '#E6B384'),
      ['M28 44c-2.500-9-2-18 4.500-24C39 14 50 12 59 14.500c8 2.200 12 9 11.500 17-.2 5-1 9-2.500 12.500-.3-5-1.800-9.500-4.500-12.500-6 .5-13-1-17.500-4.500-3.500 4-9 6.500-14 7.500-2.500 2.500-4 5.500-4 9.500z', JUN.hair],
      ['M46 27c3-3.500 4.500-7 4-11', '#463731', 1.6],
      ...eyes(47, 2.3, '#26201D'),
      nose('#C58F62', 50),
    ],
    moods: {
      calm: [...brows('M35.500 42.200q3.500-1.600 7.500-.4', 'M53 39.200q4-3.200 8-.4', JUN.hair, 2.4), ['M42.500 60.600c4 1.600 8 1 12-2', JUN.lip, 2.4]],
      pleased: [...raised(41, JUN.hair, 2.4), ['M41.500 58.800q6.500 6 13 0', JUN.lip, 2.5]],
      dismayed: [...worried(41.2, JUN.hair, 2.4), ...frown(60.2, JUN.lip, 2.4)],
    },
  },
  ines: {
    ground: '#A9D6D3',
    base: [
      ['M22 88c-4-12 3-18 0-30-3-11 0-24 6-32 5-6.500 12-10 20-10s15 3.500 20 10c6 8 9 21 6 32-3 12 4 18 0 30z', INES.hair],
      shoulders('#1F4D45'),
      neck('#A96E47'),
      ['M42.500 67h11a4.500 4.500 0 0 1 4.500 4.500v1a4.500 4.500 0 0 1-4.500 4.500h-11a4.500 4.500 0 0 1-4.500-4.500v-1a4.500 4.500 0 0 1 4.500-4.500z', '#285E54'],
      head(18.5, 23, 68, '#CB9166'),
      ['M28.800 50c-1.500-17 5.200-28.500 19.200-28.500S68.700 33 67.200 50c-1.700-9-5.700-15.500-11.700-20.500C49 34 35 36 31.500 38.500 30 42 29.200 46 28.800 50z', INES.hair],
      ...eyes(48, 2, '#26201D'),
      ['M35.500 47q4-2.600 8 0M52.500 47q4-2.600 8 0', '#2A1912', 2],
      nose('#A96E47', 50),
    ],
    moods: {
      calm: [...brows('M35 42q4-2.400 8-1', 'M53 41q4-1.400 8 1', INES.brow, 1.9), ['M43 60.300q5 2.200 10 0', INES.lip, 2.6]],
      pleased: [...raised(41, INES.brow, 1.9), ['M41.800 59.300q6.200 5.200 12.400 0', INES.lip, 2.6]],
      dismayed: [...worried(41.4, INES.brow, 1.9), ...frown(60, INES.lip, 2.5)],
    },
  },
  vera: {
    ground: '#21463A',
    base: [
      ['M24 60V40c0-16 10-25.500 24-25.500S72 24 72 40v20l-7 4H31z', '#DADDE0'],
      shoulders('#12181B'),
      neck('#D3A48A'),
      ['M36 69l12 7 12-7 3.500 6L48 86 32.500 75z', '#12181B'],
      head(18, 23, 67, '#F3D3BE'),
      ['M24 62c-1-18-.5-30 7-38.500C36 18 42 16 49 16c13 0 22 8 22.500 23 .2 8 .2 15-.5 23l-6-1.500c1.500-9 1.500-17-1-25-9-.5-20-3.500-26-9C35 33 32 43 31.500 60.500z', '#EEF0F1'],
      ['M38 26.500c6 5.500 17 8.500 26 9', '#C4C9CD', 1.3],
      ...eyes(47.6, 2, '#23262B'),
      ['M35.500 46h8M52.500 46h8', '#2A2A30', 2],
      nose('#D3A48A', 50),
      disc(60, 80, 3, '#E3B04B'),
    ],
    moods: {
      calm: [...brows('M35 41.300l8 .5', 'M53 41.800l8-.5', VERA.brow, 2), ['M43.500 60.200q4.500 1 9-.4', VERA.lip, 2.7]],
      pleased: [...brows('M35 41q4-2 8-.6', 'M53 40.400q4-1.400 8 .6', VERA.brow, 2), ['M42.500 59.500q5.500 3.800 11 0', VERA.lip, 2.7]],
      dismayed: [...worried(41, VERA.brow, 2), ...frown(60, VERA.lip, 2.6)],
    },
  },
};
