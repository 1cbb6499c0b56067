/** The positions of things on the pull track, in pixels from its top. */

/** From the middle of the thumb to the edge of its ring, and below, from its middle to the end of the track. */
const THUMB = 29;
const THUMB_END = 22;
/** The height of a word with the space around it. */
const WORD = 20;
/** The least distance from one word to the next. */
const LINE = 16;
/** Keeps the first word clear of the round corner. */
const CORNER = 8;

/** The middle of the thumb. */
export function thumbAt(share: number, height: number): number {
  return share * (height - 2 * THUMB_END) + THUMB_END;
}

/** The tops of the words: where each strength begins, or beside the thumb if that is in the way. */
export function wordsAt(begins: readonly number[], share: number, height: number): number[] {
  const thumb = thumbAt(share, height);
  const [above, below] = [thumb - THUMB - WORD, thumb + THUMB];
  const tops = begins.map((begin) => {
    const usual = begin === 0 ? CORNER : begin * height;
    if (usual <= above || usual >= below) return usual;
    const hasRoom = { above: above >= 0, below: below + WORD <= height };
    return hasRoom.above && (usual - above < below - usual || !hasRoom.below) ? above : below;
  });
  // On a short track, a word moved aside may come too near to its neighbour, which then moves in turn.
  for (let at = tops.length - 2; at >= 0; at -= 1) if (tops[at + 1]! <= above) tops[at] = Math.min(tops[at]!, tops[at + 1]! - LINE);
  for (let at = 1; at < tops.length; at += 1) if (tops[at - 1]! >= below) tops[at] = Math.max(tops[at]!, tops[at - 1]! + LINE);
  return tops;
}
