import { InputError } from '@repkit/bulk';
import {
  ROBOTS_TXT_ARGUMENT_NOTE,
  readRobotsTxtArguments,
  sayWhatIsUnread,
} from '../input/robots-txt-argument.js';
import type { Arguments } from '../options/arguments.js';
import { FETCH_OPTIONS } from '../options/fetch-options.js';
import { INTERPRETATION_OPTIONS } from '../options/shared-options.js';
import type { Command } from '../program/command.js';
import type { ExitCode, Io } from '../program/io.js';
import { jsonText } from '../render/json.js';
import { visible } from '../render/terminal.js';

export const sitemaps: Command = {
  name: 'sitemaps',
  summary: 'The sitemaps that a robots.txt names, one URL a line.',
  positionals: 'ROBOTS.TXT…',
  completes: { files: true },
  options: [
    { name: 'json', description: 'Print one JSON document in place of lines.' },
    ...INTERPRETATION_OPTIONS,
    ...FETCH_OPTIONS,
  ],
  examples: [
    { says: 'The sitemaps of a site', command: 'repkit sitemaps https://example.com' },
    { says: 'Those of two files, as JSON', command: 'repkit sitemaps --json old.txt new.txt' },
  ],
  notes: [
    {
      title: 'Output',
      lines: [
        'Absolute URLs, each once, in the order of the files. Others cannot be followed (sitemaps.org);',
        'standard error says how many there were.',
      ],
    },
    {
      title: 'JSON',
      lines: ['{ "version": 1, "files": [ { "name", "sitemaps": [ URL … ] } … ] }'],
    },
    ROBOTS_TXT_ARGUMENT_NOTE,
    {
      title: 'Exit code',
      lines: [
        '0  done, also where there are none',
        '2  a mistake in the options or the input; standard error says what to do',
      ],
    },
  ],
  run: runSitemaps,
};

async function runSitemaps(args: Arguments, io: Io): Promise<ExitCode> {
  const { positionals: names } = args;
  if (names.length === 0) {
    throw new InputError('no robots.txt is given: write repkit sitemaps https://example.com.');
  }
  const read = await readRobotsTxtArguments('sitemaps', names, args, io);
  for (const one of read) sayWhatIsUnread('sitemaps', one, io);
  const files = read.map(({ name, robotsTxt }) => ({
    name,
    sitemaps: [...new Set(robotsTxt.sitemaps)],
    others:
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
  for (const { name, others } of files) {
    if (others === 0) continue;
    const what = others === 1 ? '1 sitemap is' : `${others} sitemaps are`;
    io.stderr.write(`repkit sitemaps: ${visible(name)}: ${what} no absolute URL and left out.\n`);
  }
  return 0;
}
