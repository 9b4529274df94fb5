/** Where the commands that check URLs find the robots.txt. */
import { robotsFile } from '@repkit/core';
import type { Arguments } from '../options/arguments.js';
import { fetchOptionsOf } from '../options/fetch-options.js';
import { givenOptions, interpretationOf } from '../options/shared-options.js';
import type { Io } from '../program/io.js';
import { visible } from '../program/terminal.js';
import { type RobotsTxtSource, readRobotsBytes } from './read-robots.js';

/** Opens the file of `--robots`, or the sites under the options for fetching. */
export async function openSource(
  command: string,
  args: Arguments,
  io: Io,
): Promise<RobotsTxtSource> {
  const file = args.value('robots');
  if (file !== undefined) {
    const bytes = await readRobotsBytes(file, interpretationOf(args).dialect, io);
    const access = { kind: 'file', file: robotsFile(bytes) } as const;
    const found = { access, provenance: { file } };
    return { accessFor: async () => found, close: async () => {} };
  }
  const options = fetchOptionsOf(args, io.env);
  // Loaded on demand: the client takes longer to load than everything else.
  const { fetchedRobotsTxt } = await import('./fetch-robots.js');
  const warn = (sentence: string) => io.stderr.write(`repkit ${command}: ${visible(sentence)}\n`);
  return await fetchedRobotsTxt(givenOptions(args), options, { ...io, warn });
}
