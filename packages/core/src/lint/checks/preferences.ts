/** Checks of lines that state usage preferences. */
import { pathOf, withoutPath } from '../../preferences/aipref.js';
import type { PreferenceLine } from '../../preferences/statements.js';
import { aiprefVocabularies, comparableCategories, contentSignals, type PreferenceUse } from '../../preferences/vocabularies.js';
import { lineCheck, quoted } from './check.js';

const { labels, earlierLabels } = aiprefVocabularies['vocab-08'];
const { signals, uses } = contentSignals;
/** Starts parts of structured fields that can contain commas or equals signs. Lines with one are not checked. */
const STRUCTURED = /[";(]/;
const USES = Object.keys(comparableCategories) as PreferenceUse[];
/** A member of a Dictionary (RFC 9651 3.2) without the parts that `STRUCTURED` starts. */
const MEMBER = /^[a-z*][a-z\d_.*-]*(?:=[^\s=]+)?$/;
/** Values that site owners write instead of yes and no, in lower case. */
const CONSENTS = ['y', 'yes', 'true', '1', '?1', 'allow'];
const REFUSALS = ['n', 'no', 'none', 'false', '0', '?0', 'deny', 'disallow'];

export const ignoredPreference = lineCheck({
  code: 'ignored-preference',
  about: 'value',
  clause: 'draft-ietf-aipref-vocab-08, contentsignals.org',
  title: 'Ignored preference',
  description:
    'A Content-Usage or Content-Signal line precedes the first user-agent line, or has a malformed value or a category that its field does not define.',
  kinds: ['content-usage', 'content-signal'],
  find: ({ kind, value, groupIndex }) => {
    if (groupIndex === undefined)
      return 'No user-agent line precedes this preference, so crawlers ignore it. Move it into the group of the crawlers that it is for.';
    return kind === 'content-usage' ? usageProblem(value) : (signalProblem(value) ?? scopeProblem(value));
  },
});

/**
 * Returns the parts of a content-usage line; none if they require a parser for structured fields, which would make bundles
 * with lint larger.
 */
function usageParts(value: string): string[] {
  const list = withoutPath(value).trim();
  return STRUCTURED.test(list) ? [] : list.split(',').map((part) => part.trim());
}

/** Finds what `preferences` ignores in a content-usage line. */
function usageProblem(list: string): string | undefined {
  const parts = usageParts(list);
  if (parts.length === 1 && parts[0] === '') {
    return `This line states no preference. Write ${valuesInWords(labels[0], ['y', 'n'])}. ${categoriesInWords(labels)}`;
  }
  // A syntax error makes the whole Dictionary invalid (RFC 9651 4.2), so it matters most.
  const invalid = parts.find((text) => !MEMBER.test(text));
  if (invalid !== undefined) return syntaxProblem(invalid);
  for (const text of parts) {
    const [key, value = ''] = text.split('=');
    const values = statedAs(value, 'y', 'n');
    if (isOneOf(labels, key)) {
      if (value === 'y' || value === 'n') continue;
      return problem(text, 'is malformed, so crawlers ignore it', labels, key, values);
    }
    if (isOneOf(earlierLabels, key)) {
      const successor = key === 'ai-output' ? 'ai-use' : 'train-ai';
      return problem(text, 'is from an earlier draft, so crawlers ignore it', labels, successor, values);
    }
    const category = Object.values(comparableCategories).find((use) => use.contentSignals === key);
    if (category !== undefined) {
      return problem(text, 'belongs to Content-Signal, so crawlers ignore it', labels, category.aipref, values);
    }
    return problem(text, 'is unknown, so crawlers ignore it', labels);
  }
  return undefined;
}

function syntaxProblem(text: string): string {
  if (text === '') {
    return 'A preference is missing before or after a comma, so crawlers ignore the whole line. Remove the comma.';
  }
  const [name, value = ''] = text.split('=').map((side) => side.trim());
  const key = name.toLowerCase();
  const why = 'is malformed, so crawlers ignore the whole line';
  return isOneOf(labels, key) ? problem(text, why, labels, key, statedAs(value, 'y', 'n')) : problem(text, why, labels);
}

function scopeProblem(value: string): string | undefined {
  const path = pathOf(value);
  return (
    path &&
    `The path ${quoted(path)} is an extension of Content-Signal. Crawlers that follow the published policy may ignore its first signal and apply the others to the whole site.`
  );
}

function signalProblem(list: string): string | undefined {
  for (const part of withoutPath(list).split(',')) {
    const text = part.trim();
    if (text === '') continue;
    const [name, ...rest] = text.toLowerCase().split('=');
    const key = name.trim();
    const value = rest.join('=').trim();
    if (key === 'use' || isOneOf(signals, key)) {
      const values: readonly string[] = key === 'use' ? uses : ['yes', 'no'];
      if (isOneOf(values, value)) continue;
      const meant = key === 'use' ? uses : statedAs(value, 'yes', 'no');
      return problem(text, 'is malformed, so crawlers ignore it', signals, key, meant);
    }
    const category = Object.values(comparableCategories).find((use) => use.aipref === key);
    if (category === undefined) return problem(text, 'is unknown, so crawlers ignore it', signals);
    const values = statedAs(value, 'yes', 'no');
    return problem(text, 'belongs to Content-Usage, so crawlers ignore it', signals, category.contentSignals, values);
  }
  return undefined;
}

/** What a line states about a use for which several mechanisms have a category. */
export interface StatedUse {
  readonly use: PreferenceUse;
  readonly isRefused: boolean;
}

/** Returns what a line without ignored preferences states. */
export function statedUses({ field, source: { text } }: PreferenceLine): StatedUse[] {
  const isUsage = field === 'content-usage';
  if ((isUsage ? usageProblem : signalProblem)(text) !== undefined) return [];
  const parts = isUsage ? usageParts(text) : withoutPath(text).toLowerCase().split(',');
  return parts.flatMap((part): StatedUse[] => {
    const [key, value] = part.split('=').map((side) => side.trim());
    const use = USES.find((use) => {
      const { aipref, contentSignals } = comparableCategories[use];
      return key === (isUsage ? aipref : contentSignals);
    });
    return use === undefined ? [] : [{ use, isRefused: value.startsWith('n') }];
  });
}

/** Returns the value that was probably meant; both if that is unclear. */
function statedAs(value: string, yes: string, no: string): readonly string[] {
  const written = value.toLowerCase();
  if (isOneOf(CONSENTS, written)) return [yes];
  return isOneOf(REFUSALS, written) ? [no] : [yes, no];
}

function problem(
  text: string,
  why: string,
  categories: readonly string[],
  category?: string,
  values: readonly string[] = [],
): string {
  const advice = category === undefined ? '' : `Write ${valuesInWords(category, values)}. `;
  return `The preference ${quoted(text)} ${why}. ${advice}${categoriesInWords(categories)}`;
}

function valuesInWords(category: string, values: readonly string[]): string {
  return values.map((value) => quoted(`${category}=${value}`)).join(' or ');
}

function categoriesInWords(categories: readonly string[]): string {
  return `The categories are ${categories.join(', ')}.`;
}

function isOneOf(names: readonly string[], name: string): boolean {
  return names.includes(name);
}
