/** The options of `initRobotsTxt`: what is wrong with them, which crawlers they select, and which signals follow from them. */
import { currentNames } from '../crawlers/former-names.js';
import { type CrawlerProfile, crawlerProfile, knownCrawlers } from '../crawlers/known-crawlers.js';
import type { CrawlerPurpose } from '../crawlers/operator-page.js';
import { isMixed, purposesFor } from '../crawlers/purposes.js';
import { knownFields, LIGHTHOUSE_CHECKED } from '../dialect/fields.js';
import { nearestCrawler } from '../lint/checks/user-agents.js';
import { comparableCategories, type PreferenceUse, trainingSignal } from '../preferences/vocabularies.js';
import { urlProblem } from './write.js';

/** What a block states. `--update` reads it from the first line of the block. */
export interface InitOptions {
  /** The purposes of the crawlers to block; at least one. */
  readonly block: readonly CrawlerPurpose[];
  /**
   * Purposes that must stay as they are. A crawler that also serves one of them is mixed, and so is any for search and training.
   */
  readonly keep?: readonly CrawlerPurpose[] | undefined;
  /** Names of known crawlers that are not blocked. */
  readonly except?: readonly string[] | undefined;
  /** Whether mixed crawlers are blocked (default: false, so that each needs a decision). */
  readonly includingMixed?: boolean | undefined;
  /** Absolute URL of a sitemap, added if the file does not list it. */
  readonly sitemap?: string | URL | undefined;
  /** Whether Content-Signal and Content-Usage lines state the same for crawlers without a group of their own. */
  readonly signals?: boolean | undefined;
  /** Whether a group states the training preference signal, which is a draft. Requires `ai-training` to be blocked. */
  readonly trainingSignal?: boolean | undefined;
}

/** The crawlers with a purpose to block. */
export interface Selection {
  readonly options: InitOptions;
  readonly blocked: readonly CrawlerProfile[];
  readonly mixed: ReadonlySet<CrawlerProfile>;
  /** Mixed crawlers that are left as they are. */
  readonly excepted: readonly CrawlerProfile[];
  /** Mixed crawlers that no option decides about. */
  readonly undecided: readonly CrawlerProfile[];
  /** The names of the groups that state the training preference signal. */
  readonly labels: readonly string[];
}

export function select(options: InitOptions): Selection {
  const { block, keep = [], except = [], includingMixed = false, trainingSignal: isSignaling = false } = options;
  const named = new Set(except.map((name) => name.toLowerCase()));
  const candidates = knownCrawlers.filter(
    ({ purposes, obeysRobotsTxt }) => obeysRobotsTxt !== 'no' && purposes.some((purpose) => block.includes(purpose)),
  );
  const mixed = new Set(
    candidates.filter((crawler) => {
      const others = crawler.purposes.filter((purpose) => !block.includes(purpose));
      return others.some((purpose) => keep.includes(purpose)) || (others.length > 0 && isMixed(crawler));
    }),
  );
  const isExcepted = ({ name }: CrawlerProfile) => named.has(name.toLowerCase());
  const blocked = candidates.filter((crawler) => !isExcepted(crawler));
  return {
    options,
    blocked,
    mixed,
    excepted: [...mixed].filter(isExcepted),
    undecided: includingMixed ? [] : blocked.filter((crawler) => mixed.has(crawler)),
    labels: isSignaling ? trainingSignal.policyTokens.map(({ token }) => token) : [],
  };
}

/**
 * Options of `initRobotsTxt` that contradict each other or have an invalid value. The message says what to do.
 *
 * @example
 * ```ts
 * import { InitOptionsError, initRobotsTxt } from '@repkit/core/analysis';
 *
 * let path;
 * try {
 *   initRobotsTxt('', { block: ['archive'], except: ['CCBot', 'ExampleBot'] });
 * } catch (error) {
 *   if (error instanceof InitOptionsError) path = error.path;
 * }
 * path; // [ 'except', 1 ]
 * ```
 */
export class InitOptionsError extends RangeError {
  override readonly name = 'InitOptionsError';
  /** The name of the option, and the index in its list: `['except', 1]`. */
  readonly path: readonly (string | number)[];

  constructor(message: string, ...path: readonly (string | number)[]) {
    super(message);
    this.path = path;
  }
}

/** Returns the first reason why options cannot be used; undefined if they can. */
export function optionsProblem(options: InitOptions): InitOptionsError | undefined {
  const { block, keep = [], except = [], sitemap } = options;
  if (block.length === 0) return new InitOptionsError('No purpose to block was named.', 'block');
  const purposes = purposesFor('all');
  for (const [option, list] of Object.entries({ block, keep }) as ['block' | 'keep', readonly CrawlerPurpose[]][]) {
    const index = list.findIndex((purpose) => !purposes.includes(purpose));
    if (index >= 0) {
      return new InitOptionsError(`Unknown purpose "${list[index]}". Use ${purposes.join(', ')}.`, option, index);
    }
  }
  const both = keep.findIndex((purpose) => block.includes(purpose));
  if (both >= 0) {
    return new InitOptionsError(`The purpose "${keep[both]}" is both blocked and kept. Choose one.`, 'keep', both);
  }
  const unknown = except.findIndex((name) => crawlerProfile(name) === undefined);
  if (unknown >= 0) return new InitOptionsError(unknownCrawlerText(except[unknown]), 'except', unknown);
  if (select(options).blocked.length === 0) {
    return new InitOptionsError('Each crawler to block is an exception, so no crawler would be blocked.', 'except');
  }
  const invalidSitemap = sitemap === undefined ? undefined : urlProblem('sitemap', sitemap);
  if (invalidSitemap !== undefined) return new InitOptionsError(invalidSitemap, 'sitemap');
  if (options.trainingSignal && !block.includes('ai-training')) {
    const message = 'The training preference signal requires "ai-training" among the purposes to block.';
    return new InitOptionsError(message, 'trainingSignal');
  }
  if (options.signals && ![...block, ...keep].some((purpose) => USES[purpose] !== undefined)) {
    return new InitOptionsError(`The signals require one of the purposes ${Object.keys(USES).join(', ')}.`, 'signals');
  }
  return undefined;
}

function unknownCrawlerText(name: string): string {
  if (purposesFor(name).length > 0) return `"${name}" is a purpose. Name crawlers as exceptions, or keep the purpose.`;
  const known = [...currentNames(name), nearestCrawler(name) ?? ''].find((other) => crawlerProfile(other) !== undefined);
  const hint = known === undefined ? 'Use the name of a known one.' : `Did you mean "${known}"?`;
  return `Unknown crawler "${name}". ${hint}`;
}

/** The use of content that a purpose is about, as far as mechanisms for preferences have a category for it. */
const USES: Readonly<Partial<Record<CrawlerPurpose, PreferenceUse>>> = {
  search: 'search',
  'ai-search': 'input',
  'ai-training': 'training',
};

/** Content-Usage follows a rule in every case: in draft-ietf-aipref-attach-05 it ends a run of user-agent lines. */
export function signalLines({ block, keep = [] }: InitOptions): string[] {
  const stated = Object.entries(USES).flatMap(([name, use]) => {
    const purpose = name as CrawlerPurpose;
    const isStated = block.includes(purpose) || keep.includes(purpose);
    return isStated ? [{ ...comparableCategories[use], isPermitted: keep.includes(purpose) }] : [];
  });
  const signals = stated.map(({ contentSignals, isPermitted }) => `${contentSignals}=${isPermitted ? 'yes' : 'no'}`);
  const usage = stated.map(({ aipref, isPermitted }) => `${aipref}=${isPermitted ? 'y' : 'n'}`);
  return [
    `${knownFields['content-signal'].title}: ${signals.join(', ')}`,
    `${knownFields['content-usage'].title}: ${usage.join(', ')}`,
  ];
}

/** Returns what the lines for preferences cost in Lighthouse's audit of robots.txt, as sentences. */
export function notesOn({ signals, trainingSignal }: InitOptions): string[] {
  const fields = signals ? [knownFields['content-signal'], knownFields['content-usage']] : [];
  const notes = fields.map(({ title, lighthouse }) =>
    lighthouse === undefined
      ? `${title}: Lighthouse ${LIGHTHOUSE_CHECKED} marks the file down for this field.`
      : `${title}: Lighthouse accepts this field from ${lighthouse}; earlier releases mark the file down.`,
  );
  const label = 'Training signal: Lighthouse has nothing against it, because it is an ordinary group. It is a draft.';
  return trainingSignal ? [...notes, label] : notes;
}
