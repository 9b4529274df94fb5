import { InputError } from '@repkit/bulk';
import { minimize } from '@repkit/core';
import {
  ROBOTS_TXT_ARGUMENT_NOTE,
  readRobotsTxtArguments,
  refusePacked,
  refuseRewriting,
  writeRobotsTxt,
} from '../input/robots-txt-argument.js';
import type { Arguments } from '../options/arguments.js';
import { FETCH_OPTIONS } from '../options/fetch-options.js';
import { BUDGET_OPTION, budgetOf, INTERPRETATION_OPTIONS } from '../options/shared-options.js';
import type { Command } from '../program/command.js';
import type { ExitCode, Io } from '../program/io.js';
import { fileText, visibleName } from '../render/terminal.js';

export const minify: Command = {
  name: 'minify',
  summary: 'Prints the smallest robots.txt that is proved to say the same for every crawler.',
  positionals: 'ROBOTS.TXT',
  completes: { files: true },
  options: [
    { name: 'write', description: 'Write the file in place; standard error says what was saved.' },
    BUDGET_OPTION,
    ...INTERPRETATION_OPTIONS,
    ...FETCH_OPTIONS,
  ],
  examples: [
    { says: 'How small can this file be?', command: 'repkit minify robots.txt' },
    { says: 'Write it in place', command: 'repkit minify --write robots.txt' },
    { says: 'The file of a site', command: 'repkit minify https://example.com > robots.txt' },
  ],
  notes: [
    {
      title: 'What is dropped',
      lines: [
        'Rules that change no verdict, groups that say what another one or "*" says, and comments,',
        'save those of the rules that are kept. Sitemap, crawl-delay and other records stay. The proof',
        'is about the dialect in which the file is read: see --dialect. Where nothing smaller can be',
        'proved to say the same, the file stays as it is. Standard error says what was saved.',
      ],
    },
    ROBOTS_TXT_ARGUMENT_NOTE,
    {
      title: 'Exit code',
      lines: [
        '0  done, also where nothing could be saved',
        '2  a mistake in the options or the input; standard error says what to do',
      ],
    },
  ],
  run: runMinify,
};

async function runMinify(args: Arguments, io: Io): Promise<ExitCode> {
  const { positionals: names } = args;
  if (names.length !== 1) {
    throw new InputError('one robots.txt is made smaller: write repkit minify robots.txt.');
  }
  const budget = budgetOf(args);
  const [one] = await readRobotsTxtArguments('minify', names, args, io);
  if (args.has('write') && one.kind !== 'file') {
    throw new InputError(
      `--write writes into a file, and "${one.name}" is none: leave --write out, or name a file.`,
    );
  }
  if (args.has('write')) refusePacked('write', [one]);
  const { robotsTxt, body, name } = one;
  refuseRewriting(one);
  const { text, proof, complete } = minimize(robotsTxt, budget === undefined ? {} : { budget });
  const smaller = new TextEncoder().encode(text);
  const saved = proof.equivalent === true ? body.length - smaller.length : 0;
  const say = (sentence: string) =>
    io.stderr.write(`repkit minify: ${visibleName(name)}: ${sentence}.\n`);
  if (saved <= 0) {
    say(
      complete
        ? 'nothing smaller can be proved to say the same, so it stays as it is'
        : 'within the budget nothing smaller was proved to say the same: raise --budget',
    );
    if (!args.has('write'))
      io.stdout.write(io.stdout.isTerminal ? fileText(text, io.stdout) : body);
    return 0;
  }
  if (args.has('write')) writeRobotsTxt(one, smaller, io);
  else io.stdout.write(fileText(text, io.stdout));
  say(
    `${saved} of ${body.length} bytes saved; proved to say the same for every crawler ` +
      `that reads it as ${robotsTxt.dialect.name} has it${complete ? '' : '; more --budget may save more'}`,
  );
  return 0;
}
