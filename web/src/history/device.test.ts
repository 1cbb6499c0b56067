import { describe, expect, it } from 'vitest';
import { deviceName, readBrought } from './device.ts';

describe('devices', () => {
  it('call themselves by browser and system, in few letters', () => {
    expect(deviceName('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')).toBe('Firefox, Linux');
    expect(deviceName('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1')).toBe('Safari, iPhone');
    expect(deviceName('Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0')).toBe('Edge, Windows');
    expect(deviceName('curl/8')).toBe('Browser');
  });

  it('are brought by a code or a key, and by nothing else', () => {
    const key = '0123456789abcdef'.repeat(2);
    expect(readBrought(`#code=${key}`)).toEqual({ code: key });
    expect(readBrought(`#key=${key}`)).toEqual({ key });
    for (const bad of ['', '#', '#code=', `#code=${key}0`, `#code=${key.toUpperCase()}`, `#join=${key}`]) expect(readBrought(bad)).toBeNull();
  });
});
