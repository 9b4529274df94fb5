import { InputError, joinInputs, readUrlList, stripByteOrderMark } from '@repkit/bulk';
import { type Coverage, CoverageCounter } from '@repkit/core';
import { inputsOf } from '../input/inputs.js';
import {
  ROBOTS_TXT_ARGUMENT_NOTE,
  readRobotsTxtArguments,
  sayWhatIsUnread,
} from '../input/robots-txt-argument.js';
import type { Arguments } from '../options/arguments.js';
import { AGENTS_OPTION, askedProductTokens } from '../options/checked-values.js';
import { FETCH_OPTIONS } from '../options/fetch-options.js';
import {
  BUDGET_OPTION,
  budgetOf,
  INTERPRETATION_OPTIONS,
  interpretationOf,
} from '../options/shared-options.js';
import type { Command } from '../program/command.js';
import { type ExitCode, type Io, usesColour } from '../program/io.js';
import { groupJson, jsonText, ruleJson } from '../render/json.js';
import { type Paint, painter, visible } from '../render/terminal.js';
import { ruleText } from '../render/text.js';

/** Lists may be long, so counting may take a minute, a hundred times what other analyses may. */
const LIST_BUDGET = 1_600_000_000;

export const coverage: Command = {
  name: 'coverage',
  summary: 'Which rule decides about how many URLs of a list, and which about none?',
  positionals: 'ROBOTS.TXT [URLS]…',
  completes: { files: true },
  options: [
    AGENTS_OPTION,
    { name: 'json', description: 'Print one JSON document in place of lines.' },
    {
      ...BUDGET_OPTION,
      description: `Maximum number of steps of work (default: ${LIST_BUDGET}).`,
    },
    ...INTERPRETATION_OPTIONS,
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
        '      "unchecked": URLs left out because the budget was spent,',
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
    throw new InputError('no robots.txt is given: write repkit coverage robots.txt urls.txt.');
  }
  const lists = rest.length === 0 ? ['-'] : rest;
  if ([robots, ...lists].filter((name) => name === '-').length > 1) {
    throw new InputError(
      'standard input can be read once only: name a file for robots.txt or for the URLs.',
    );
  }
  const { dialect } = interpretationOf(args);
  const tokens = askedProductTokens(args, dialect);
  const bytes = joinInputs(inputsOf(lists, io));
  const [one] = await readRobotsTxtArguments('coverage', [robots], args, io);
  sayWhatIsUnread('coverage', one, io);
  const counter = new CoverageCounter(one.robotsTxt, {
    ...(tokens === undefined ? {} : { productTokens: tokens }),
    budget: budgetOf(args) ?? LIST_BUDGET,
  });
  let invalid = 0;
  for await (const url of readUrlList(stripByteOrderMark(bytes))) {
    if (url === undefined) invalid++;
    else counter.add(url);
  }
  const result = counter.result();
  const unreadable = invalid + (result[0]?.unreadable ?? 0);
  io.stdout.write(
    args.has('json')
      ? jsonText({ dialect, unreadable, coverage: result.map(coverageJson) })
      : coverageText(result, painter(usesColour(io.stdout, io.env))),
  );
  if (unreadable > 0) {
    const what =
      unreadable === 1 ? '1 line that is not a URL' : `${unreadable} lines that are not URLs`;
    io.stderr.write(`repkit coverage: skipped ${what}.\n`);
  }
  const unchecked = Math.max(0, ...result.map((some) => some.unchecked));
  if (unchecked > 0) {
    const what = unchecked === 1 ? '1 URL was' : `${unchecked} URLs were`;
    io.stderr.write(`repkit coverage: ${what} not checked: the budget was spent; see --budget.\n`);
  }
  return 0;
}

function coverageJson(one: Coverage): object {
  const { productToken, group, allowed, blocked, withoutRule, unchecked, rules } = one;
  return {
    productToken,
    group: groupJson(group),
    allowed,
    disallowed: blocked,
    withoutRule,
    unchecked,
    rules: rules.map(({ rule, urls }) => ({ urls, ...ruleJson(rule) })),
  };
}

/** What `coverage` prints: for each product token its rules with the URLs about which they decide; with its line end. */
export function coverageText(coverages: readonly Coverage[], paint: Paint): string {
  return coverages.map((one) => `${tokenText(one, paint)}\n`).join('\n');
}

function tokenText(coverage: Coverage, paint: Paint): string {
  const { productToken, allowed, blocked, rules, withoutRule } = coverage;
  const columns = Math.max(...[...rules.map(({ urls }) => urls), withoutRule].map(digits));
  const row = (urls: number, what: string) => `  ${String(urls).padStart(columns)}  ${what}`;
  return [
    `${paint('bold', visible(productToken))}  ${allowed} allowed, ${blocked} disallowed`,
    ...rules.map(({ rule, urls }) => {
      const text = row(urls, `${ruleText(rule)} (line ${rule.line})`);
      return urls === 0 ? paint('yellow', text) : text;
    }),
    row(withoutRule, coverage.group === undefined ? 'no group applies' : 'no rule'),
  ].join('\n');
}

function digits(count: number): number {
  return String(count).length;
}
