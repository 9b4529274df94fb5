/**
 * The texts of the page: one JSON file per language. English is part of the page; another language is loaded when it is selected,
 * and a text that it lacks is shown in English.
 *
 * A text is a string with placeholders such as `{url}`, or an object of such strings by plural form: `=0` for exactly 0, then
 * the categories of `Intl.PluralRules` (`one`, `other`, …) for the value named `count`.
 */
import en from './en.json';
import { loadPart } from './load-part.js';

export const LANGUAGES = { en: 'English', ja: '日本語', tr: 'Türkçe' } as const;

export type Language = keyof typeof LANGUAGES;

type Text = string | PluralForms;

type PluralForms = { readonly other: string } & Readonly<Record<string, string>>;

/** The values of placeholders. Numbers are written as is usual in the language. */
type TextValues = Readonly<Record<string, string | number>>;

/**
 * Keys in `findings.text` are codes of diagnostics, those in `check.governs` names of crawlers, and those in `crawlerFacts`
 * sentences about crawlers. Core has their English texts.
 */
type Texts = Omit<typeof en, 'findings' | 'check' | 'crawlerFacts'> & {
  readonly crawlerFacts: Readonly<Record<string, string>>;
  readonly findings: Omit<(typeof en)['findings'], 'text'> & {
    readonly text: Readonly<Record<string, { readonly title: string; readonly text: string }>>;
  };
  readonly check: Omit<(typeof en)['check'], 'governs'> & {
    readonly governs: Readonly<Record<string, string>>;
  };
};

export interface Messages extends Texts {
  /** The language of the texts, for numbers and times. */
  readonly locale: Language;
  /** Fills in the values of a text. */
  fill(text: Text, values: TextValues): string;
}

/** A text that is shown for longer than a language may stay selected. */
export type Status = (messages: Messages) => string;

export function isLanguage(value: string): value is Language {
  return Object.hasOwn(LANGUAGES, value);
}

/** Returns the first supported language of a list of language tags, or English. */
export function preferredLanguage(wanted: readonly string[]): Language {
  const known = wanted.map((tag) => tag.toLowerCase().split('-')[0] ?? '').find(isLanguage);
  return known ?? 'en';
}

export async function loadMessages(language: Language): Promise<Messages> {
  switch (language) {
    case 'en':
      return messagesOf('en', en);
    case 'ja': {
      const { default: ja } = await loadPart(() => import('./ja.json'));
      return messagesOf('ja', ja);
    }
    case 'tr': {
      const { default: tr } = await loadPart(() => import('./tr.json'));
      return messagesOf('tr', tr);
    }
  }
}

/** Returns the texts of a language, with the English ones for those that it lacks. */
export function messagesOf(language: Language, texts: object): Messages {
  const plural = new Intl.PluralRules(language);
  const number = new Intl.NumberFormat(language);
  const formFor = (forms: PluralForms, count: number) => forms[`=${count}`] ?? forms[plural.select(count)] ?? forms.other;
  return {
    ...(withFallback(texts, en) as Texts),
    locale: language,
    fill(text, values) {
      const template = typeof text === 'string' ? text : formFor(text, Number(values.count));
      return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
        const value = values[name] ?? '';
        return typeof value === 'number' ? number.format(value) : value;
      });
    },
  };
}

/** Merges texts by name. Plural forms are replaced as a whole: languages differ in their categories, and English has `one`. */
function withFallback(texts: object, fallback: object): object {
  const merged: Record<string, unknown> = { ...fallback, ...texts };
  for (const [name, english] of Object.entries(fallback)) {
    const translated = merged[name];
    if (typeof english !== 'object' || 'one' in english) continue;
    merged[name] = withFallback(Object(translated), english);
  }
  return merged;
}

/** Returns the text for a name from core or the service, which may be unknown here. */
export function knownText(texts: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(texts, name) ? texts[name] : undefined;
}

/** Returns the translated reason of an access result if it is known, otherwise the text of the service, or an empty string. */
export function reasonText(
  { live }: Messages,
  { reason, detail = '' }: { readonly reason?: string | undefined; readonly detail?: string | undefined },
): string {
  return reason === undefined ? detail : (knownText(live.reasons, reason) ?? (detail || reason));
}

/** Returns the name of a clause in the language of the page. Names such as "RFC 9309 2.2" are the same in all languages. */
export function clauseText(messages: Messages, clause = ''): string {
  return knownText(messages.clause, clause) ?? clause;
}

/** Returns a product token as people read it. */
export function crawlerName({ check }: Messages, token: string): string {
  return token === '*' ? check.allOthers : token;
}

/** Returns a 1-based line number as people read it, such as "line 1234". */
export function lineText({ fill, line }: Messages, number: number): string {
  return fill(line, { line: String(number) });
}

/** Returns how many more items there are than a list shows. */
export function moreText({ fill, andMore }: Messages, count: number): string {
  return fill(andMore, { count });
}

/** Returns the first items of a list and how many follow, such as "a, b and 7 more". */
export function listText(messages: Messages, items: readonly (string | number)[], shown: number, separator = ', '): string {
  const named = items.slice(0, shown).join(separator);
  const more = items.length - shown;
  return more > 0 ? `${named} ${moreText(messages, more)}` : named;
}

/** Returns the title of a problem and, in languages other than that of core's messages, its explanation. */
export function findingText(
  { findings }: Messages,
  { code, title }: { readonly code: string; readonly title: string },
): readonly [title: string, explanation: string | undefined] {
  const translated = Object.hasOwn(findings.text, code) ? findings.text[code] : undefined;
  return [translated?.title ?? title, translated?.text];
}
