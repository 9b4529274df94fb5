/** Where the rules of a bulk run come from: one file, an archive, or the sites themselves. */
import type { Arguments } from '../arguments.js';
import { CommandError } from '../command-error.js';
import { FETCH_OPTIONS, fetchOptionsOf } from '../fetch-options.js';
import type { Io } from '../io.js';
import { parseRobotsFile } from '../read-robots.js';
import type { Reading } from '../reading.js';
import { visible } from '../render/visible.js';
import { archiveFolder } from './archive-folder.js';
import type { BlockFilter, Filtered } from './block-filter.js';
import type { Block } from './blocks.js';
import { OriginRules } from './origin-rules.js';
import { type Outcome, rulesOf, rulesWithout } from './rules.js';

/** Answers the rows of blocks, in order. */
export interface RulesSource {
  answer(block: Block, firstLine: number, filter: BlockFilter): Promise<Filtered> | Filtered;
  close(): Promise<void>;
}

/** Files are read as quickly one after the other as at once. */
const ARCHIVE = { concurrency: 4, most: 10_000 };
const LIVE_MOST = 100_000;
const CONCURRENCY = { usual: '50', most: 1000 };

export async function rulesSource(
  args: Arguments,
  reading: Reading,
  productTokens: readonly string[],
  io: Io,
): Promise<RulesSource> {
  const kind = sourceKind(args);
  const close = async () => {};
  if (kind === 'robots') {
    const robotsTxt = await parseRobotsFile(args.value('robots') ?? '-', reading.dialect, io);
    const rules = rulesOf(robotsTxt, productTokens);
    return { answer: (block, line, filter) => filter.filter(block, line, () => rules), close };
  }
  if (kind === 'archive') {
    const load = archiveFolder(
      {
        folder: args.value('archive') ?? '',
        dialect: reading.dialect,
        productTokens,
        missing: rulesWithout(missingOutcome(args.value('missing') ?? 'unreachable')),
      },
      io,
    );
    const origins = new OriginRules(load, ARCHIVE);
    return { answer: (block, line, filter) => origins.answer(block, line, filter), close };
  }
  const options = fetchOptionsOf(args);
  const concurrency = readConcurrency(args.value('concurrency') ?? CONCURRENCY.usual);
  const { liveRules } = await import('./live-rules.js');
  const warn = (sentence: string) => io.stderr.write(`repkit filter: ${visible(sentence)}\n`);
  const live = liveRules(reading, options, productTokens, { ...io, warn });
  const origins = new OriginRules(live.load, { concurrency, most: LIVE_MOST });
  return {
    answer: (block, line, filter) => origins.answer(block, line, filter),
    close: live.close,
  };
}

/** Throws a CommandError for options that contradict each other. */
function sourceKind(args: Arguments): 'robots' | 'archive' | 'live' {
  const kinds = (['robots', 'archive'] as const).filter((name) => args.has(name));
  const [kind = 'live'] = kinds;
  if (kinds.length > 1) {
    throw new CommandError('--robots and --archive are both given: leave one of them out.');
  }
  const names = [...FETCH_OPTIONS.map(({ name }) => name), 'concurrency'];
  const idle = kind === 'live' ? undefined : names.find((name) => args.has(name));
  if (idle !== undefined) {
    throw new CommandError(
      `--${idle} is for fetching, and with --${kind} nothing is fetched: leave one of them out.`,
    );
  }
  if (kind !== 'archive' && args.has('missing')) {
    throw new CommandError(
      '--missing says what holds for hosts that an archive lacks: add --archive, or leave it out.',
    );
  }
  return kind;
}

function missingOutcome(value: string): Outcome {
  if (value === 'allowed' || value === 'disallowed' || value === 'unreachable') return value;
  throw new CommandError(
    `--missing takes allowed, disallowed or unreachable, and not "${value}": write --missing allowed.`,
  );
}

function readConcurrency(value: string): number {
  const number = /^\d+$/.test(value) ? Number(value) : 0;
  if (number >= 1 && number <= CONCURRENCY.most) return number;
  throw new CommandError(
    `--concurrency takes a number from 1 to ${CONCURRENCY.most}, and not "${value}": write --concurrency ${CONCURRENCY.usual}.`,
  );
}
