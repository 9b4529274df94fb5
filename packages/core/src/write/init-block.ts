/**
 * The block that `initRobotsTxt` writes into a robots.txt. Nothing else knows its format:
 *
 *     # repkit init --block ai-training --keep search
 *     User-agent: GPTBot
 *     Disallow: /
 *     # end of repkit init
 */

import { crawlerProfile } from '../crawlers/known-crawlers.js';
import type { CrawlerPurpose } from '../crawlers/operator-page.js';
import type { RobotsTxtRecord } from '../syntax/record.js';
import type { InitOptions } from './init-options.js';

/** A group of the block: names, and lines without line end. */
export interface BlockGroup {
  readonly names: readonly string[];
  readonly lines: readonly string[];
}

/** The block of a file. */
export interface FoundBlock {
  readonly firstLine: number;
  readonly lastLine: number;
  readonly options: InitOptions;
}

/** Why the block of a file cannot be read: the clause of a sentence about a line. */
export interface DamagedBlock {
  readonly damagedLine: number;
  readonly problem: string;
}

const FIRST_LINE = /^# repkit init --/;
const LAST_LINE = '# end of repkit init';

/** Returns the lines of a group without line ends. No blank line is added, which would end the group for Yandex's robots. */
export function groupLines({ names, lines }: BlockGroup): readonly string[] {
  return [...names.map((name) => `User-agent: ${crawlerProfile(name)?.fullName ?? name}`), ...lines];
}

/** Returns the lines of a block without line ends: the parts that are not empty, with a blank line between them. */
export function blockLines(options: InitOptions, parts: readonly (readonly string[])[]): string[] {
  const stated = parts.filter(({ length }) => length > 0);
  const separate = stated.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]));
  return [firstLineFor(options), ...separate, LAST_LINE];
}

function firstLineFor(options: InitOptions): string {
  const { block, keep = [], except = [], includingMixed, sitemap } = options;
  return [
    `# repkit init --block ${block.join()}`,
    ...(keep.length === 0 ? [] : [`--keep ${keep.join()}`]),
    ...(except.length === 0 ? [] : [`--except ${except.join()}`]),
    ...(includingMixed ? ['--including mixed'] : []),
    ...(sitemap === undefined ? [] : [`--sitemap ${sitemap}`]),
    ...(options.signals ? ['--signals'] : []),
    ...(options.trainingSignal ? ['--training-signal'] : []),
  ].join(' ');
}

/** Reads the first line of a block; undefined if it is not one that `firstLineFor` returns. */
function readFirstLine(line: string): InitOptions | undefined {
  const words = line.split(' ');
  const wordAfter = (option: string) => {
    const at = words.indexOf(option);
    return at < 0 ? undefined : words[at + 1];
  };
  const listOf = (option: string) => wordAfter(option)?.split(',') ?? [];
  const options: InitOptions = {
    block: listOf('--block') as CrawlerPurpose[],
    keep: listOf('--keep') as CrawlerPurpose[],
    except: listOf('--except'),
    includingMixed: wordAfter('--including') === 'mixed',
    sitemap: wordAfter('--sitemap'),
    signals: words.includes('--signals'),
    trainingSignal: words.includes('--training-signal'),
  };
  return firstLineFor(options) === line ? options : undefined;
}

/** Finds the block of a file; undefined if there is none. */
export function findBlock(records: readonly RobotsTxtRecord[]): FoundBlock | DamagedBlock | undefined {
  const ends = records.flatMap(({ kind, comment, line }) => {
    const text = kind === 'comment' ? (comment?.text.trimEnd() ?? '') : '';
    return text === LAST_LINE || FIRST_LINE.test(text) ? { line, text } : [];
  });
  const [first, last, another] = ends;
  if (first === undefined) return undefined;
  if (first.text === LAST_LINE) return { damagedLine: first.line, problem: 'ends a block that does not begin' };
  if (last?.text !== LAST_LINE) {
    return { damagedLine: first.line, problem: `begins a block without its last line, "${LAST_LINE}"` };
  }
  if (another !== undefined) return { damagedLine: another.line, problem: 'belongs to a second block' };
  const options = readFirstLine(first.text);
  if (options === undefined) return { damagedLine: first.line, problem: 'has options that cannot be read' };
  return { firstLine: first.line, lastLine: last.line, options };
}
