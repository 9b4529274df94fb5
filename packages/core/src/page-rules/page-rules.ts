/** The page-level rules that apply to one crawler, with the source of each. */

import { type MetaElement, type PageDirective, readRobotsHeader, readRobotsMeta } from '../http/directives.js';
import { fieldValues, parseList, type ResponseHeaders } from '../http/structured-fields.js';
import type { PreferenceUse } from '../preferences/vocabularies.js';
import { type PageRuleEngine, type PageRuleEngineName, pageRuleEngines } from './engines.js';

export interface PageInput {
  /** The headers of the response. */
  readonly headers?: ResponseHeaders | undefined;
  /** The meta elements of the page; those with other names are skipped. */
  readonly meta?: readonly MetaElement[] | undefined;
}

export interface PageRuleOptions {
  /** The engine whose interpretation applies: a name or data (default: `google`). */
  readonly engine?: PageRuleEngineName | PageRuleEngine;
  /** The names by which headers and meta elements may address the crawler (default: those of the engine). */
  readonly crawler?: string | readonly string[];
  /** The current time in milliseconds since 1970. Without it, `unavailable_after` is reported but not applied. */
  readonly now?: number;
}

/**
 * Why a directive has no effect:
 * - `other-crawler`: it names another crawler.
 * - `undocumented-header`: the engine is not documented to read it from a header.
 * - `unsupported`: the engine does not document the directive.
 * - `invalid-value`: its value is missing or invalid.
 * - `overridden`: another directive takes precedence.
 */
export type IgnoredDirectiveReason = 'other-crawler' | 'undocumented-header' | 'unsupported' | 'invalid-value' | 'overridden';

export interface IgnoredDirective {
  readonly reason: IgnoredDirectiveReason;
  readonly directive: PageDirective;
}

/** Directives that contradict each other, such as `index` and `noindex`. */
export interface PageRuleContradiction {
  readonly directives: readonly PageDirective[];
  /** How it was resolved. `undocumented`: the engine does not say, so the restriction is assumed to apply. */
  readonly resolution: PageRuleEngine['conflicts'];
}

export interface PageRules {
  /** The engine's name. */
  readonly engine: string;
  /** The documents that describe its behavior. */
  readonly sources: readonly string[];
  /** Whether the page may appear in search results; false after `unavailable_after`. */
  readonly index: boolean;
  /** Whether the links of the page may be followed. */
  readonly follow: boolean;
  /** Whether text or video of the page may be shown in results. */
  readonly snippet: boolean;
  /** Maximum characters of a snippet; -1 for no limit. */
  readonly maxSnippet: number;
  /** Maximum seconds of a video preview; -1 for no limit. */
  readonly maxVideoPreview: number;
  /** The largest image preview allowed; absent if not stated. */
  readonly maxImagePreview?: 'none' | 'standard' | 'large';
  /** When the page should leave the results, in milliseconds since 1970. */
  readonly unavailableAfter?: number;
  /**
   * The names of all restrictions that apply, in alphabetical order. `none` is split into two; `all`, `index`, `follow`
   * and `archive` restrict nothing.
   */
  readonly restrictions: readonly string[];
  /** The directives that forbid a use of the content, as the engine documents. */
  readonly forbiddenUses: Readonly<Partial<Record<PreferenceUse, readonly PageDirective[]>>>;
  /** The directives that apply, with their sources. */
  readonly directives: readonly PageDirective[];
  readonly ignored: readonly IgnoredDirective[];
  readonly contradictions: readonly PageRuleContradiction[];
  /** Number of entries that the lists above omit, because each has at most 100. All directives are applied. */
  readonly omitted?: number;
}

/** Limits memory: a header of 50 KB can have 25,000 directives. */
const MAX_LISTED = 100;

/** The restrictions that each permissive directive lifts. */
const permits: Readonly<Record<string, readonly string[]>> = {
  all: ['noindex', 'nofollow', 'noarchive'],
  index: ['noindex'],
  follow: ['nofollow'],
  archive: ['noarchive'],
};
const PREVIEWS = ['none', 'standard', 'large'] as const;

/**
 * Returns the page-level rules for a crawler from X-Robots-Tag headers and robots meta elements, combined as the engine
 * documents. Crawlers never see the rules of a page that robots.txt disallows, because they do not fetch it. Never
 * throws because of what headers or meta elements contain; linear in them. Throws a RangeError for an unknown engine.
 *
 * @example
 * ```ts
 * import { pageRules } from '@repkit/core/preferences';
 *
 * const rules = pageRules({ headers: { 'x-robots-tag': 'noindex, max-snippet:50' } });
 * [rules.index, rules.follow, rules.maxSnippet]; // [ false, true, 50 ]
 * ```
 */
export function pageRules(input: PageInput, options: PageRuleOptions = {}): PageRules {
  const engine = engineOf(options.engine);
  const { crawler = engine.tokens, now } = options;
  const names = new Set((typeof crawler === 'string' ? [crawler] : crawler).map(normalizedName));
  const ignored: IgnoredDirective[] = [];
  const applicable = directivesOf(input, engine, names).filter((directive) => {
    const reason = reasonToIgnore(directive, engine, names);
    if (reason !== undefined) ignored.push({ reason, directive });
    return reason === undefined;
  });
  const { kept, contradictions, overridden, canceled } = resolve(applicable, engine);
  for (const directive of overridden) ignored.push({ reason: 'overridden', directive });
  const restrictions = new Set(
    kept.filter(isRestriction).flatMap(({ name }) => (name === 'none' ? ['noindex', 'nofollow'] : name)),
  );
  if (engine.conflicts === 'permissive') {
    for (const name of canceled) restrictions.delete(name);
  }
  for (const name of Object.keys(permits)) restrictions.delete(name);
  const preview = lowest(kept, 'max-image-preview', (value) =>
    PREVIEWS.indexOf(value.toLowerCase() as (typeof PREVIEWS)[number]),
  );
  const times = kept.flatMap(({ time }) => time ?? []);
  const unavailableAfter = times.reduce((least, time) => Math.min(least, time), Infinity);
  const maxSnippet = lowest(kept, 'max-snippet', limit);
  const maxVideoPreview = lowest(kept, 'max-video-preview', limit);
  const isExpired = now !== undefined && now > unavailableAfter;
  let omitted = 0;
  const firstOf = <Item>(list: readonly Item[]): readonly Item[] => {
    omitted += Math.max(0, list.length - MAX_LISTED);
    return list.slice(0, MAX_LISTED);
  };
  const lists = {
    directives: firstOf(kept),
    ignored: firstOf(ignored),
    contradictions: contradictions.map((contradiction) => ({
      ...contradiction,
      directives: firstOf(contradiction.directives),
    })),
  };
  return {
    engine: engine.name,
    sources: engine.sources,
    index: !restrictions.has('noindex') && !isExpired,
    follow: !restrictions.has('nofollow'),
    snippet: !restrictions.has('nosnippet') && maxSnippet !== 0,
    maxSnippet: restrictions.has('nosnippet') ? 0 : finite(maxSnippet),
    maxVideoPreview: finite(maxVideoPreview),
    ...(preview !== Infinity && { maxImagePreview: PREVIEWS[preview] }),
    ...(unavailableAfter !== Infinity && { unavailableAfter }),
    restrictions: [...restrictions].sort(),
    forbiddenUses: forbiddenUses(kept, engine, restrictions, isExpired),
    ...lists,
    ...(omitted > 0 && { omitted }),
  };
}

function forbiddenUses(
  kept: readonly PageDirective[],
  { forbids = {} }: PageRuleEngine,
  restrictions: ReadonlySet<string>,
  isExpired: boolean,
): PageRules['forbiddenUses'] {
  const applies = ({ name, value }: PageDirective) => {
    if (name === 'unavailable_after') return isExpired;
    if (name === 'max-snippet') return Number(value) === 0;
    return restrictions.has(name === 'none' ? 'noindex' : name);
  };
  return Object.fromEntries(
    Object.entries(forbids).flatMap(([use, names]) => {
      const directives = kept.filter((directive) => {
        return names.includes(directive.name) && applies(directive);
      });
      return directives.length === 0 ? [] : [[use, directives.slice(0, MAX_LISTED)]];
    }),
  );
}

/** Returns false for values without a limit, and for `indexifembedded`, which lifts a restriction. */
function isRestriction({ name, value }: PageDirective): boolean {
  const isUnlimited = name.startsWith('max-') && (value === '-1' || value?.toLowerCase() === 'large');
  return !isUnlimited && name !== 'indexifembedded';
}

function normalizedName(name: string): string {
  return name.trim().toLowerCase();
}

function engineOf(engine: PageRuleOptions['engine'] = 'google'): PageRuleEngine {
  if (typeof engine === 'object') return engine;
  if (Object.hasOwn(pageRuleEngines, engine)) return pageRuleEngines[engine];
  const names = Object.keys(pageRuleEngines).join(', ');
  throw new RangeError(`Unknown engine ${JSON.stringify(engine)}. Use one of ${names}.`);
}

/** Returns the directives of headers and of meta elements for all crawlers or this one. */
function directivesOf({ headers, meta = [] }: PageInput, engine: PageRuleEngine, names: ReadonlySet<string>): PageDirective[] {
  const isOwn = (name: string) => name === 'robots' || names.has(name);
  const ofMeta = readRobotsMeta(meta).filter(({ token = 'robots' }) => isOwn(token));
  const ofHeader = readRobotsHeader(fieldValues(headers, 'x-robots-tag'));
  const ofList = engine.header === 'robots-tag' ? readRobotsTag(headers) : [];
  return [...ofList, ...ofHeader, ...ofMeta];
}

/**
 * Reads the Robots-Tag header of draft-illyes-repext-03: a List of product tokens with directives as parameters. An
 * invalid List has no directives.
 */
function readRobotsTag(headers: ResponseHeaders | undefined): PageDirective[] {
  const members = parseList(fieldValues(headers, 'robots-tag')) ?? [];
  return members.flatMap(({ item, parameters }, index): PageDirective[] => {
    if (!('type' in item) || (item.type !== 'token' && item.type !== 'string')) return [];
    const token = normalizedName(item.value);
    return Array.from(parameters, ([name, { value }]) => ({
      name,
      valid: value === true,
      ...(token !== '*' && { token }),
      source: { in: 'header', index, text: name },
    }));
  });
}

function reasonToIgnore(
  { name, token, valid, source }: PageDirective,
  engine: PageRuleEngine,
  names: ReadonlySet<string>,
): IgnoredDirectiveReason | undefined {
  if (token !== undefined && token !== 'robots' && !names.has(token)) return 'other-crawler';
  if (source.in === 'header') {
    if (engine.header === 'undocumented') return 'undocumented-header';
    if (engine.metaOnly?.includes(name)) return 'undocumented-header';
  }
  if (!engine.directives.includes(name)) return 'unsupported';
  return valid ? undefined : 'invalid-value';
}

interface Resolved {
  readonly kept: PageDirective[];
  readonly overridden: PageDirective[];
  /** The restrictions that permissive directives lift. */
  readonly canceled: ReadonlySet<string>;
  readonly contradictions: PageRuleContradiction[];
}

/** Decides between directives that contradict each other. */
function resolve(applicable: readonly PageDirective[], engine: PageRuleEngine): Resolved {
  const stated = new Set(applicable.map(({ name }) => name));
  const losing = new Set(
    engine.overridden?.filter(({ directive, by }) => stated.has(directive) && stated.has(by)).map(({ directive }) => directive),
  );
  const canceled = new Set(applicable.flatMap(({ name }) => permitted(name)));
  const contradictions: PageRuleContradiction[] = [];
  for (const restriction of ['noindex', 'nofollow', 'noarchive']) {
    const isStated = ({ name }: PageDirective) => restricted(name).includes(restriction);
    const isLifted = ({ name }: PageDirective) => permitted(name).includes(restriction);
    if (!applicable.some(isStated) || !applicable.some(isLifted)) continue;
    const directives = applicable.filter((directive) => isStated(directive) || isLifted(directive));
    contradictions.push({ directives, resolution: engine.conflicts });
    for (const { name } of directives) {
      // `none` and `all` combine several directives, so they are dropped only as a whole.
      if (engine.conflicts === 'permissive') {
        const isCanceled = restricted(name).every((restriction) => canceled.has(restriction));
        if (restricted(name).length > 0 && isCanceled) losing.add(name);
      } else if (name !== 'all' && permitted(name).length > 0) losing.add(name);
    }
  }
  return {
    kept: applicable.filter(({ name }) => !losing.has(name)),
    overridden: applicable.filter(({ name }) => losing.has(name)),
    canceled,
    contradictions,
  };
}

function permitted(name: string): readonly string[] {
  return Object.hasOwn(permits, name) ? permits[name] : [];
}

/** Returns which of the cancelable restrictions a directive states. */
function restricted(name: string): readonly string[] {
  if (name === 'none') return ['noindex', 'nofollow'];
  return name === 'noindex' || name === 'nofollow' || name === 'noarchive' ? [name] : [];
}

/** Returns the lowest value of a directive; Infinity if it is not stated. */
function lowest(directives: readonly PageDirective[], wanted: string, read: (value: string) => number): number {
  return directives
    .filter(({ name, value }) => name === wanted && value !== undefined)
    .reduce((least, { value = '' }) => Math.min(least, read(value)), Infinity);
}

/** Returns a limit as a number, with Infinity for -1. */
function limit(value: string): number {
  const number = Number(value);
  return number < 0 ? Infinity : number;
}

function finite(number: number): number {
  return number === Infinity ? -1 : number;
}
