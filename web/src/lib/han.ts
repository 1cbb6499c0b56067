/**
 * The Chinese sentences of this page have a space on both sides of each inserted part. That is right for Latin letters and
 * digits, but a name or a game in Chinese characters takes no spaces.
 */
const HAN = /\p{Script=Han}/u;

/** Removes the spaces around an inserted part of a text. */
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

/** The same words, with sentences that have no spaces around inserted Chinese characters. */
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
