/**
 * The block that `initRobotsTxt` writes into a robots.txt. Nothing else knows its format:
 *
 *     # repkit init --block ai-training --keep search
 *     User-agent: GPTBot
 *     Disallow: /
 *     # end of repkit init
 */
import type { CrawlerPurpose } from '../crawlers/operator-page.js';
import type { RobotsTxtRecord } from '../syntax/record.js';

/** What a block states. `--update` reads it from the first line of the block. */
export interface InitOptions {
  /** The purposes of the crawlers to block; at least one. */
  readonly block: readonly CrawlerPurpose[];
  /** Purposes that must stay as they are. A crawler that also serves one of them is mixed. */
  readonly keep?: readonly CrawlerPurpose[] | undefined;
  /** Names of known crawlers that are not blocked. */
  readonly except?: readonly string[] | undefined;
  /** Whether mixed crawlers are blocked (default: false, so that each needs a decision). */
  readonly includingMixed?: boolean | undefined;
  /** Absolute URL of a sitemap, added if the file does not list it. */
  readonly sitemap?: string | URL | undefined;
}

/** A group of the block: names, and lines without line end. */
export interface BlockGroup {
  readonly names: readonly string[];
  readonly lines: readonly string[];
}

const FIRST_LINE = /^# repkit init --/;
const LAST_LINE = '# end of repkit init';

/** Returns the lines of a block without line ends. No line is blank within a group, which would end it for Yandex's robots. */
export function blockLines(
  options: InitOptions,
  groups: readonly BlockGroup[],
  sitemap: string | undefined,
): string[] {
  const written = groups.flatMap(({ names, lines }, index) => [
    ...(index === 0 ? [] : ['']),
    ...names.map((name) => `User-agent: ${name}`),
    ...lines,
  ]);
  const last = sitemap === undefined ? [] : ['', `Sitemap: ${sitemap}`];
  return [firstLine(options), ...written, ...last, LAST_LINE];
}

function firstLine({ block, keep = [], except = [], includingMixed, sitemap }: InitOptions) {
  return [
    `# repkit init --block ${block.join()}`,
    ...(keep.length === 0 ? [] : [`--keep ${keep.join()}`]),
    ...(except.length === 0 ? [] : [`--except ${except.join()}`]),
    ...(includingMixed ? ['--including mixed'] : []),
    ...(sitemap === undefined ? [] : [`--sitemap ${sitemap}`]),
  ].join(' ');
}

/** Reads the first line of a block; undefined if it is not one that `firstLine` returns. */
function readFirstLine(line: string): InitOptions | undefined {
  const words = line.split(' ').slice(3);
  const values = new Map<string, string>();
  for (let at = 0; at + 1 < words.length; at += 2) values.set(words[at], words[at + 1]);
  const listOf = (option: string) => values.get(option)?.split(',');
  const options = {
    block: (listOf('--block') ?? []) as CrawlerPurpose[],
    keep: listOf('--keep') as CrawlerPurpose[] | undefined,
    except: listOf('--except'),
    includingMixed: values.get('--including') === 'mixed',
    sitemap: values.get('--sitemap'),
  };
  return firstLine(options) === line ? options : undefined;
}

/** The block of a file, as indexes of its first and last record. */
export interface FoundBlock {
  readonly kind: 'block';
  readonly first: number;
  readonly last: number;
  readonly options: InitOptions;
}

/** Finds the block of a file. A problem with it is a clause about a line. */
export function findBlock(
  records: readonly RobotsTxtRecord[],
):
  | FoundBlock
  | { readonly kind: 'none' }
  | { readonly kind: 'damaged'; readonly line: number; readonly problem: string } {
  const ends = records.flatMap(({ kind, comment }, index) => {
    const text = kind === 'comment' ? (comment?.text.trimEnd() ?? '') : '';
    if (text === LAST_LINE) return { index, text, isFirst: false };
    return FIRST_LINE.test(text) ? { index, text, isFirst: true } : [];
  });
  const [first, last, another] = ends;
  if (first === undefined) return { kind: 'none' };
  const damaged = (index: number, problem: string) =>
    ({ kind: 'damaged', line: records[index].line, problem }) as const;
  if (!first.isFirst) return damaged(first.index, 'ends a block that does not begin');
  if (last === undefined || last.isFirst) {
    return damaged(first.index, `begins a block without its last line, "${LAST_LINE}"`);
  }
  if (another !== undefined) return damaged(another.index, 'belongs to a second block');
  const options = readFirstLine(first.text);
  if (options === undefined) return damaged(first.index, 'has options that cannot be read');
  return { kind: 'block', first: first.index, last: last.index, options };
}
