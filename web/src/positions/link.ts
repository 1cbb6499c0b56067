/** Positions in an address: `#p=1.TEXT.OPTIONS`, both in base64url (docs/positions.md). The server writes and reads the same form. */
import type { Chosen } from '../lib/choice.ts';

/** The greatest length of a link, in characters. */
export const MOST_LINK = 2_000;

export interface Linked {
  text: string;
  options: Chosen;
}

function encode(text: string): string {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function decode(part: string): string {
  if (!/^[\w-]*$/.test(part)) throw new Error('not base64url');
  const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

/** Encodes the part behind `#p=`; null if it would be too long. */
export function writeLink({ text, options }: Linked): string | null {
  const link = Object.keys(options).length > 0 ? `1.${encode(text)}.${encode(JSON.stringify(options))}` : `1.${encode(text)}`;
  return link.length > MOST_LINK ? null : link;
}

/** Decodes that part; null if it cannot be read. */
export function readLink(link: string): Linked | null {
  const [form, text, options, ...more] = link.split('.');
  if (link.length > MOST_LINK || form !== '1' || !text || more.length > 0) return null;
  try {
    const chosen: unknown = options === undefined ? {} : JSON.parse(decode(options));
    if (typeof chosen !== 'object' || chosen === null || Array.isArray(chosen)) return null;
    return { text: decode(text), options: chosen as Chosen };
  } catch {
    return null;
  }
}
