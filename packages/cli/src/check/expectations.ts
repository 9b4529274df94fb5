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
  /** Whether the line is for all crawlers with a purpose. */
  readonly isPurpose: boolean;
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

/** Reads a file. Throws an InputError if a line cannot be read or contradicts another; reports up to 20 of them. */
export async function readExpectations(name: string, context: ExpectationContext, io: Io): Promise<readonly Expectation[]> {
  const chunks = name === '-' ? io.stdin() : io.openFile(name);
  const text = await readText(`--expect "${name}"`, chunks);
  const { expectations, problems } = parseExpectations(text, context);
  const reported = problems.slice(0, MAX_PROBLEMS).map((problem) => `--expect "${name}", ${problem}`);
  const last = reported.pop();
  if (last !== undefined) {
    for (const sentence of reported) io.report(sentence);
    throw new InputError(last);
  }
  if (expectations.length > 0) return expectations;
  throw new InputError(`--expect "${name}" has no expectations. Write some with repkit check --format expect.`);
}

interface ParsedExpectations {
  readonly expectations: readonly Expectation[];
  /** Sentences about lines that cannot be read, else about those that contradict each other. */
  readonly problems: readonly string[];
}

function parseExpectations(text: string, context: ExpectationContext): ParsedExpectations {
  const expectations: Expectation[] = [];
  const problems: string[] = [];
  for (const [index, lineText] of text.split(/\r\n|\r|\n/).entries()) {
    const words = lineText.replace(/(?:^|\s)#.*$/, '').match(/\S+/g);
    if (words === null) continue;
    try {
      expectations.push({ line: index + 1, ...expectationOf(words, context) });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      problems.push(`line ${index + 1}: ${error.message}`);
    }
  }
  return problems.length > 0 ? { expectations, problems } : withExceptions(expectations);
}

/**
 * Leaves out each crawler with a line of its own from the lines for its purposes and the same URL, and finds lines that expect
 * different outcomes of one URL for the same crawlers.
 */
function withExceptions(lines: readonly Expectation[]): ParsedExpectations {
  /** The first line for a crawler and a URL. */
  const deciding = new Map<string, Expectation>();
  const problems: string[] = [];
  const purposesLast = lines.toSorted((a, b) => Number(a.isPurpose) - Number(b.isPurpose));
  const expectations = purposesLast.map((expectation) => {
    const { url, outcome, isPurpose } = expectation;
    const keyOf = (named: NamedCrawler) =>
      `${typeof named === 'string' ? TOKEN_PREFIX + named.toLowerCase() : named.name} ${url}`;
    const crawlers = expectation.crawlers.filter((named) => (deciding.get(keyOf(named))?.isPurpose ?? isPurpose) === isPurpose);
    for (const [earlier, both] of Map.groupBy(crawlers, (named) => deciding.get(keyOf(named)) ?? expectation)) {
      if (earlier.outcome !== outcome) problems.push(contradiction(expectation, earlier, both));
    }
    for (const named of crawlers) if (!deciding.has(keyOf(named))) deciding.set(keyOf(named), expectation);
    return { ...expectation, crawlers };
  });
  return { expectations: expectations.sort((a, b) => a.line - b.line), problems };
}

function contradiction(
  { line, url, outcome, crawler, isPurpose }: Expectation,
  earlier: Expectation,
  both: readonly NamedCrawler[],
): string {
  const lines =
    `line ${line}: "${short(url)}" cannot be ${outcome} for ${visible(crawler)} ` +
    `and, in line ${earlier.line}, ${earlier.outcome} for ${visible(earlier.crawler)}.`;
  if (!isPurpose) return `${lines} Remove one of them.`;
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
  const isPurpose = purposesFor(crawler).length > 0;
  // Crawlers that ignore robots.txt cannot break a promise about it.
  const isPromise = isPurpose && outcome !== 'not-governed';
  const crawlers = isPromise ? named.filter(isGoverned) : named;
  if (crawlers.length === 0) {
    throw new InputError(`robots.txt governs no crawler for ${crawler}, so nothing can be checked. Remove the line.`);
  }
  const notGoverned = named.length - crawlers.length;
  return { outcome, url: resolvedUrl(url, context), crawler, isPurpose, crawlers, notGoverned };
}

function crawlersIn(word: string): readonly NamedCrawler[] {
  const isToken = word.startsWith(TOKEN_PREFIX);
  const name = isToken ? word.slice(TOKEN_PREFIX.length) : word;
  const known = isToken ? [] : crawlersFor(name);
  if (known.length > 0) return known;
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
  const isAmbiguous = crawlersFor(name).length > 0 || nameProblem(name) !== undefined || /^(?:#|agent:)/.test(name);
  const needsPrefix = typeof crawler === 'string' && isAmbiguous;
  return `${[outcome, url, needsPrefix ? TOKEN_PREFIX + name : name].join('\t')}\n`;
}
