/** Picks one of two English forms; Japanese and Chinese need no choice. */
export function plural(n: number, one: string, other: string): string {
  return n === 1 ? one : other;
}

/** Joins items in the manner of a language: `a`, `a and b`, `a, b and c`. */
export function list(items: string[], language: string): string {
  return new Intl.ListFormat(language, { style: 'long', type: 'conjunction' }).format(items);
}
