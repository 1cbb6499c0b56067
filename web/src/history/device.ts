/** The name of this device, and the addresses that sign in another one as the same person. */

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

/** For example `Firefox, Linux`. */
export function deviceName(agent: string = navigator.userAgent): string {
  return [first(BROWSERS, agent) ?? 'Browser', first(SYSTEMS, agent)].filter(Boolean).join(', ');
}

/** What a link for a device carries behind its #, where no server sees it. */
export type Brought = { code: string } | { key: string } | null;

export const linkWith = (code: string): string => `${location.origin}/device#code=${code}`;
export const linkWithKey = (key: string): string => `${location.origin}/device#key=${key}`;

/** Reads the part behind the #. */
export function readBrought(hash: string): Brought {
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  const secret = (name: string) => /^[0-9a-f]{32}$/.exec(fragment.get(name) ?? '')?.[0];
  const [code, key] = [secret('code'), secret('key')];
  return code ? { code } : key ? { key } : null;
}
