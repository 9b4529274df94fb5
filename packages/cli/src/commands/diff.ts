import { InputError } from '@repkit/bulk';
import { type Change, type Diff, diff as diffRobotsTxt } from '@repkit/core';
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
  named,
} from '../options/shared-options.js';
import type { Command } from '../program/command.js';
import { type ExitCode, type Io, usesColour } from '../program/io.js';
import { diffText } from '../render/diff-text.js';
import { jsonText, reasonsJson } from '../render/json.js';
import { painter } from '../render/terminal.js';

/** The values of `--fail-on`, and which changes each is about. */
const FAILURES: Readonly<Record<Change['effect'] | 'any', readonly Change['effect'][]>> = {
  'newly-blocked': ['newly-blocked'],
  'newly-allowed': ['newly-allowed'],
  any: ['newly-blocked', 'newly-allowed'],
};

export const diff: Command = {
  name: 'diff',
  summary: 'Which URLs does an edit block or allow? Proved, with a URL that shows each change.',
  positionals: 'OLD NEW',
  completes: { files: true },
  options: [
    AGENTS_OPTION,
    {
      name: 'fail-on',
      value: 'NAME',
      choices: Object.keys(FAILURES),
      description: 'End with 1 where there is such a change, or where that is undecided.',
    },
    { name: 'json', description: 'Print one JSON document in place of lines.' },
    BUDGET_OPTION,
    ...INTERPRETATION_OPTIONS,
    ...FETCH_OPTIONS,
  ],
  examples: [
    { says: 'What would this edit change?', command: 'repkit diff HEAD:robots.txt robots.txt' },
    {
      says: 'In a workflow: nothing more may be blocked than on the site as it is',
      command: 'repkit diff --fail-on newly-blocked https://example.com robots.txt',
    },
    {
      says: 'For one crawler, as Google reads the file',
      command: 'repkit diff --agent Googlebot --dialect google old.txt new.txt',
    },
  ],
  notes: [
    {
      title: 'Output',
      lines: [
        'For each change the product token and a shortest target (path and query) that shows it, the',
        'pattern that all URLs of this change match, and what decides before and after. "equivalent"',
        'is a proof: there is no URL that the two treat differently. "undecided" lists the crawlers',
        'and lines for which the budget did not suffice.',
      ],
    },
    {
      title: 'JSON',
      lines: [
        '{ "version": 1, "dialect", "before", "after": the names given,',
        '  "truncated": { "before", "after": whether not all of it is read },',
        '  "equivalent": true | false | "undecided",',
        '  "complete": whether these are all,',
        '  "changes": [ { "productToken",',
        '      "effect": "newly-blocked" | "newly-allowed", "witness", "pattern",',
        '      "before", "after": { "verdict", "reason", "target", "group",',
        '                           "rule" } as in check --json } … ],',
        '  "undecided": [ { "productTokens", "before", "after": lines of rules',
        '      that may change more URLs; no lines: none was compared } … ] }',
      ],
    },
    ROBOTS_TXT_ARGUMENT_NOTE,
    {
      title: 'Exit code',
      lines: [
        '0  done; with --fail-on: there is no such change',
        '1  with --fail-on: there is such a change, or it is undecided',
        '2  a mistake in the options or the input; standard error says what to do',
      ],
    },
  ],
  run: runDiff,
};

async function runDiff(args: Arguments, io: Io): Promise<ExitCode> {
  const { positionals: names } = args;
  if (names.length !== 2) {
    throw new InputError(
      `two robots.txt are compared, and ${names.length || 'none'} ${names.length === 1 ? 'is' : 'are'} given: ` +
        'write repkit diff OLD NEW.',
    );
  }
  const { dialect } = interpretationOf(args);
  const productTokens = askedProductTokens(args, dialect);
  const budget = budgetOf(args);
  const failOn = args.value('fail-on');
  const failures = failOn === undefined ? undefined : FAILURES[named('change', failOn, FAILURES)];
  const [before, after] = await readRobotsTxtArguments('diff', names, args, io);
  for (const one of [before, after]) sayWhatIsUnread('diff', one, io);
  const found = diffRobotsTxt(before.robotsTxt, after.robotsTxt, {
    ...(productTokens === undefined ? {} : { productTokens }),
    ...(budget === undefined ? {} : { budget }),
  });
  io.stdout.write(
    args.has('json')
      ? jsonText({
          dialect,
          before: before.name,
          after: after.name,
          truncated: { before: before.robotsTxt.truncated, after: after.robotsTxt.truncated },
          ...diffJson(found),
        })
      : diffText(found, painter(usesColour(io.stdout, io.env))),
  );
  return failures !== undefined && hasFailed(found, failures) ? 1 : 0;
}

/** What is undecided may be such a change. */
function hasFailed({ changes, complete }: Diff, failures: readonly Change['effect'][]): boolean {
  return !complete || changes.some(({ effect }) => failures.includes(effect));
}

function diffJson({ equivalent, complete, changes, undecided }: Diff): object {
  return {
    equivalent,
    complete,
    changes: changes.map(({ productToken, effect, witness, pattern, before, after }) => ({
      productToken,
      effect,
      witness,
      pattern,
      before: { verdict: before.allowed ? 'allowed' : 'disallowed', ...reasonsJson(before) },
      after: { verdict: after.allowed ? 'allowed' : 'disallowed', ...reasonsJson(after) },
    })),
    undecided: undecided.map(({ productTokens, before, after }) => ({
      productTokens,
      before: before.map(({ line }) => line),
      after: after.map(({ line }) => line),
    })),
  };
}
