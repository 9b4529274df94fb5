import {
  ROBOTS_TXT_ARGUMENT_NOTE,
  readRobotsTxtArguments,
  warnIfTruncated,
} from '../input/robots-txt-argument.js';
import type { Arguments } from '../options/arguments.js';
import { FETCH_OPTIONS } from '../options/fetch-options.js';
import { INTERPRETATION_OPTIONS, JSON_OPTION } from '../options/shared-options.js';
import { type Command, exitCodes } from '../program/command.js';
import type { ExitCode, Io } from '../program/io.js';
import { jsonText } from '../render/json.js';
import { visible, visibleName } from '../render/terminal.js';

export const sitemaps: Command = {
  name: 'sitemaps',
  summary: 'List the sitemaps in robots.txt files, one URL per line.',
  positionals: 'ROBOTS.TXT…',
  completes: { files: true },
  options: [JSON_OPTION, ...INTERPRETATION_OPTIONS, ...FETCH_OPTIONS],
  examples: [
    { title: 'List the sitemaps of a site', command: 'repkit sitemaps https://example.com' },
    { title: 'List those of two files as JSON', command: 'repkit sitemaps --json old.txt new.txt' },
  ],
  notes: [
    {
      title: 'Output',
      lines: [
        'Absolute URLs without duplicates, in file order. Relative ones are invalid (sitemaps.org); they',
        'are skipped and counted on standard error.',
      ],
    },
    {
      title: 'JSON',
      lines: ['{ "version": 1, "files": [ { "name", "sitemaps": [ URL … ] } … ] }'],
    },
    ROBOTS_TXT_ARGUMENT_NOTE,
    exitCodes(['0  done, even if there are none']),
  ],
  run: runSitemaps,
};

async function runSitemaps(args: Arguments, io: Io): Promise<ExitCode> {
  const { positionals: names } = args;
  const read = await readRobotsTxtArguments('sitemaps', names, args, io);
  for (const one of read) warnIfTruncated('sitemaps', one, io);
  const files = read.map(({ name, robotsTxt }) => ({
    name,
    sitemaps: [...new Set(robotsTxt.sitemaps)],
    relative:
      robotsTxt.otherRecords.filter(({ field }) => field === 'sitemap').length -
      robotsTxt.sitemaps.length,
  }));
  if (args.has('json')) {
    const documents = files.map(({ name, sitemaps: urls }) => ({ name, sitemaps: urls }));
    io.stdout.write(jsonText({ files: documents }));
  } else {
    const urls = new Set(files.flatMap(({ sitemaps: found }) => found));
    io.stdout.write([...urls].map((url) => `${visible(url)}\n`).join(''));
  }
  for (const { name, relative } of files) {
    if (relative === 0) continue;
    const what =
      relative === 1
        ? '1 sitemap that is not an absolute URL'
        : `${relative} sitemaps that are not absolute URLs`;
    io.stderr.write(`repkit sitemaps: Skipped ${what} in ${visibleName(name)}.\n`);
  }
  return 0;
}
