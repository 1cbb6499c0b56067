/** English has one and other; Japanese and Chinese need no choice. */
export function plural(n: number, one: string, other: string): string {
  return n === 1 ? one : other;
}

/** `a`, `a and b`, `a, b and c` in the way of a language. */
export function list(items: string[], language: string): string {
  return new Intl.ListFormat(language, { style: 'long', type: 'conjunction' }).format(items);
}
