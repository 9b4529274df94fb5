import { type Coverage, CoverageCounter } from '@repkit/core';
import type { Arguments } from '../arguments.js';
import { unpacked } from '../bulk/unpacked.js';
import type { Command } from '../command.js';
import { CommandError } from '../command-error.js';
import { FETCH_OPTIONS } from '../fetch-options.js';
import { fileError } from '../file-error.js';
import { type ExitCode, type Io, usesColour } from '../io.js';
import { AGENTS_OPTION, askedProductTokens } from '../question.js';
import { READING_OPTIONS, readingOf } from '../reading.js';
import { coverageText } from '../render/coverage-text.js';
import { groupJson, jsonText, ruleJson } from '../render/json.js';
import { painter } from '../render/paint.js';
import { ROBOTS_TXT_ARGUMENT_NOTE, readRobotsTxtArguments } from '../robots-txt-argument.js';
import { sayWhatIsUnread } from '../unread.js';
import { TOO_LONG, urlLines } from '../url-lines.js';

export const coverage: Command = {
  name: 'coverage',
  summary: 'Which rule decides about how many URLs of a list, and which about none?',
  positionals: 'ROBOTS.TXT [URLS]…',
  completes: { files: true },
  options: [
    AGENTS_OPTION,
    { name: 'json', description: 'Print one JSON document in place of lines.' },
    ...READING_OPTIONS,
    ...FETCH_OPTIONS,
  ],
  examples: [
    {
      says: 'Which rules decide about the URLs of a list?',
      command: 'repkit coverage robots.txt urls.txt',
    },
    {
      says: 'About those of a sitemap?',
      command:
        "curl -s https://example.com/sitemap.xml | grep -o 'https://[^<]*' | repkit coverage robots.txt",
    },
    {
      says: 'Which of the rules for one crawler, as they are on the site?',
      command: 'repkit coverage --agent GPTBot https://example.com urls.txt',
    },
  ],
  notes: [
    {
      title: 'URLs',
      lines: [
        'Lists with one URL, or one path such as /private/a, a line: files, or - for standard input,',
        'which is read where none is named. Blank lines and those that begin with # are skipped.',
        'Lines that are no URL are left out; standard error says how many there were.',
      ],
    },
    {
      title: 'JSON',
      lines: [
        '{ "version": 1, "dialect", "unreadable": lines that are no URL,',
        '  "coverage": [ { "productToken", "group", "allowed", "disallowed",',
        '      "withoutRule": URLs about which no rule decides,',
        '      "rules": [ { "urls", and a rule as in check --json } … ] } … ] }',
      ],
    },
    ROBOTS_TXT_ARGUMENT_NOTE,
    {
      title: 'Exit code',
      lines: [
        '0  done',
        '2  a mistake in the options or the input; standard error says what to do',
      ],
    },
  ],
  run: runCoverage,
};

async function runCoverage(args: Arguments, io: Io): Promise<ExitCode> {
  const [robots, ...rest] = args.positionals;
  if (robots === undefined) {
    throw new CommandError('no robots.txt is given: write repkit coverage robots.txt urls.txt.');
  }
  const lists = rest.length === 0 ? ['-'] : rest;
  if ([robots, ...lists].filter((name) => name === '-').length > 1) {
    throw new CommandError(
      'standard input can be read once only: name a file for robots.txt or for the URLs.',
    );
  }
  const { dialect } = readingOf(args);
  const tokens = askedProductTokens(args, dialect);
  const [one] = await readRobotsTxtArguments('coverage', [robots], args, io);
  sayWhatIsUnread('coverage', one, io);
  const counter = new CoverageCounter(one.robotsTxt, tokens);
  let tooLong = 0;
  for (const name of lists) tooLong += await addList(name, counter, io);
  const result = counter.result();
  const unreadable = tooLong + (result[0]?.unreadable ?? 0);
  io.stdout.write(
    args.has('json')
      ? jsonText({ dialect, unreadable, coverage: result.map(coverageJson) })
      : coverageText(result, painter(usesColour(io.stdout, io.env))),
  );
  if (unreadable > 0) {
    const what = unreadable === 1 ? '1 line is' : `${unreadable} lines are`;
    io.stderr.write(`repkit coverage: ${what} no URL and left out.\n`);
  }
  return 0;
}

/** Counts the URLs of a list; gives how many lines are too long for one. */
async function addList(name: string, counter: CoverageCounter, io: Io): Promise<number> {
  let tooLong = 0;
  try {
    for await (const url of urlLines(
      unpacked(name, name === '-' ? io.stdin() : io.openFile(name)),
    )) {
      if (url === TOO_LONG) tooLong++;
      else counter.add(url);
    }
  } catch (error) {
    throw fileError(name === '-' ? 'standard input' : `"${name}"`, error);
  }
  return tooLong;
}

function coverageJson(one: Coverage): object {
  const { productToken, group, allowed, blocked, withoutRule, rules } = one;
  return {
    productToken,
    group: groupJson(group),
    allowed,
    disallowed: blocked,
    withoutRule,
    rules: rules.map(({ rule, urls }) => ({ urls, ...ruleJson(rule) })),
  };
}
