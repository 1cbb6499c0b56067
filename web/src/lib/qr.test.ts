import { describe, expect, it } from 'vitest';
import { checkwords, encode } from './qr.ts';

const pattern = ['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111'];

function corner(code: boolean[][], top: number, left: number): string[] {
  return code.slice(top, top + 7).map((row) => row.slice(left, left + 7).map(Number).join(''));
}

describe('QR codes', () => {
  it('grow with the text', () => {
    expect(encode('a')).toHaveLength(21);
    expect(encode('a'.repeat(14))).toHaveLength(21);
    expect(encode('a'.repeat(15))).toHaveLength(25);
    expect(encode('a'.repeat(213))).toHaveLength(57);
    expect(encode('a'.repeat(214))).toBeNull();
  });

  it('have three finders and a dark module', () => {
    const code = encode('https://baize.example/t/0123456789ab#join=00112233445566778899aabbccddeeff')!;
    const size = code.length;
    expect(corner(code, 0, 0)).toEqual(pattern);
    expect(corner(code, 0, size - 7)).toEqual(pattern);
    expect(corner(code, size - 7, 0)).toEqual(pattern);
    expect(code[size - 8]![8]).toBe(true);
  });

  it('say level M and their mask twice', () => {
    const code = encode('Baize')!;
    const first = [0, 1, 2, 3, 4, 5, 7, 8].map((row) => code[row]![8]);
    const second = [...Array(8).keys()].map((i) => code[8]![code.length - 1 - i]);
    expect(first).toEqual(second);
  });

  it('protect data as the standard does', () => {
    // ISO/IEC 18004, annex I: "01234567" in version 1-M.
    const data = [0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11];
    const check = [0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55];
    expect(checkwords(data, 10)).toEqual(check);
  });
});
