/** The player's settings for this browser. */
import { isObject, keep, recall } from './storage.ts';

/** All settings, including those that games use. */
export interface Settings {
  language: 'en' | 'ja' | 'zh-Hant' | 'auto';
  theme: 'light' | 'dark' | 'auto';
  contrast: 'normal' | 'high' | 'auto';
  animation: 'off' | 'fast' | 'normal' | 'slow';
  sound: boolean;
  volume: number;
  captions: boolean;
  /** Whether to ask before a move is sent; `auto` means on narrow screens. */
  confirm: 'auto' | 'always' | 'never';
  hints: boolean;
  /** How long the opponents take; the table does the timing. */
  pace: 'slow' | 'normal' | 'fast' | 'instant';
  /** Whether the opponents say something now and then. */
  talk: boolean;
  /** Whether players have ten seconds for calls out of turn. */
  moreTime: boolean;
  /** Whether to add shapes and patterns wherever two colours might look alike. */
  colourSafe: boolean;
  fourColours: boolean;
  pieces: 'glyphs' | 'letters' | 'icons';
  direction: 'auto' | 'tall' | 'wide';
  cardBack: number;
  announce: 'terse' | 'normal' | 'full';
  shortcuts: boolean;
  pullToShoot: boolean;
  leftHand: boolean;
  /** The player's name. */
  name: string;
  /** Games whose coach marks have been seen. */
  coached: string[];
  /** Tips that are shown only once and have been shown: `hurry`, `hint:othello` ... */
  told: string[];
}

const DEFAULTS: Settings = {
  language: 'auto',
  theme: 'auto',
  contrast: 'auto',
  animation: 'normal',
  sound: true,
  volume: 0.6,
  captions: false,
  confirm: 'auto',
  hints: true,
  pace: 'normal',
  talk: true,
  moreTime: false,
  colourSafe: false,
  fourColours: false,
  pieces: 'glyphs',
  direction: 'auto',
  cardBack: 0,
  announce: 'normal',
  shortcuts: true,
  pullToShoot: false,
  leftHand: false,
  name: '',
  coached: [],
  told: [],
};

function asks(query: string): boolean {
  return typeof matchMedia === 'function' && matchMedia(query).matches;
}

/** The defaults, overridden by stored values of the right type, so that values from an older page cannot break a newer one. */
export function readSettings(kept: Record<string, unknown> | null, isStill: boolean): Settings {
  const settings = { ...DEFAULTS, coached: [] as string[], told: [] as string[] };
  if (isStill) settings.animation = 'off';
  for (const name of Object.keys(DEFAULTS) as (keyof Settings)[]) {
    const value = kept?.[name];
    if (typeof value === typeof DEFAULTS[name] && Array.isArray(value) === Array.isArray(DEFAULTS[name])) {
      (settings as Record<string, unknown>)[name] = value;
    }
  }
  return settings;
}

export const settings: Settings = $state(
  readSettings(recall('settings', isObject), asks('(prefers-reduced-motion: reduce)')),
);

/** Changes some settings, applies them at once and stores them. */
export function choose(changes: Partial<Settings>): void {
  Object.assign(settings, changes);
  const kept = recall('settings', isObject) ?? {};
  keep('settings', { ...kept, ...changes });
  showTheme();
}

/** Whether the player wants no motion. */
export function isStill(): boolean {
  return settings.animation === 'off';
}

/** Applies the theme to the page. `boot.js` does the same before the first paint. */
export function showTheme(): void {
  if (typeof document === 'undefined') return;
  const isDark = settings.theme === 'dark' || (settings.theme === 'auto' && asks('(prefers-color-scheme: dark)'));
  const isHigh = settings.contrast === 'high' || (settings.contrast === 'auto' && asks('(prefers-contrast: more)'));
  document.documentElement.dataset.theme = (isHigh ? 'hc-' : '') + (isDark ? 'dark' : 'light');
  document.documentElement.dataset.motion = settings.animation;
}

if (typeof matchMedia === 'function') {
  for (const query of ['(prefers-color-scheme: dark)', '(prefers-contrast: more)']) {
    matchMedia(query).addEventListener('change', showTheme);
  }
}
