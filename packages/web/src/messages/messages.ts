/** The languages of the page. Only the chosen one is loaded. */
import type { Messages } from './en.js';

export type { Messages };

/** By their own names. */
export const LANGUAGES = { en: 'English', ja: '日本語', tr: 'Türkçe' } as const;

export type Language = keyof typeof LANGUAGES;

export function isLanguage(value: string): value is Language {
  return Object.hasOwn(LANGUAGES, value);
}

/** The first language of a reader's list that the page has; English where it has none. */
export function preferredLanguage(wanted: readonly string[]): Language {
  const known = wanted.map((tag) => tag.toLowerCase().split('-')[0] ?? '').find(isLanguage);
  return known ?? 'en';
}

export async function loadMessages(language: Language): Promise<Messages> {
  switch (language) {
    case 'en':
      return (await import('./en.js')).en;
    case 'ja':
      return (await import('./ja.js')).ja;
    case 'tr':
      return (await import('./tr.js')).tr;
  }
}
