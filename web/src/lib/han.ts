/**
 * Chinese sentences are written with a space on both sides of what is put into them, which is right for Latin letters and
 * digits. A name or a game in Chinese characters has none.
 */
const HAN = /\p{Script=Han}/u;

/** The text without the spaces between its own characters and this part of it. */
function closeUp(text: string, part: string): string {
  const pieces = text.split(part);
  if (part === '' || pieces.length < 2) return text;
  const [first, last] = [HAN.test([...part][0]!), HAN.test([...part].at(-1)!)];
  return pieces
    .map((piece, at) => {
      let cut = piece;
      if (first && at < pieces.length - 1) cut = cut.replace(/(?<=\p{Script=Han}) $/u, '');
      if (last && at > 0) cut = cut.replace(/^ (?=\p{Script=Han})/u, '');
      return cut;
    })
    .join(part);
}

const parts = (given: unknown): string[] => (typeof given === 'string' ? [given] : Array.isArray(given) ? given.flatMap(parts) : []);

/** The same words, whose sentences close up around names in Chinese characters. */
export function closedUp<W>(words: W): W {
  if (typeof words === 'function') {
    const say = words as unknown as (...given: unknown[]) => unknown;
    return ((...given: unknown[]) => {
      const said = say(...given);
      return typeof said === 'string' ? parts(given).reduce(closeUp, said) : said;
    }) as W;
  }
  if (Array.isArray(words)) return words.map(closedUp) as W;
  if (words !== null && typeof words === 'object') return Object.fromEntries(Object.entries(words).map(([name, value]) => [name, closedUp(value as unknown)])) as W;
  return words;
}
