/** How a site owner wants content to be used, for each mechanism separately. */

import type { Crawler } from '../file/crawler.js';
import { assertParsed } from '../file/internal.js';
import { matcherFor, parseRobotsTxt, type RobotsTxt } from '../file/robots-txt.js';
import type { MetaElement } from '../http/directives.js';
import { fieldValues, type ResponseHeaders } from '../http/structured-fields.js';
import type { Verdict } from '../match/verdict.js';
import { type AiprefPreferences, applyingLines, hasPath, readAipref } from './aipref.js';
import {
  type ContentSignalPreferences,
  type LinkElement,
  type RslPreferences,
  readContentSignals,
  readLicenses,
} from './signals-and-licenses.js';
import { combine, linesFor, type Preference, type PreferenceStatement, Statements } from './statements.js';
import { readTdmrep, type TdmrepFile, type TdmrepPreferences } from './tdmrep.js';
import {
  type AiprefVocabulary,
  aiprefVocabularies,
  comparableCategories,
  type MechanismVersion,
  type PolicyToken,
  type PreferenceMechanism,
  type PreferenceUse,
  trainingSignal,
  versionOf,
} from './vocabularies.js';

export interface PreferenceOptions {
  /** The headers of the response for the URL. */
  readonly headers?: ResponseHeaders | undefined;
  /** The meta elements in the head of the page. */
  readonly meta?: readonly MetaElement[] | undefined;
  /** The link elements in the head of the page. */
  readonly links?: readonly LinkElement[] | undefined;
  /** The content of /.well-known/tdmrep.json, as text or parsed. */
  readonly tdmrep?: TdmrepFile | undefined;
  /** The AIPREF vocabulary: a name or data (default: the latest). */
  readonly vocabulary?: keyof typeof aiprefVocabularies | AiprefVocabulary;
  /** The policy tokens of the training preference signal (default: `__usage_ai-training`). */
  readonly policyTokens?: readonly PolicyToken[];
  /** Adds `strictest` to the result (default: false). */
  readonly strictest?: boolean;
}

export interface TrainingSignalPreferences {
  readonly version: MechanismVersion;
  /** The document that reserves the form of its labels. */
  readonly labels: MechanismVersion;
  /** `undefined` if there are no policy tokens, because the mechanism then cannot state anything. */
  readonly status: 'defined' | 'undefined';
  /** By the category of the policy token. */
  readonly categories: Readonly<Record<string, Preference>>;
}

/** A statement of one mechanism about a use for which others also have a category. */
export interface ComparedStatement extends PreferenceStatement {
  readonly mechanism: PreferenceMechanism;
  readonly category: string;
}

/** Contradictory statements about one use: some say `yes` and some `no`. */
export interface PreferenceConflict {
  readonly use: PreferenceUse;
  readonly statements: readonly ComparedStatement[];
}

export interface Preferences {
  /** Whether the crawler may fetch the URL. Preferences never change it. */
  readonly access: Verdict;
  readonly aipref: AiprefPreferences;
  readonly trainingSignal: TrainingSignalPreferences;
  readonly contentSignals: ContentSignalPreferences;
  readonly rsl: RslPreferences;
  readonly tdmrep: TdmrepPreferences;
  /** The uses about which mechanisms, or lines and headers of one mechanism, contradict each other. */
  readonly conflicts: readonly PreferenceConflict[];
  /** With `strictest`: `no` if any mechanism says `no`, else `yes` if any says `yes`; and the mapping that was used. */
  readonly strictest?: {
    readonly values: Readonly<Record<PreferenceUse, Preference['value']>>;
    readonly mapping: typeof comparableCategories;
  };
}

/**
 * Returns the usage preferences for a URL and a crawler. Each mechanism is reported separately, because none takes
 * precedence over another. For a disallowed URL, the content-usage and content-signal lines and the policy tokens of the
 * robots.txt are ignored (draft-ietf-aipref-attach-05 section 3.1); headers, elements of the page, licenses and
 * tdmrep.json are independent of access.
 *
 * Groups are those of the file's dialect; parse with `aiprefDialect()` for groups as in draft-ietf-aipref-attach-05.
 * Linear in the body, the headers and the file. Throws a TypeError for an invalid URL, product token or policy token,
 * but never because of what a robots.txt, header or file contains.
 *
 * @example
 * ```ts
 * import { parseRobotsTxt } from '@repkit/core';
 * import { preferences } from '@repkit/core/preferences';
 *
 * const robotsTxt = parseRobotsTxt('User-agent: *\nContent-Usage: train-ai=n');
 * const { aipref } = preferences(robotsTxt, 'https://example.com/page', 'ExampleBot');
 * aipref.categories['train-ai']?.value; // 'no'
 * ```
 */
export function preferences(
  robotsTxt: RobotsTxt,
  url: string | URL,
  crawler: Crawler,
  options: PreferenceOptions = {},
): Preferences {
  assertParsed(robotsTxt);
  const { headers, meta, links, tdmrep, policyTokens = trainingSignal.policyTokens } = options;
  const matcher = matcherFor(robotsTxt, crawler);
  const access = matcher.explain(url);
  const { group } = matcher;
  const usage = linesFor(robotsTxt, group, 'content-usage');
  const signals = linesFor(robotsTxt, group, 'content-signal');
  const licenses = linesFor(robotsTxt, group, 'license');
  const { allowed } = access;
  const read = {
    aipref: readAipref(robotsTxt, url, allowed ? usage.inGroups : [], headers, vocabularyOf(options.vocabulary)),
    trainingSignal: readTrainingSignal(robotsTxt, url, policyTokens, allowed),
    contentSignals: readContentSignals(
      allowed ? [...applyingLines(robotsTxt, url, signals.inGroups).keys()] : [],
      signals.outside,
      fieldValues(headers, 'content-signal').filter((text) => appliesTo(text, url, robotsTxt)),
    ),
    rsl: readLicenses(licenses.inGroups, licenses.outside, headers, links),
    tdmrep: readTdmrep(tdmrep, access.target, headers, meta),
  };
  const compared = compareUses(read);
  const conflicts = compared.filter(({ statements }) => new Set(statements.map(({ value }) => value)).size > 1);
  const result = { access, ...read, conflicts };
  if (options.strictest !== true) return result;
  const values = Object.fromEntries(compared.map(({ use, statements }) => [use, combine(statements).value])) as Record<
    PreferenceUse,
    Preference['value']
  >;
  return { ...result, strictest: { values, mapping: comparableCategories } };
}

/** Returns whether the path that a Content-Signal header starts with, if any, matches a URL. */
function appliesTo(signals: string, url: string | URL, { dialect }: RobotsTxt): boolean {
  if (!hasPath(signals)) return true;
  const scope = parseRobotsTxt(`User-agent: *\nContent-Signal: ${signals}\n`, { dialect });
  return applyingLines(scope, url, linesFor(scope, scope.matcher('A').group, 'content-signal').inGroups).size > 0;
}

function vocabularyOf(vocabulary: PreferenceOptions['vocabulary'] = 'vocab-08'): AiprefVocabulary {
  if (typeof vocabulary === 'object') return vocabulary;
  if (Object.hasOwn(aiprefVocabularies, vocabulary)) return aiprefVocabularies[vocabulary];
  const names = Object.keys(aiprefVocabularies).join(', ');
  throw new RangeError(`Unknown vocabulary ${JSON.stringify(vocabulary)}. Use one of ${names}.`);
}

/**
 * Checks the URL for each policy token with the ordinary matcher. Only a rule in a group that names the token counts, because
 * no document says whether policy tokens fall back to `*`.
 */
function readTrainingSignal(
  robotsTxt: RobotsTxt,
  url: string | URL,
  policyTokens: readonly PolicyToken[],
  isAllowed: boolean,
): TrainingSignalPreferences {
  const statements = new Statements(policyTokens.map(({ category }) => category));
  for (const { token, category } of isAllowed ? policyTokens : []) {
    const { allowed, group, rule } = robotsTxt.explain(url, token);
    if (group?.productToken === '*' || rule === undefined) continue;
    const { line, span, pattern } = rule;
    const source = { in: 'robots.txt', line, span, text: pattern } as const;
    statements.add(category, allowed ? 'yes' : 'no', source);
  }
  return {
    version: versionOf(trainingSignal),
    labels: trainingSignal.labels,
    status: policyTokens.length === 0 ? 'undefined' : 'defined',
    categories: statements.categories,
  };
}

/** Returns the statements of all mechanisms about each use. */
function compareUses(
  read: Readonly<Record<PreferenceMechanism, { readonly categories: Readonly<Record<string, Preference>> }>>,
): PreferenceConflict[] {
  return (Object.keys(comparableCategories) as PreferenceUse[]).map((use) => {
    const categories = Object.entries(comparableCategories[use]) as [PreferenceMechanism, string][];
    const statements = categories.flatMap(([mechanism, category]) =>
      (read[mechanism].categories[category]?.statements ?? []).map(({ value, source }) => {
        return { mechanism, category, value, source };
      }),
    );
    return { use, statements };
  });
}
