/** Equal as JSON, whatever the order of fields. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const [left, right] = [Object.entries(a), b as Record<string, unknown>];
  return Array.isArray(a) === Array.isArray(b) && left.length === Object.keys(b).length && left.every(([name, value]) => name in right && isEqual(value, right[name]));
}
