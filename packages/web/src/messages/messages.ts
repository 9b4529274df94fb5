/** The languages of the page. Only the selected one is loaded. */
import type { DiagnosticCode } from '@repkit/core/analysis';
import type { Messages } from './en.js';
import { loadPart } from './load-part.js';

export type { Messages };

export const LANGUAGES = { en: 'English', ja: '日本語', tr: 'Türkçe' } as const;

export type Language = keyof typeof LANGUAGES;

export function isLanguage(value: string): value is Language {
  return Object.hasOwn(LANGUAGES, value);
}

/** Returns the first supported language of a list of language tags, or English. */
export function preferredLanguage(wanted: readonly string[]): Language {
  const known = wanted.map((tag) => tag.toLowerCase().split('-')[0] ?? '').find(isLanguage);
  return known ?? 'en';
}

/** Returns the name of a clause in the language of the page. Names such as "RFC 9309 2.2" are the same in all languages. */
export function clauseText(messages: Messages, clause = ''): string {
  return knownText(messages.clause, clause) ?? clause;
}

/** Returns the text for a name from core or the service, which may be unknown here. */
export function knownText(
  texts: Readonly<Record<string, string>>,
  name: string,
): string | undefined {
  return Object.hasOwn(texts, name) ? texts[name] : undefined;
}

/** Returns a product token as people read it. */
export function crawlerName({ check }: Messages, token: string): string {
  return token === '*' ? check.allOthers : token;
}

/** Returns the title of a problem, and its explanation, which may be empty. */
export function findingText(
  { findings }: Messages,
  { code, title }: { readonly code: DiagnosticCode; readonly title: string },
): readonly [title: string, explanation: string] {
  const [translated = title, ...explanation] = findings.text[code]?.split(': ') ?? [];
  return [translated, explanation.join(': ')];
}

/** A text that is shown for longer than a language may stay selected. */
export type Status = (texts: Messages, language: Language) => string;

export async function loadMessages(language: Language): Promise<Messages> {
  switch (language) {
    case 'en':
      return (await loadPart(() => import('./en.js'))).en;
    case 'ja':
      return (await loadPart(() => import('./ja.js'))).ja;
    case 'tr':
      return (await loadPart(() => import('./tr.js'))).tr;
  }
}
