/** Checks of lines that state usage preferences. */
import { withoutPath } from '../../preferences/aipref.js';
import type { PreferenceLine } from '../../preferences/statements.js';
import {
  aiprefVocabularies,
  comparableCategories,
  contentSignals,
  type PreferenceUse,
} from '../../preferences/vocabularies.js';
import { type LineCheck, quoted, writtenValue } from './check.js';

const { labels, earlierLabels } = aiprefVocabularies['vocab-08'];
const { signals, uses } = contentSignals;
/** Parts of a structured field that can contain a comma or an equals sign; their lines are not checked. */
const STRUCTURED = /[";(]/;
const USES = Object.keys(comparableCategories) as PreferenceUse[];
const KEY = /^[a-z*][a-z\d_.*-]*$/;

export const preferenceChecks: readonly LineCheck[] = [
  {
    code: 'ignored-preference',
    about: 'value',
    find: ({ record }) => {
      const { kind } = record;
      const message =
        kind === 'content-usage'
          ? usageProblem(writtenValue(record))
          : kind === 'content-signal'
            ? signalProblem(writtenValue(record))
            : undefined;
      return message === undefined ? undefined : { message };
    },
  },
];

/**
 * Returns the parts of a content-usage line; none if they require a parser for structured fields, without which bundles
 * with lint stay small.
 */
function usageParts(value: string): string[] {
  const list = withoutPath(value).trim();
  return STRUCTURED.test(list) ? [] : list.split(',').map((part) => part.trim());
}

/** Finds what `preferences` ignores in a content-usage line. */
function usageProblem(value: string): string | undefined {
  for (const text of usageParts(value)) {
    const [key] = text.split('=', 1);
    const isStated = text === `${key}=y` || text === `${key}=n`;
    if (KEY.test(key) && isStated && isOneOf(labels, key)) continue;
    const same = Object.values(comparableCategories).find((use) => use.contentSignals === key);
    const why = isOneOf(earlierLabels, key)
      ? 'is from an earlier draft'
      : !KEY.test(key) || isOneOf(labels, key)
        ? 'is malformed'
        : same === undefined
          ? 'is unknown'
          : 'belongs to Content-Signal';
    return problem(text, why, `${same?.aipref ?? labels[0]}=n`, labels);
  }
  return undefined;
}

function signalProblem(value: string): string | undefined {
  for (const part of value.split(',')) {
    const text = part.trim();
    const [name, ...rest] = text.toLowerCase().split('=');
    const key = name.trim();
    const values: readonly string[] = key === 'use' ? uses : ['yes', 'no'];
    const isKnown = key === 'use' || isOneOf(signals, key);
    if (text === '' || (isKnown && isOneOf(values, rest.join('=').trim()))) continue;
    const same = Object.values(comparableCategories).find((use) => use.aipref === key);
    const why = isKnown
      ? 'is malformed'
      : same === undefined
        ? 'is unknown'
        : 'belongs to Content-Usage';
    const fix = key === 'use' ? `use=${uses[1]}` : `${same?.contentSignals ?? 'ai-train'}=no`;
    return problem(text, why, fix, signals);
  }
  return undefined;
}

/** What a line states about a use that several mechanisms have a category for. */
export interface StatedUse {
  readonly use: PreferenceUse;
  readonly isRefused: boolean;
}

/** Returns what a line without ignored preferences states. */
export function statedUses({ field, source: { text } }: PreferenceLine): StatedUse[] {
  const isUsage = field === 'content-usage';
  if ((isUsage ? usageProblem : signalProblem)(text) !== undefined) return [];
  const parts = isUsage ? usageParts(text) : text.toLowerCase().split(',');
  return parts.flatMap((part): StatedUse[] => {
    const [key, value] = part.split('=').map((side) => side.trim());
    const use = USES.find((use) => {
      const { aipref, contentSignals } = comparableCategories[use];
      return key === (isUsage ? aipref : contentSignals);
    });
    return use === undefined ? [] : [{ use, isRefused: value.startsWith('n') }];
  });
}

function problem(text: string, why: string, fix: string, categories: readonly string[]): string {
  return `The preference ${quoted(text)} ${why}, so crawlers ignore it. Write it as in ${quoted(fix)}; the categories are ${categories.join(', ')}.`;
}

function isOneOf(names: readonly string[], name: string): boolean {
  return names.includes(name);
}
