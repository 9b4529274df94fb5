/** Where the commands that check URLs find the robots.txt. */
import { dialectFor, robotsFile } from '@repkit/core';
import type { Arguments } from '../options/arguments.js';
import { givenOf, interpretationOf } from '../options/shared-options.js';
import type { Io } from '../program/io.js';
import { isFromFile, openSites, type RobotsTxtSource, readRobotsBytes } from './read-robots.js';
import { warnOfContent } from './robots-txt-argument.js';

/** Opens the file of `--robots`, or the sites under the options for fetching. Warns once per file that is unusual. */
export async function openSource(
  command: string,
  args: Arguments,
  io: Io,
): Promise<RobotsTxtSource> {
  const source = await sourceOf(command, args, io);
  const given = givenOf(args);
  const warned = new Set<string>();
  return {
    async accessFor(url, crawler) {
      const found = await source.accessFor(url, crawler);
      const { access, provenance } = found;
      const name = isFromFile(provenance) ? provenance.file : provenance.robotsTxtUrl;
      if (access.kind === 'file' && !warned.has(name)) {
        warned.add(name);
        const robotsTxt = access.file.in(dialectFor(crawler, given));
        warnOfContent(command, { name, robotsTxt }, io);
      }
      return found;
    },
    close: () => source.close(),
  };
}

async function sourceOf(command: string, args: Arguments, io: Io): Promise<RobotsTxtSource> {
  const file = args.value('robots');
  if (file !== undefined) {
    const bytes = await readRobotsBytes(file, interpretationOf(args).dialect, io);
    const access = { kind: 'file', file: robotsFile(bytes) } as const;
    const found = { access, provenance: { file } };
    return { accessFor: async () => found, close: async () => {} };
  }
  return await openSites(command, args, io);
}
