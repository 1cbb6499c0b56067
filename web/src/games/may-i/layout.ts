/** How the table is arranged: height first, then width. */

/**
 * `tall` and `mid`: plates, the plan as a tray that holds its cards, the actions in a box beside the hand. `low`: one
 * bar with all seats, the plan as a strip, the actions in a column. `phone`: the same on an upright screen, the actions
 * in the page's bar.
 */
export type Arrangement = 'tall' | 'mid' | 'low' | 'phone';

export function arrange(width: number, height: number, isFull: boolean): Arrangement {
  if (isFull) return 'low';
  if (width < 640) return 'phone';
  if (height < 480) return 'low';
  return height >= 740 ? 'tall' : 'mid';
}

/**
 * Whether the board takes the whole screen: a low screen, or one zoomed to twice its size, has no room for the page's
 * own header and rail. The design starts this below 600 px. Tests showed that up to 660 px a hint makes the rail higher
 * than the screen, and that below a width of 768 px the page's bar of buttons is beside the board's own column.
 */
export function takesScreen(width: number, height: number): boolean {
  return width >= 640 && height < 660;
}

/** The width of a card in the hand. */
export function handCard(arrangement: Arrangement, width: number, height: number): number {
  switch (arrangement) {
    case 'tall':
      return 76;
    case 'mid':
      return 68;
    case 'low':
      return height < 400 && width >= 800 ? 64 : height < 460 ? 56 : 62;
    case 'phone':
      return width < 340 ? 48 : 60;
  }
}

export interface Spot {
  left: number;
  top: number;
  row: number;
}

/** The share of a card that is visible under another row. */
const SHOWN = 0.6;

/**
 * The places of a hand's cards: side by side if there is room; on phones in enough rows for every card to show a strip
 * that a finger can hit.
 */
export function spots(count: number, width: number, card: number, strip: number | null): { spots: Spot[]; height: number; rows: number[] } {
  const most = strip === null ? count : Math.max(1, Math.floor((width - card) / strip) + 1);
  const rowCount = Math.max(1, Math.ceil(count / Math.max(1, most)));
  const upper = Math.ceil(count / rowCount);
  const rows = Array.from({ length: rowCount }, (_, row) => Math.max(0, Math.min(upper, count - row * upper)));
  const tall = card * 1.4;
  const usual = strip === null && card > 64 ? card * 0.77 : card * 0.98;
  const found: Spot[] = [];
  rows.forEach((inRow, row) => {
    const step = inRow > 1 ? Math.min(usual, (width - card) / (inRow - 1)) : 0;
    // In rows the cards are centred, where both thumbs reach them.
    const from = strip === null ? 0 : (width - card - step * (inRow - 1)) / 2;
    for (let place = 0; place < inRow; place += 1) found.push({ left: from + place * step, top: row * tall * SHOWN, row });
  });
  return { spots: found, height: tall + (rowCount - 1) * tall * SHOWN, rows };
}
