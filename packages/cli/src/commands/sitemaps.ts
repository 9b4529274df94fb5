import { warnOfContent } from '../input/read-robots.js';
import { ROBOTS_TXT_OPTIONS, ROBOTS_TXT_SOURCES, readRobotsTxtArguments } from '../input/robots-txt-argument.js';
import type { Arguments } from '../options/arguments.js';
import type { Command } from '../options/command.js';
import { JSON_OPTION } from '../options/shared-options.js';
import type { ExitCode, Io } from '../program/io.js';
import { counted, visible, visibleName } from '../program/terminal.js';
import { jsonText } from '../render/json.js';

export const sitemaps: Command = {
  name: 'sitemaps',
  summary: 'List the sitemaps in robots.txt files, one URL per line.',
  positionals: [{ name: 'ROBOTS.TXT', required: true, repeatable: true, files: true }],
  options: {
    json: JSON_OPTION,
    ...ROBOTS_TXT_OPTIONS,
  },
  removedOptions: {
    check: 'was removed: "repkit coverage --blocked --fail-on blocked SITE" checks the URLs of the sitemaps.',
  },
  examples: {
    'List the sitemaps of a site': 'repkit sitemaps https://example.com',
    'List those of two files as JSON': 'repkit sitemaps --json old.txt new.txt',
  },
  notes: {
    Output:
      'Absolute URLs without duplicates, in file order. Relative ones are invalid ' +
      '(sitemaps.org); they are skipped and counted on standard error.',
    'Robots.txt sources': ROBOTS_TXT_SOURCES,
  },
  exitCodes: { 0: 'done, even if there are none' },
  run: runSitemaps,
};

async function runSitemaps(args: Arguments, io: Io): Promise<ExitCode> {
  const { positionals: names } = args;
  const read = await readRobotsTxtArguments(names, args, io);
  for (const robots of read) warnOfContent(robots, io);
  const files = read.map(({ name, robotsTxt }) => ({
    name,
    sitemaps: [...new Set(robotsTxt.sitemaps)],
  }));
  if (args.has('json')) io.stdout.write(jsonText({ files }));
  else {
    const urls = new Set(files.flatMap((file) => file.sitemaps));
    io.stdout.write([...urls].map((url) => `${visible(url)}\n`).join(''));
  }
  for (const { name, robotsTxt } of read) {
    const records = robotsTxt.otherRecords.filter(({ field }) => field === 'sitemap');
    const relative = records.length - robotsTxt.sitemaps.length;
    if (relative === 0) continue;
    const what = relative === 1 ? 'is not an absolute URL' : 'are not absolute URLs';
    io.report(`Skipped ${counted(relative, 'sitemap')} that ${what} in ${visibleName(name)}.`);
  }
  return 0;
}
