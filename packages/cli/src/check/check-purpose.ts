/** `check --purpose`: whether content may be used, by access, page-level rules and preferences. */
import { InputError } from '@repkit/bulk';
import type { UseDecision, UsePurpose, UseStep } from '@repkit/client';
import { crawlerName } from '@repkit/core';
import { type CheckResult, checkCrawlers, contentWarner } from '../input/check-result.js';
import { openSource } from '../input/read-robots.js';
import { readSavedResponse } from '../input/served-page.js';
import type { Arguments } from '../options/arguments.js';
import type { NamedCrawler } from '../options/crawler-option.js';
import { dialectOf, ruleOverrides } from '../options/shared-options.js';
import { checkStandardInput, type ExitCode, type Io } from '../program/io.js';
import { type Paint, padded, painterFor, visible } from '../program/terminal.js';
import { jsonText, resultJson } from '../render/json.js';
import { directiveText } from '../render/page-rules.js';
import { locationOf, MECHANISMS, NO_RULES, preferencesOf } from '../render/preferences.js';
import { type Columns, columnsFor, decidingText } from '../render/text.js';

const STYLES = {
  yes: 'green',
  no: 'red',
  unstated: 'dim',
  unknown: 'yellow',
  unreachable: 'yellow',
} as const;
const WIDTH = 'unreachable'.length;
const UNREAD_HEAD = 'the head of the page exceeds 2 MB, so later meta elements were not read';

interface CheckedUse {
  readonly result: CheckResult;
  readonly use: UseDecision;
}

/** Prints an answer per URL and crawler with its steps. */
export async function checkPurpose(
  urls: readonly string[],
  crawlers: readonly NamedCrawler[],
  purpose: UsePurpose,
  args: Arguments,
  io: Io,
): Promise<ExitCode> {
  const warnOfFile = contentWarner(io);
  const answerOf = await answerer(urls, purpose, args, io);
  const source = await openSource(args, io);
  const uses: CheckedUse[] = [];
  try {
    for (const url of urls) {
      for (const result of await checkCrawlers(url, crawlers, source, ruleOverrides(args))) {
        warnOfFile(result);
        uses.push({ result, use: await answerOf(result) });
      }
    }
  } finally {
    await source.close();
  }
  if (args.has('json')) {
    const items = uses.map(({ result, use }) => ({ ...resultJson(result), ...use }));
    io.stdout.write(jsonText({ dialect: dialectOf(args), uses: items }));
  } else {
    const paint = painterFor(io.stdout, io.env);
    const columns = columnsFor(urls, crawlers);
    io.stdout.write(uses.map((item) => useText(item, columns, paint)).join('\n'));
  }
  return uses.every(({ use: { answer } }) => answer === 'yes' || answer === 'unstated') ? 0 : 1;
}

/** Returns a function that decides about a result, with the response of `--response` if there is one. */
async function answerer(
  urls: readonly string[],
  purpose: UsePurpose,
  args: Arguments,
  io: Io,
): Promise<(result: CheckResult) => Promise<UseDecision>> {
  const saved = args.value('response');
  checkStandardInput([saved, args.value('robots')]);
  const { decideUse, readPage } = await import('@repkit/client/page');
  if (saved === undefined) {
    return async (result) => decideUse(result, { preferences: preferencesOf(result) }, purpose);
  }
  const [url = '', another] = urls;
  if (another !== undefined) throw new InputError('--response is for one URL.');
  const served = await readSavedResponse(saved, url, io);
  if (served.kind !== 'response' || served.status < 200 || served.status > 299) {
    throw new InputError(`--response "${saved}" is not a page: its rules would not apply.`);
  }
  return async (result) => {
    const { crawler, outcome } = result;
    const robotsTxt = result.by === 'rules' ? result.robotsTxt : NO_RULES;
    const page = { url, robotsTxt, crawler, allowed: outcome === 'allowed', now: io.now() };
    return decideUse(result, await readPage(served.response, page), purpose);
  };
}

/** Returns the answer, and what each source states. */
function useText({ result, use }: CheckedUse, { url }: Columns, paint: Paint): string {
  const answerText = (answer: UseDecision['answer'], text: string = answer) => paint(STYLES[answer], padded(text, WIDTH));
  const title = `${padded(visible(result.url), url)}  ${visible(crawlerName(result.crawler))}`;
  const lines = use.steps.map((step) => {
    const text = step.by === 'access' ? step.outcome : step.answer;
    return `  ${answerText(step.answer, text)}  ${stepText(step, result)}`;
  });
  return [`${answerText(use.answer)}  ${title}  ${use.purpose}`, ...lines].map((line) => `${line}\n`).join('');
}

function stepText(step: UseStep, result: CheckResult): string {
  if (step.by === 'access') return `robots.txt: ${decidingText(result)}`;
  if (step.by === 'page-rules') {
    const texts = step.directives.map(directiveText);
    if (step.answer === 'unknown') texts.push(UNREAD_HEAD);
    return `page-level rules${texts.length === 0 ? '' : `: ${texts.join(', ')}`}`;
  }
  const sources = step.statements.map(({ value, source }) => `${value} (${locationOf(source)})`);
  const stated = sources.length === 0 ? '' : `: ${sources.join(', ')}`;
  return `${MECHANISMS[step.by]} ${step.category}${stated}`;
}
