import { InputError } from '@repkit/bulk';
import { type Change, type Diff, diff as diffRobotsTxt } from '@repkit/core';
import {
  ROBOTS_TXT_ARGUMENT_NOTE,
  readRobotsTxtArguments,
  warnIfTruncated,
} from '../input/robots-txt-argument.js';
import { type Arguments, choiceOption } from '../options/arguments.js';
import { AGENTS_OPTION, productTokensOption } from '../options/checked-values.js';
import { FETCH_OPTIONS } from '../options/fetch-options.js';
import {
  BUDGET_OPTION,
  budgetOf,
  INTERPRETATION_OPTIONS,
  interpretationOf,
  JSON_OPTION,
} from '../options/shared-options.js';
import { type Command, exitCodes } from '../program/command.js';
import { type ExitCode, type Io, usesColor } from '../program/io.js';
import { diffText } from '../render/diff-text.js';
import { jsonText, reasonsJson } from '../render/json.js';
import { painter } from '../render/terminal.js';

/** The values of `--fail-on` with the changes that each covers. */
const FAILURES: Readonly<Record<Change['effect'] | 'any', readonly Change['effect'][]>> = {
  'newly-blocked': ['newly-blocked'],
  'newly-allowed': ['newly-allowed'],
  any: ['newly-blocked', 'newly-allowed'],
};

const FAIL_ON = ['newly-blocked', 'newly-allowed', 'any'] as const;

export const diff: Command = {
  name: 'diff',
  summary: 'Prove which URLs an edit blocks or allows, with an example for each change.',
  positionals: 'OLD NEW',
  completes: { files: true },
  options: [
    AGENTS_OPTION,
    {
      name: 'fail-on',
      value: 'NAME',
      choices: FAIL_ON,
      description: 'Exit with 1 if there is such a change or the result is undecided.',
    },
    JSON_OPTION,
    BUDGET_OPTION,
    ...INTERPRETATION_OPTIONS,
    ...FETCH_OPTIONS,
  ],
  examples: [
    { title: 'Show what an edit changes', command: 'repkit diff HEAD:robots.txt robots.txt' },
    {
      title: 'In CI, fail if the file blocks URLs that the live site allows',
      command: 'repkit diff --fail-on newly-blocked https://example.com robots.txt',
    },
    {
      title: 'Compare for one crawler under the google dialect',
      command: 'repkit diff --agent Googlebot --dialect google old.txt new.txt',
    },
  ],
  notes: [
    {
      title: 'Output',
      lines: [
        'Each change shows the product token, an example (path and query), the pattern that all URLs',
        'of the change match, and the deciding rules before and after. "equivalent" is a proof that no',
        'URL is treated differently. "undecided" lists the crawlers and lines that could not be',
        'compared within the budget.',
      ],
    },
    {
      title: 'JSON',
      lines: [
        '{ "version": 1, "dialect", "before", "after": names as given,',
        '  "truncated": { "before", "after": whether it exceeds the limit },',
        '  "equivalent": true | false | "undecided",',
        '  "complete": whether all changes are listed,',
        '  "changes": [ { "productToken",',
        '      "effect": "newly-blocked" | "newly-allowed", "witness", "pattern",',
        '      "before", "after": { "verdict", "reason", "target", "group",',
        '                           "rule" } as in check --json } … ],',
        '  "undecided": [ { "productTokens", "before", "after": lines of rules',
        '      that may change more URLs; empty if none was compared } … ] }',
      ],
    },
    ROBOTS_TXT_ARGUMENT_NOTE,
    exitCodes([
      '0  done; with --fail-on: no such change',
      '1  with --fail-on: there is such a change, or the result is undecided',
    ]),
  ],
  run: runDiff,
};

async function runDiff(args: Arguments, io: Io): Promise<ExitCode> {
  const { positionals: names } = args;
  if (names.length !== 2) {
    throw new InputError(
      `Expected two robots.txt, got ${names.length}. Write repkit diff OLD NEW.`,
    );
  }
  const { dialect } = interpretationOf(args);
  const productTokens = productTokensOption(args, dialect);
  const budget = budgetOf(args);
  const failOn = choiceOption(args, 'fail-on', FAIL_ON);
  const failures = failOn === undefined ? undefined : FAILURES[failOn];
  const [before, after] = await readRobotsTxtArguments('diff', names, args, io);
  for (const one of [before, after]) warnIfTruncated('diff', one, io);
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
      : diffText(found, painter(usesColor(io.stdout, io.env))),
  );
  return failures !== undefined && hasFailed(found, failures) ? 1 : 0;
}

/** An undecided result counts as a failure. */
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
