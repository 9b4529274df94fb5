/** `check --expect`: compares a file of expectations with what a robots.txt or sites permit, and prints what does not hold. */
import { asyncOf, InputError, inOrder } from '@repkit/bulk';
import { crawlerName } from '@repkit/core';
import { type CheckResult, checkCrawlers, contentWarner } from '../input/check-result.js';
import { openSource } from '../input/read-robots.js';
import type { Arguments } from '../options/arguments.js';
import { fetchableUrl } from '../options/checked-values.js';
import { ruleOverrides } from '../options/shared-options.js';
import { checkStandardInput, type ExitCode, type Io } from '../program/io.js';
import { counted, type Paint, painterFor, visible, visibleName } from '../program/terminal.js';
import { crawlersText, short } from '../render/diff-text.js';
import { jsonText, ruleJson } from '../render/json.js';
import { decidingText, OUTCOME_STYLES, reasonText } from '../render/text.js';
import { type Expectation, readExpectations } from './expectations.js';

/** Number of expectations that are checked at the same time. */
const AT_ONCE = 8;

/** An expectation with the results that differ from it. */
interface BrokenExpectation {
  readonly expectation: Expectation;
  readonly results: readonly CheckResult[];
}

/** The expectations that were checked. */
interface CheckedExpectations {
  /** Number of checks with the expected outcome. */
  readonly held: number;
  /** Number of crawlers that were left out, because robots.txt does not govern them. */
  readonly notGoverned: number;
  readonly broken: readonly BrokenExpectation[];
}

/** Prints the expectations that do not hold. */
export async function checkExpectations(args: Arguments, io: Io): Promise<ExitCode> {
  const name = args.value('expect') ?? '';
  checkStandardInput([name, args.value('robots')]);
  const context = { isFile: args.has('robots'), site: siteOf(args) };
  const expectations = await readExpectations(name, context, io);
  const overrides = ruleOverrides(args);
  const warnOfFile = contentWarner(io);
  const source = await openSource(args, io);
  const broken: BrokenExpectation[] = [];
  let held = 0;
  let notGoverned = 0;
  try {
    const checks = inOrder(asyncOf(expectations), AT_ONCE, async (expectation) => {
      const { url, crawlers } = expectation;
      const results = await checkCrawlers(url, crawlers, source, overrides);
      return { expectation, results };
    });
    for await (const { expectation, results } of checks) {
      for (const result of results) warnOfFile(result);
      const differing = results.filter(({ outcome }) => outcome !== expectation.outcome);
      held += results.length - differing.length;
      notGoverned += expectation.notGoverned;
      if (differing.length > 0) broken.push({ expectation, results: differing });
    }
  } finally {
    await source.close();
  }
  const checked = { held, notGoverned, broken };
  io.stdout.write(
    args.has('json') ? jsonText(expectationsJson(checked)) : expectationsText(checked, name, painterFor(io.stdout, io.env)),
  );
  return broken.length > 0 ? 1 : 0;
}

/** Returns the site against which paths are resolved, without a slash at its end. */
function siteOf({ positionals }: Arguments): string | undefined {
  const [argument, another] = positionals;
  if (argument === undefined) return undefined;
  const { pathname, search, hash, origin, protocol, host } = new URL(fetchableUrl(argument));
  if (another !== undefined || pathname !== '/' || search !== '' || hash !== '') {
    throw new InputError('With --expect, name at most one site, such as https://example.com.');
  }
  return origin === 'null' ? `${protocol}//${host}` : origin;
}

/** Returns the document of `check --expect --json`. */
function expectationsJson({ held, notGoverned, broken }: CheckedExpectations): object {
  const differing = broken.flatMap(({ expectation: { line, outcome: expected, url }, results }) =>
    results.map((result) => ({
      line,
      expected,
      actual: result.outcome,
      crawler: crawlerName(result.crawler),
      url,
      rule: result.by === 'rules' && result.verdict.rule ? ruleJson(result.verdict.rule) : null,
    })),
  );
  return { held, notGoverned, differing };
}

/** Returns the report: the expectations of a file that do not hold, and a summary. */
function expectationsText({ held, notGoverned, broken }: CheckedExpectations, name: string, paint: Paint): string {
  const differing = broken.reduce((sum, { results }) => sum + results.length, 0);
  const all = counted(held + differing, 'check');
  const verb = differing === 1 ? 'differs' : 'differ';
  const result = differing === 0 ? 'all as expected' : `${differing} of them ${verb} from what is expected`;
  const left = counted(notGoverned, 'crawler');
  const omission = notGoverned === 0 ? '' : `; left out ${left} that robots.txt does not govern`;
  return [...broken.map((item) => brokenText(item, name, paint)), `${all}, ${result}${omission}.\n`].join('');
}

/** Returns the expectation, and each outcome with its reason and crawlers. */
function brokenText({ expectation, results }: BrokenExpectation, name: string, paint: Paint): string {
  const { line, outcome, url, crawler } = expectation;
  const groups = Map.groupBy(results, (result) => `${result.outcome} ${reasonOf(result)}`);
  const lines = [...groups.values()].flatMap((group) => {
    const [first] = group;
    const names = group.map((result) => crawlerName(result.crawler));
    return [
      `  ${paint(OUTCOME_STYLES[first.outcome], first.outcome)}: ${reasonOf(first)}`,
      ...(names[0] === crawler ? [] : [`    ${crawlersText(names)}`]),
    ];
  });
  const where = `${visibleName(name)}:${line}`;
  const title = `${where}: expected ${outcome}: ${short(url)} for ${visible(crawler)}`;
  return [title, ...lines, ''].map((text) => `${text}\n`).join('');
}

/** A rule says nothing about a crawler that it does not govern. */
function reasonOf(result: CheckResult): string {
  return result.outcome === 'not-governed' ? reasonText(result) : decidingText(result);
}
