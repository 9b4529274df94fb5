/** Where the commands that check URLs find the robots.txt: one source per policy and dialect. */
import { parseRobotsTxt } from '@repkit/core';
import type { Arguments } from '../options/arguments.js';
import { fetchOptionsOf } from '../options/fetch-options.js';
import { type Interpretation, interpretationOf } from '../options/shared-options.js';
import type { Io } from '../program/io.js';
import { visible } from '../program/terminal.js';
import type { Query } from './check-result.js';
import { fileSource, type RobotsTxtSource, readRobotsBytes } from './read-robots.js';

export interface Sources {
  /** Returns the source with the policy and dialect for the crawler. */
  of(crawler: Query['crawler']): RobotsTxtSource;
  close(): Promise<void>;
}

/** Opens the file of `--robots`, or the sites under the options for fetching, once per interpretation. */
export async function openSources(
  command: string,
  args: Arguments,
  crawlers: readonly Query['crawler'][],
  io: Io,
): Promise<Sources> {
  const open = await sourceOpener(command, args, io);
  const keyOf = (crawler: Query['crawler']) => {
    const interpretation = interpretationFor(crawler, args);
    return { interpretation, key: `${interpretation.policy} ${interpretation.dialect}` };
  };
  const sources = new Map<string, RobotsTxtSource>();
  for (const { interpretation, key } of crawlers.map(keyOf)) {
    if (!sources.has(key)) sources.set(key, await open(interpretation));
  }
  return {
    of: (crawler) => sources.get(keyOf(crawler).key) as RobotsTxtSource,
    close: async () => {
      for (const source of sources.values()) await source.close();
    },
  };
}

function interpretationFor(crawler: Query['crawler'], args: Arguments): Interpretation {
  return interpretationOf(args, typeof crawler === 'string' ? undefined : crawler);
}

/** Returns a function that opens the file or sites of the options under an interpretation. */
async function sourceOpener(
  command: string,
  args: Arguments,
  io: Io,
): Promise<(interpretation: Interpretation) => Promise<RobotsTxtSource>> {
  const file = args.value('robots');
  if (file !== undefined) {
    const bytes = await readRobotsBytes(file, interpretationOf(args).dialect, io);
    return async ({ dialect }) => fileSource(file, parseRobotsTxt(bytes, { dialect }));
  }
  const options = fetchOptionsOf(args, io.env);
  // Loaded on demand: the client takes longer to load than everything else.
  const { fetchedRobotsTxt } = await import('./fetch-robots.js');
  const warn = (sentence: string) => io.stderr.write(`repkit ${command}: ${visible(sentence)}\n`);
  return async (interpretation) => await fetchedRobotsTxt(interpretation, options, { ...io, warn });
}
