/** Writes or extends a robots.txt by purpose, and proves that only the chosen crawlers change. */
import { type Diff, diff } from '../analysis/diff.js';
import { type CrawlerProfile, crawlerProfile, knownCrawlers } from '../crawlers/known-crawlers.js';
import { dialectFor } from '../decide/profile.js';
import { MIN_PARSING_LIMIT_BYTES } from '../dialect/limits.js';
import { isGoverned } from '../file/crawler.js';
import { bodyOf } from '../file/internal.js';
import { matcherFor, parseRobotsTxt, type RobotsTxt } from '../file/robots-txt.js';
import { managedLines } from '../lint/checks/groups.js';
import { lineDiagnostics, otherContent } from '../lint/lint.js';
import { byteLength } from '../syntax/record-text.js';
import { blockLines, type FoundBlock, findBlock, type InitOptions } from './init-block.js';
import { keptGroups, recordsNaming, withBlock, withoutBlock } from './init-edit.js';
import { writeRobotsTxt } from './write.js';

/** What to write; with `update`, what the block in the file states. */
export type InitRequest = InitOptions | { readonly update: true };

/** A crawler that the block names. */
export interface InitCrawler {
  readonly crawler: CrawlerProfile;
  /** Whether it may fetch less than before. */
  readonly isChanged: boolean;
  /** Whether it also serves a purpose to keep. */
  readonly isMixed: boolean;
}

/** The new file, with the proof. */
export interface InitWritten {
  readonly kind: 'written';
  readonly text: string;
  /** What the block states. */
  readonly options: InitOptions;
  /** The crawlers that the file blocks from everything, in alphabetical order. */
  readonly blocked: readonly InitCrawler[];
  /** Mixed crawlers that `except` left as they are. */
  readonly excepted: readonly CrawlerProfile[];
  /** Crawlers that the block names only so that they keep their rules. */
  readonly named: readonly string[];
  /** All other known crawlers that robots.txt governs. Like crawlers that are not known, they are proved to be unaffected. */
  readonly unaffected: readonly CrawlerProfile[];
  /** The changes; each is one of a crawler that the block names. */
  readonly diff: Diff;
}

/**
 * Why nothing was written:
 * - `mixed`: crawlers serve a purpose to block and one to keep; `includingMixed` or `except` must decide.
 * - `managed`: a block of Cloudflare's names a crawler to block.
 * - `block`: the block of an earlier run is damaged, was edited, or is missing for an update.
 * - `not-text`: the file is not UTF-8, or not a robots.txt.
 * - `too-large`: the file exceeds 500 KiB, or would.
 * - `unproved`: other crawlers would change, or may.
 */
export type InitReason = 'mixed' | 'managed' | 'block' | 'not-text' | 'too-large' | 'unproved';

export interface InitRefused {
  readonly kind: 'refused';
  readonly reason: InitReason;
  /** Sentences that say what to do. */
  readonly message: string;
  /** The line that prevents the edit. */
  readonly line?: number;
  /** The mixed crawlers; empty for other reasons. */
  readonly mixed: readonly CrawlerProfile[];
}

export type InitResult = InitWritten | InitRefused;

/**
 * Writes rules that block all known crawlers for some purposes into a robots.txt, or into an empty one. The rules are one
 * group between two comments. Blocked crawlers are removed from other groups. Returns the new file with a proof by `diff` that
 * no other crawler is affected, or the reason why there is none. An update without new facts returns the file unchanged.
 * Throws a RangeError for options that contradict each other, and a TypeError for an invalid sitemap. Worst case: as `diff`.
 *
 * @example
 * ```ts
 * import { initRobotsTxt } from '@repkit/core/analysis';
 *
 * const robotsTxt = 'User-agent: *\nDisallow: /cart\n';
 * const result = initRobotsTxt(robotsTxt, { block: ['archive'], except: ['CCBot'] });
 * if (result.kind === 'refused') throw new Error(result.message);
 * result.text.split('\n')[3]; // '# repkit init --block archive --except CCBot'
 * result.diff.changes.some(({ productTokens }) => productTokens.includes('*')); // false
 * ```
 */
export function initRobotsTxt(body: string | Uint8Array, request: InitRequest): InitResult {
  const before = parseRobotsTxt(body);
  const found = findBlock(before.records);
  const unreadable = unreadableProblem(before);
  if (unreadable !== undefined) return unreadable;
  if (found.kind === 'damaged') {
    const advice = 'Correct the block, or remove it and run init again.';
    return refused('block', `Line ${found.line} ${found.problem}. ${advice}`, found.line);
  }
  const block = found.kind === 'block' ? found : undefined;
  if (!('update' in request)) {
    const problem = optionsProblem(request);
    if (problem !== undefined) throw new RangeError(problem);
    return initWith(before, block, request);
  }
  if (block === undefined) {
    return refused('block', 'The file has no block to update. Run init with purposes to block.');
  }
  const problem = optionsProblem(block.options);
  const { line } = before.records[block.first];
  return problem === undefined
    ? initWith(before, block, block.options)
    : refused('block', `Line ${line} has options that cannot be read: ${problem}`, line);
}

function initWith(
  before: RobotsTxt,
  block: FoundBlock | undefined,
  options: InitOptions,
): InitResult {
  const edited = editedLine(before, block);
  if (edited !== undefined) {
    const message = `Line ${edited} is in the block, but repkit did not write it. Move it out of the block, or remove the block.`;
    return refused('block', message, edited);
  }
  const selection = select(options);
  if (selection.undecided.length > 0) {
    const names = selection.undecided.map(({ name }) => name);
    const message = `${names.join(', ')} also ${names.length === 1 ? 'serves' : 'serve'} purposes to keep. Block them, too, or exclude them by name.`;
    return { ...refused('mixed', message), mixed: selection.undecided };
  }
  const names = selection.blocked.map(({ name }) => name);
  const removed = recordsNaming(before, names, block);
  const [begin, end] = managedLines(before);
  const managed = [...removed].find(
    ({ line }) => begin > 0 && line > begin && (end === 0 || line < end),
  );
  if (managed !== undefined) {
    const message = `Line ${managed.line} is in Cloudflare's managed block, which is not edited. Turn off managed robots.txt, and remove the block from the file.`;
    return refused('managed', message, managed.line);
  }
  const { lines, kept } = newBlock(before, block, options, selection);
  const text = withBlock(before, removed, block, lines);
  if (byteLength(text) > MIN_PARSING_LIMIT_BYTES) return tooLarge('would exceed');
  return proved(before, text, block, { options, selection, kept });
}

function newBlock(
  before: RobotsTxt,
  block: FoundBlock | undefined,
  options: InitOptions,
  { blocked }: Selection,
): { readonly lines: readonly string[]; readonly kept: readonly string[] } {
  const base = withoutBlock(before, block);
  const names = blocked.map(({ name }) => name);
  const lowerCase = new Set(names.map((name) => name.toLowerCase()));
  const kept = keptGroups(before, base, lowerCase, knownCrawlers);
  const url = options.sitemap === undefined ? undefined : sitemapUrl(options.sitemap);
  const sitemap = url === undefined || base.sitemaps.includes(url) ? undefined : url;
  const lines = blockLines(options, [{ names, lines: ['Disallow: /'] }, ...kept], sitemap);
  return { lines, kept: kept.flatMap((group) => group.names) };
}

function sitemapUrl(sitemap: string | URL): string {
  return writeRobotsTxt({ sitemaps: sitemap }).slice('Sitemap: '.length, -1);
}

/** The crawlers with a purpose to block. */
interface Selection {
  readonly blocked: readonly CrawlerProfile[];
  readonly mixed: ReadonlySet<CrawlerProfile>;
  /** Mixed crawlers that are left as they are. */
  readonly excepted: readonly CrawlerProfile[];
  /** Mixed crawlers that no option decides about. */
  readonly undecided: readonly CrawlerProfile[];
}

function select({ block, keep = [], except = [], includingMixed = false }: InitOptions): Selection {
  const named = new Set(except.map((name) => name.toLowerCase()));
  const candidates = knownCrawlers.filter(
    ({ purposes, obeysRobotsTxt }) =>
      obeysRobotsTxt !== 'no' && purposes.some((purpose) => block.includes(purpose)),
  );
  const mixed = new Set(
    candidates.filter(({ purposes }) => purposes.some((purpose) => keep.includes(purpose))),
  );
  const isExcepted = ({ name }: CrawlerProfile) => named.has(name.toLowerCase());
  const blocked = candidates.filter((crawler) => !isExcepted(crawler));
  return {
    blocked,
    mixed,
    excepted: [...mixed].filter(isExcepted),
    undecided: includingMixed ? [] : blocked.filter((crawler) => mixed.has(crawler)),
  };
}

/** Returns why options contradict each other, in a sentence; undefined if they do not. */
function optionsProblem({ block, keep = [], except = [] }: InitOptions): string | undefined {
  if (block.length === 0) return 'No purpose to block was named.';
  const purposes = new Set(knownCrawlers.flatMap((crawler) => crawler.purposes));
  const unknown = [...block, ...keep].find((purpose) => !purposes.has(purpose));
  if (unknown !== undefined) {
    return `Unknown purpose "${unknown}". Use ${[...purposes].join(', ')}.`;
  }
  const both = block.find((purpose) => keep.includes(purpose));
  if (both !== undefined) return `The purpose "${both}" is both blocked and kept. Choose one.`;
  const stranger = except.find((name) => crawlerProfile(name) === undefined);
  if (stranger !== undefined) return `Unknown crawler "${stranger}". Use the name of a known one.`;
  return undefined;
}

/** Returns the first line of the block that no run with its options writes. */
function editedLine(before: RobotsTxt, block: FoundBlock | undefined): number | undefined {
  if (block === undefined || optionsProblem(block.options) !== undefined) return undefined;
  const { lines } = newBlock(before, block, block.options, select(block.options));
  const records = before.records.slice(block.first + 1, block.last);
  const isKnown = (name = '') => crawlerProfile(name) !== undefined;
  let expected = new Set(['Disallow: /']);
  return records.find(({ kind, text, value }) => {
    // A blank line ends the group of blocked crawlers.
    if (kind === 'blank') expected = new Set(lines);
    if (kind === 'blank' || expected.has(text.trimEnd())) return false;
    return kind !== 'user-agent' || !isKnown(value?.text);
  })?.line;
}

/** Returns the result if every change is one of a crawler that the block names, now or before. */
function proved(
  before: RobotsTxt,
  text: string,
  block: FoundBlock | undefined,
  run: {
    readonly options: InitOptions;
    readonly selection: Selection;
    readonly kept: readonly string[];
  },
): InitResult {
  const { options, selection, kept } = run;
  const after = parseRobotsTxt(text);
  const changes = diff(before, after);
  const blockNames = before.records
    .slice(block?.first ?? 0, block === undefined ? 0 : block.last)
    .flatMap(({ kind, value }) => (kind === 'user-agent' ? (value?.text.toLowerCase() ?? []) : []));
  const names = selection.blocked.map(({ name }) => name.toLowerCase());
  const chosen = new Set([...names, ...blockNames]);
  const affected = [
    ...changes.changes,
    ...changes.recordChanges.filter(({ productTokens }) => productTokens.length > 0),
    ...changes.preferenceChanges,
    ...changes.undecided,
  ].flatMap(({ productTokens }) => productTokens.filter((name) => !chosen.has(name.toLowerCase())));
  const loose = selection.blocked.filter((crawler) => !isBlocked(after, crawler));
  const [unproved] = [...affected, ...loose.map(({ name }) => name)];
  if (unproved !== undefined) {
    return refused(
      'unproved',
      unprovedMessage(
        unproved,
        loose.some(({ name }) => name === unproved),
      ),
    );
  }
  const changed = new Set(
    changes.changes.flatMap(({ productTokens }) => productTokens).map((name) => name.toLowerCase()),
  );
  return {
    kind: 'written',
    text,
    options,
    blocked: selection.blocked.map((crawler) => ({
      crawler,
      isChanged: changed.has(crawler.name.toLowerCase()),
      isMixed: selection.mixed.has(crawler),
    })),
    excepted: selection.excepted,
    named: kept,
    unaffected: knownCrawlers.filter(
      (crawler) => isGoverned(crawler) && !chosen.has(crawler.name.toLowerCase()),
    ),
    diff: changes,
  };
}

function unprovedMessage(name: string, isLoose: boolean): string {
  if (isLoose) return `Other lines would still decide about "${name}". Remove its groups first.`;
  const subject = name === '*' ? 'all other crawlers' : `"${name}"`;
  return `It cannot be proved that ${subject} would not be affected. Correct what repkit lint reports first.`;
}

/** Returns whether the only rule that a crawler follows blocks everything. */
function isBlocked(robotsTxt: RobotsTxt, crawler: CrawlerProfile): boolean {
  const body = bodyOf(robotsTxt).wholeSource();
  const { rules } = matcherFor(parseRobotsTxt(body, { dialect: dialectFor(crawler) }), crawler);
  return rules.length === 1 && rules[0].kind === 'disallow' && rules[0].canonicalPattern === '/';
}

function unreadableProblem(robotsTxt: RobotsTxt): InitRefused | undefined {
  if (robotsTxt.truncated) return tooLarge('exceeds');
  const content = otherContent(robotsTxt);
  if (content !== undefined)
    return refused('not-text', `The file is ${content}, not a robots.txt.`);
  const notUtf8 = lineDiagnostics(robotsTxt).find(({ code }) => code === 'not-utf-8');
  if (robotsTxt.encoding === 'utf-8' && notUtf8 === undefined) return undefined;
  const line = notUtf8?.span.line ?? 1;
  return refused('not-text', `Line ${line} is not UTF-8. Save the file as UTF-8 first.`, line);
}

function tooLarge(verb: string): InitRefused {
  const message = `The file ${verb} 500 KiB, where crawlers may stop reading (RFC 9309 2.5). Shorten it first.`;
  return refused('too-large', message);
}

function refused(reason: InitReason, message: string, line?: number): InitRefused {
  return { kind: 'refused', reason, message, mixed: [], ...(line !== undefined && { line }) };
}
