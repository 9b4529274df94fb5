/** `check --expect`: compares a file of expectations with what a robots.txt or sites permit. */
import { asyncOf, InputError, inOrder } from '@repkit/bulk';
import { checkCrawlers, contentWarner } from '../input/check-result.js';
import { openSource } from '../input/read-robots.js';
import type { Arguments } from '../options/arguments.js';
import { fetchableUrl } from '../options/checked-values.js';
import { ruleOverrides } from '../options/shared-options.js';
import { checkStandardInput, type ExitCode, type Io } from '../program/io.js';
import { painterFor } from '../program/terminal.js';
import { jsonText } from '../render/json.js';
import { readExpectations } from './expectations.js';
import { type BrokenExpectation, expectationsJson, expectationsText } from './expectations-report.js';

/** Number of expectations that are checked at the same time. */
const AT_ONCE = 8;

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
