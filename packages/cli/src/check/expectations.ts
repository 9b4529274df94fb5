/** Files of expectations: `check --expect` reads them, `check --format expect` writes them. */
import { InputError } from '@repkit/bulk';
import { assertCrawler, crawlerName, isGoverned, type Outcome } from '@repkit/core';
import { nearestCrawler, nearestName } from '@repkit/core/analysis';
import { crawlersFor, purposeNames, purposesFor } from '@repkit/core/crawlers';
import type { CheckResult } from '../input/check-result.js';
import { oneOf } from '../options/arguments.js';
import { fetchableUrl, urlOrPath } from '../options/checked-values.js';
import type { NamedCrawler } from '../options/crawler-option.js';
import { readText } from '../program/files.js';
import type { Io } from '../program/io.js';
import { visible } from '../program/terminal.js';
import { crawlersText, short } from '../render/diff-text.js';

/** One line: the outcome of a URL for a crawler, or for each crawler with a purpose. */
export interface Expectation {
  readonly line: number;
  readonly outcome: Outcome;
  readonly url: string;
  /** As written, such as `ai-training` or `agent:GPTBot`. */
  readonly crawler: string;
  /** Those of a purpose exclude the crawlers that have a line of their own for the URL. */
  readonly crawlers: readonly NamedCrawler[];
  /** Number of crawlers with the purpose that robots.txt does not govern. */
  readonly notGoverned: number;
}

const OUTCOMES = ['allowed', 'disallowed', 'unreachable', 'not-governed', 'unstated'] as const satisfies Outcome[];

/** Makes a product token of a name that is, or resembles, a purpose or a known crawler. */
const TOKEN_PREFIX = 'agent:';

const MAX_PROBLEMS = 20;

/** What paths are resolved against: a local robots.txt, or one site. */
export interface ExpectationContext {
  readonly isFile: boolean;
  readonly site: string | undefined;
}

/** Reads a file. Throws an InputError if a line cannot be read; reports up to 20 of them. */
export async function readExpectations(name: string, context: ExpectationContext, io: Io): Promise<readonly Expectation[]> {
  const chunks = name === '-' ? io.stdin() : io.openFile(name);
  const text = await readText(`--expect "${name}"`, chunks);
  const { expectations: lines, problems: unreadable } = parseExpectations(text, context);
  const expectations = withoutExceptions(lines);
  const problems = unreadable.length > 0 ? unreadable : contradictionsIn(expectations);
  const reported = problems.slice(0, MAX_PROBLEMS).map((text) => `--expect "${name}", ${text}`);
  const last = reported.pop();
  if (last !== undefined) {
    for (const sentence of reported) io.report(sentence);
    throw new InputError(last);
  }
  if (expectations.length > 0) return expectations;
  throw new InputError(`--expect "${name}" has no expectations. Write some with repkit check --format expect.`);
}

/** Reads the text of a file: expectations, and a sentence about each line that is not one. */
function parseExpectations(text: string, context: ExpectationContext) {
  const expectations: Expectation[] = [];
  const problems: string[] = [];
  for (const [index, lineText] of text.split(/\r\n|\r|\n/).entries()) {
    const words = lineText.replace(/(?:^|[ \t])#.*$/, '').match(/[^ \t]+/g);
    if (words === null) continue;
    try {
      expectations.push({ line: index + 1, ...expectationOf(words, context) });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      problems.push(`line ${index + 1}: ${error.message}`);
    }
  }
  return { expectations, problems };
}

/** Removes each crawler with a line of its own from the lines of its purposes for the same URL. */
function withoutExceptions(expectations: readonly Expectation[]): readonly Expectation[] {
  const exceptions = new Map<string, Set<NamedCrawler>>();
  for (const { url, crawler, crawlers } of expectations) {
    if (isPurpose(crawler)) continue;
    const known = exceptions.get(url);
    if (known === undefined) exceptions.set(url, new Set(crawlers));
    else for (const named of crawlers) known.add(named);
  }
  return expectations.map((expectation) => {
    const { url, crawler, crawlers } = expectation;
    const excepted = exceptions.get(url);
    if (excepted === undefined || !isPurpose(crawler)) return expectation;
    return { ...expectation, crawlers: crawlers.filter((named) => !excepted.has(named)) };
  });
}

/** Returns a sentence about each pair of lines that expect different outcomes of one URL for the same crawlers. */
function contradictionsIn(expectations: readonly Expectation[]): string[] {
  const earlierLines = new Map<string, Expectation>();
  return expectations.flatMap((expectation) => {
    const { url, outcome, crawlers } = expectation;
    const shared = crawlers.flatMap((named) => {
      const token = typeof named === 'string' ? TOKEN_PREFIX + named.toLowerCase() : named.name;
      const key = `${token} ${url}`;
      const earlier = earlierLines.get(key);
      if (earlier === undefined) earlierLines.set(key, expectation);
      return earlier === undefined || earlier.outcome === outcome ? [] : { earlier, named };
    });
    return Array.from(
      Map.groupBy(shared, ({ earlier }) => earlier),
      ([earlier, both]) =>
        contradiction(
          expectation,
          earlier,
          both.map(({ named }) => named),
        ),
    );
  });
}

function contradiction(
  { line, url, outcome, crawler }: Expectation,
  earlier: Expectation,
  both: readonly NamedCrawler[],
): string {
  const lines =
    `line ${line}: "${short(url)}" cannot be ${outcome} for ${visible(crawler)} ` +
    `and, in line ${earlier.line}, ${earlier.outcome} for ${visible(earlier.crawler)}.`;
  if (!isPurpose(crawler)) return `${lines} Remove one of them.`;
  const names = crawlersText(both.map(crawlerName));
  const advice =
    both.length === 1
      ? `Add a line for ${names}, which is an exception.`
      : 'Write purposes that share none, or lines for single crawlers, which are exceptions.';
  return `${lines} Both lines stand for ${names}. ${advice}`;
}

function expectationOf(words: readonly string[], context: ExpectationContext): Omit<Expectation, 'line'> {
  const [outcomeWord = '', url = '', crawler = '', ...rest] = words;
  if (crawler === '' || rest.length > 0) {
    throw new InputError(
      `"${visible(words.join(' '))}" must have three columns: outcome, URL and crawler. ` +
        'Write spaces in URLs as %20, and # before comments.',
    );
  }
  const outcome = oneOf('outcome', outcomeWord, OUTCOMES);
  const named = crawlersIn(crawler);
  // Crawlers that ignore robots.txt cannot break a promise about it.
  const isPromise = isPurpose(crawler) && outcome !== 'not-governed';
  const crawlers = isPromise ? named.filter(isGoverned) : named;
  if (crawlers.length === 0) {
    throw new InputError(`robots.txt governs no crawler for ${crawler}, so nothing can be checked. Remove the line.`);
  }
  const notGoverned = named.length - crawlers.length;
  return { outcome, url: resolvedUrl(url, context), crawler, crawlers, notGoverned };
}

function isPurpose(name: string): boolean {
  return purposesFor(name).length > 0;
}

function isKnown(name: string): boolean {
  return isPurpose(name) || crawlersFor(name).length > 0;
}

function crawlersIn(word: string): readonly NamedCrawler[] {
  const isToken = word.startsWith(TOKEN_PREFIX);
  const name = isToken ? word.slice(TOKEN_PREFIX.length) : word;
  if (!isToken && isKnown(name)) return crawlersFor(name);
  const problem = isToken ? undefined : nameProblem(name);
  if (problem !== undefined) throw new InputError(problem);
  try {
    assertCrawler(name);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new InputError(`"${visible(name)}" is not a product token. Write one such as GPTBot.`);
  }
  return [name];
}

/** Returns why a name is probably not a product token, in sentences: it would be checked, but for no crawler. */
function nameProblem(name: string): string | undefined {
  if (name.includes(',')) return `"${visible(name)}" has a comma. Write a line for each crawler.`;
  const similar = nearestName(name, purposeNames) ?? nearestCrawler(name);
  if (similar === undefined) return undefined;
  const token = `Write ${TOKEN_PREFIX}${visible(name)} for a product token.`;
  return `Unknown crawler "${visible(name)}". Did you mean "${similar}"? ${token}`;
}

function resolvedUrl(url: string, { isFile, site }: ExpectationContext): string {
  if (isFile) return urlOrPath(url, 'rfc9309');
  if (!url.startsWith('/')) return fetchableUrl(url);
  if (site !== undefined) return site + url;
  throw new InputError(`"${visible(url)}" names no site. Add --robots FILE, or name a site.`);
}

/** Returns a URL without characters that end a column. */
export function encodedUrl(url: string): string {
  return url.toWellFormed().replaceAll(/[^!-~]+/g, encodeURIComponent);
}

/**
 * Returns the line for a result, whose URL must come from `encodedUrl`. Throws an InputError for a product token with spaces,
 * which some dialects accept.
 */
export function expectationLine({ outcome, url, crawler }: CheckResult): string {
  const name = crawlerName(crawler);
  if (!/^\S+$/.test(name)) {
    throw new InputError(`"${visible(name)}" cannot be written as one column. Omit --format.`);
  }
  const isAmbiguous = isKnown(name) || nameProblem(name) !== undefined || /^(?:#|agent:)/.test(name);
  const needsPrefix = typeof crawler === 'string' && isAmbiguous;
  return `${[outcome, url, needsPrefix ? TOKEN_PREFIX + name : name].join('\t')}\n`;
}
