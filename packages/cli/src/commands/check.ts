import { InputError } from '@repkit/bulk';
import type { DialectName } from '@repkit/core';
import { type Answer, answerTo, type Question } from '../input/answer.js';
import { isFromFile, type RobotsTxtSource, readRobotsTxt } from '../input/read-robots.js';
import { sayWhatIsUnread } from '../input/robots-txt-argument.js';
import type { Arguments } from '../options/arguments.js';
import { askableUrl, askedProductTokens, fetchableUrl } from '../options/checked-values.js';
import { FETCH_OPTIONS, fetchOptionsOf, idleFetchOption } from '../options/fetch-options.js';
import {
  ACCESS_OPTIONS,
  type Interpretation,
  interpretationOf,
} from '../options/shared-options.js';
import type { Command } from '../program/command.js';
import { type ExitCode, type Io, usesColour } from '../program/io.js';
import { explanation } from '../render/explanation.js';
import { jsonDocument } from '../render/json.js';
import { painter, visible } from '../render/terminal.js';
import { type Columns, columnsFor, resultLine } from '../render/text.js';

/** How many questions ahead the robots.txt of an origin is asked for, while earlier ones are answered. */
const LOOK_AHEAD = 8;

export const check: Command = {
  name: 'check',
  summary: 'May this crawler fetch these URLs? Prints yes or no, and the rule that decides.',
  positionals: 'URL…',
  options: [
    {
      name: 'agent',
      value: 'TOKEN',
      repeatable: true,
      description:
        "The crawler's product token, such as GPTBot; repeat it for several. Without it the question is " +
        'asked for "*": every crawler that robots.txt does not name.',
    },
    ...ACCESS_OPTIONS,
    {
      name: 'robots',
      value: 'FILE',
      description:
        'Read robots.txt from a file, or with - from standard input. A URL may then also be a path ' +
        'such as /private/a. Without it the robots.txt of each URL is fetched.',
    },
    { name: 'json', description: 'Print one JSON document in place of lines.' },
    {
      name: 'explain',
      description:
        'Add where the copy of robots.txt came from and how long it lives, the group, and every rule ' +
        'that matched, with its line in the file and why it won or lost.',
    },
    ...FETCH_OPTIONS,
  ],
  examples: [
    {
      says: 'May the crawlers that are not named fetch this page?',
      command: 'repkit check https://example.com/private/a',
    },
    {
      says: 'Two crawlers, two pages, and the reasons',
      command:
        'repkit check --explain --agent GPTBot --agent CCBot https://example.com/ https://example.com/a',
    },
    {
      says: 'A file that is not yet on the server, as Google reads it',
      command: 'repkit check --robots robots.txt --policy google --agent Googlebot /private/a',
    },
    {
      says: 'A server of your own, without what the store knows of it',
      command: 'repkit check --allow localhost --refresh http://localhost:8080/a',
    },
    {
      says: 'In a pipe',
      command: 'curl -s https://example.com/robots.txt | repkit check --robots - --json /private/a',
    },
  ],
  notes: [
    {
      title: 'Output',
      lines: [
        'One line a URL and product token: allowed, disallowed or unreachable; the URL; the token;',
        'the rule that decides and its line in the file.',
        '',
        'No robots.txt (status 400-499, but not 429) means allowed (RFC 9309 2.3.1.3). A server error,',
        'status 429 or no answer at all means unreachable, and a crawler then has to treat everything',
        'as disallowed (RFC 9309 2.3.1.4); after 30 days as allowed. In koster1996 status 401 and 403',
        'mean disallowed.',
      ],
    },
    {
      title: 'JSON',
      lines: [
        '{ "version": 1, "dialect": …, "verdicts": [ {',
        '  "url", "productToken",',
        '  "verdict":   "allowed" | "disallowed" | "unreachable",',
        '  "reason":    "rule" | "empty-rule" | "no-rule" | "no-group" |',
        '               "robots-txt" | "unavailable" | "unreachable" |',
        '               "given-up" | "forbidden",',
        '  "target":    what the rules were compared with, or null,',
        '  "group":     { "productToken", "userAgentLines" } or null,',
        '  "rule":      { "kind", "pattern", "canonicalPattern", "bytes",',
        '                 "line", "column", "endColumn", "asFolder" } or null,',
        '  "matched":   with --explain: every rule that matched, as in "rule",',
        '               with "lost",',
        '  "robotsTxt": { "file" } or { "url", "status", "redirects", "hops",',
        '                 "policy", "access", "reason", "source", "store",',
        '                 "storeError", "fetchedAt", "ageMs", "freshUntil",',
        '                 "nextRequestAt", "stale", "unreachableSince" },',
        '               with "detail" and "truncated" } … ] }',
        '',
        'Fields may be added; a change of any other kind raises "version". More in docs/commands/check.md.',
      ],
    },
    {
      title: 'Exit code',
      lines: [
        '0  everything is allowed',
        '1  something is disallowed or unreachable',
        '2  a mistake in the options or the input; standard error says what to do',
      ],
    },
  ],
  run: runCheck,
};

async function runCheck(args: Arguments, io: Io): Promise<ExitCode> {
  const interpretation = interpretationOf(args);
  const { dialect } = interpretation;
  const productTokens = askedProductTokens(args, dialect) ?? ['*'];
  const isFile = args.has('robots');
  const urls = args.positionals.map((url) =>
    isFile ? askableUrl(url, dialect) : fetchableUrl(url),
  );
  if (urls.length === 0) {
    throw new InputError('no URL is given: write repkit check https://example.com/a.');
  }
  const questions = urls.flatMap((url) =>
    productTokens.map((productToken) => ({ url, productToken })),
  );
  const source = await openSource(args, interpretation, io);
  try {
    const answers = answersTo(questions, source, args.has('explain'));
    return args.has('json')
      ? await printJson(answers, dialect, io)
      : await printText(answers, columnsFor(questions), args.has('explain'), io);
  } finally {
    await source.close();
  }
}

async function openSource(
  args: Arguments,
  interpretation: Interpretation,
  io: Io,
): Promise<RobotsTxtSource> {
  const file = args.value('robots');
  if (file !== undefined) {
    const idle = idleFetchOption(args);
    if (idle === undefined) return await readRobotsTxt(file, interpretation.dialect, io);
    throw new InputError(
      `--${idle} is for fetching, and with --robots nothing is fetched: leave one of them out.`,
    );
  }
  const options = fetchOptionsOf(args, io.env);
  // The client takes longer to load than all the rest together.
  const { fetchedRobotsTxt } = await import('../input/fetch-robots.js');
  const warn = (sentence: string) => io.stderr.write(`repkit check: ${visible(sentence)}\n`);
  return await fetchedRobotsTxt(interpretation, options, { ...io, warn });
}

async function* answersTo(
  questions: readonly Question[],
  source: RobotsTxtSource,
  all: boolean,
): AsyncGenerator<Answer> {
  for (const [index, question] of questions.entries()) {
    for (const { url } of questions.slice(index, index + LOOK_AHEAD)) {
      // What fails here fails again where it is answered.
      source.robotsTxtFor(url).catch(() => {});
    }
    yield await answerTo(question, source, all);
  }
}

async function printText(
  answers: AsyncIterable<Answer>,
  columns: Columns,
  explain: boolean,
  io: Io,
): Promise<ExitCode> {
  const paint = painter(usesColour(io.stdout, io.env));
  const named = new Set<string>();
  let code: ExitCode = 0;
  let separator = '';
  for await (const answer of answers) {
    if (answer.outcome !== 'allowed') code = 1;
    // The reasons say it, too.
    if (!explain && answer.by === 'rules') sayOnce(answer, named, io);
    io.stdout.write(`${separator}${resultLine(answer, columns, paint)}\n`);
    if (explain) {
      io.stdout.write(`${explanation(answer, paint)}\n`);
      separator = '\n';
    }
  }
  return code;
}

/** Says of each robots.txt once that it is longer than what is read of it. */
function sayOnce(
  { provenance, robotsTxt }: Extract<Answer, { by: 'rules' }>,
  named: Set<string>,
  io: Io,
): void {
  const name = isFromFile(provenance) ? provenance.file : provenance.robotsTxtUrl;
  if (!named.has(name)) sayWhatIsUnread('check', { name, robotsTxt }, io);
  named.add(name);
}

async function printJson(
  answers: AsyncIterable<Answer>,
  dialect: DialectName,
  io: Io,
): Promise<ExitCode> {
  const all: Answer[] = [];
  for await (const answer of answers) all.push(answer);
  io.stdout.write(jsonDocument(all, dialect));
  return all.every(({ outcome }) => outcome === 'allowed') ? 0 : 1;
}
