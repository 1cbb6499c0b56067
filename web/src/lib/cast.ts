/**
 * The house: seven people who play every game, from the gentlest to the strongest. The server says which computer player
 * each of them is in a game, and how strong; this file has their names.
 */
import type { Language } from './language.svelte.ts';

/** From the gentlest to the strongest, in every game. */
export const CAST = ['bruno', 'mina', 'theo', 'amara', 'jun', 'ines', 'vera'] as const;
export type PersonaId = (typeof CAST)[number];

const NAMES: Record<PersonaId, Record<Language, string>> = {
  bruno: { en: 'Bruno', ja: 'ブルーノ', 'zh-Hant': '布魯諾' },
  mina: { en: 'Mina', ja: 'ミナ', 'zh-Hant': '米娜' },
  theo: { en: 'Theo', ja: 'テオ', 'zh-Hant': '西奧' },
  amara: { en: 'Amara', ja: 'アマラ', 'zh-Hant': '阿瑪拉' },
  jun: { en: 'Jun', ja: 'ジュン', 'zh-Hant': '阿俊' },
  ines: { en: 'Ines', ja: 'イネス', 'zh-Hant': '伊內絲' },
  vera: { en: 'Vera', ja: 'ヴェラ', 'zh-Hant': '薇拉' },
};

export function isPersona(id: unknown): id is PersonaId {
  return (CAST as readonly unknown[]).includes(id);
}

/** The name as on a plate. */
export function personaName(id: PersonaId, language: Language): string {
  return NAMES[id][language];
}

/** The name as used in a sentence, for the house and for people: in Japanese with `さん`. */
export function called(name: string, language: Language): string {
  return language === 'ja' ? `${name}さん` : name;
}

/** The name of one of the house as used in a sentence. */
export function personaCalled(id: PersonaId, language: Language): string {
  return called(personaName(id, language), language);
}

/** The next stronger one; null after the last. */
export function stronger(id: PersonaId): PersonaId | null {
  return CAST[CAST.indexOf(id) + 1] ?? null;
}

/** The next gentler one; null before the first. */
export function gentler(id: PersonaId): PersonaId | null {
  return CAST[CAST.indexOf(id) - 1] ?? null;
}
