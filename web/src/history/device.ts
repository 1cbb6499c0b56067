/** What this device calls itself, and the addresses that bring another one to the same person. */

const BROWSERS: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/OPR\//, 'Opera'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

const first = (all: [RegExp, string][], agent: string) => all.find(([sign]) => sign.test(agent))?.[1];

/** `Firefox, Linux`. */
export function deviceName(agent: string = navigator.userAgent): string {
  return [first(BROWSERS, agent) ?? 'Browser', first(SYSTEMS, agent)].filter(Boolean).join(', ');
}

/** What a link to a device carries behind its #: nothing that a server would hear of. */
export type Brought = { code: string } | { key: string } | null;

export const linkWith = (code: string): string => `${location.origin}/device#code=${code}`;
export const linkWithKey = (key: string): string => `${location.origin}/device#key=${key}`;

/** Reads what stands behind the #. */
export function readBrought(hash: string): Brought {
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  const secret = (name: string) => /^[0-9a-f]{32}$/.exec(fragment.get(name) ?? '')?.[0];
  const [code, key] = [secret('code'), secret('key')];
  return code ? { code } : key ? { key } : null;
}
