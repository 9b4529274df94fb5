import { InputError } from '@repkit/bulk';
import type { PageStatements } from '@repkit/client/page';
import { type PageRuleEngineName, pageRuleEngines } from '@repkit/core/preferences';
import { accessDetail, type CheckResult, checkResult, contentWarner, isRefused } from '../input/check-result.js';
import { openSource } from '../input/read-robots.js';
import { readSavedResponse, requestedPage, type ServedPage } from '../input/served-page.js';
import { type Arguments, choiceOption } from '../options/arguments.js';
import { fetchableUrl } from '../options/checked-values.js';
import type { Command } from '../options/command.js';
import { CRAWLER_OPTIONS, crawlersOption, type NamedCrawler } from '../options/crawler-option.js';
import { FETCH_OPTIONS, refuseFetchOptions, userAgentToken } from '../options/fetch-options.js';
import {
  dialectOf,
  INTERPRETATION_OPTIONS,
  JSON_OPTION,
  ruleOverrides,
  SOFT_NOT_FOUND_OPTION,
  TREAT_429_OPTION,
} from '../options/shared-options.js';
import { checkStandardInput, type ExitCode, type Io } from '../program/io.js';
import { painterFor, shown, visible } from '../program/terminal.js';
import { jsonText, resultJson } from '../render/json.js';
import { pageRuleLines } from '../render/page-rules.js';
import { NO_RULES, preferenceLines, preferencesOf } from '../render/preferences.js';
import { columnsFor, resultLine } from '../render/text.js';

/** Meta elements in a finding; a hostile page has thousands. */
const MAX_ELEMENTS = 5;

const ENGINE_NAMES = Object.keys(pageRuleEngines) as PageRuleEngineName[];

export const page: Command = {
  name: 'page',
  summary: 'Show what applies to a page: access, noindex and other page-level rules, and AI preferences.',
  positionals: [{ name: 'URL', required: true }],
  options: {
    ...CRAWLER_OPTIONS,
    engine: {
      value: 'NAME',
      choices: ENGINE_NAMES,
      description:
        'Search engine whose documentation of page-level rules to follow (default: that of the crawler, otherwise ' + 'google).',
    },
    response: {
      value: 'FILE',
      readsStdin: true,
      description: 'Saved response to use instead of requesting the page, as printed by curl -i; - is standard input.',
    },
    robots: {
      value: 'FILE',
      readsStdin: true,
      description: 'Local robots.txt to use instead of fetching one; - is standard input.',
    },
    ...INTERPRETATION_OPTIONS,
    'treat-429': { ...TREAT_429_OPTION, excludes: ['robots'] },
    'soft-not-found': { ...SOFT_NOT_FOUND_OPTION, excludes: ['robots'] },
    json: JSON_OPTION,
    ...FETCH_OPTIONS,
    refresh: { ...FETCH_OPTIONS.refresh, excludes: ['robots'] },
    store: { ...FETCH_OPTIONS.store, excludes: ['robots'] },
  },
  examples: {
    'Find out why Google shows a page, or does not': 'repkit page --agent Googlebot https://example.com/a',
    'Check your own page, even if robots.txt disallows it':
      'curl -si https://example.com/private/a | repkit page --response - https://example.com/private/a',
  },
  notes: {
    Output: [
      'Per crawler: whether it may fetch the page, as in repkit check; the response; the rules ' +
        'in the X-Robots-Tag header and robots meta elements, as the search engine documents ' +
        'them; usage preferences in robots.txt and headers; and findings, such as a noindex that ' +
        'crawlers never see because they may not fetch the page.',
      'The page is requested once, without following redirects, and only if robots.txt allows ' +
        'the product token in --user-agent. Its HTML is read up to the end of the head, at most 2 ' +
        'MB. Meta elements that scripts add and /.well-known/tdmrep.json are not read.',
    ],
  },
  exitCodes: {
    0: 'the crawlers may fetch the page, and nothing contradicts',
    1: 'a crawler may not fetch the page, statements contradict, or the page cannot be requested',
  },
  run: runPage,
};

async function runPage(args: Arguments, io: Io): Promise<ExitCode> {
  const [argument] = args.positionals;
  const url = fetchableUrl(argument);
  if (!/^https?:/i.test(url)) throw new InputError(`"${url}" is not a page. Use http or https.`);
  checkStandardInput([args.value('robots'), args.value('response')]);
  // The page is still requested with --robots, and robots.txt with --response.
  if (args.has('robots') && args.has('response')) {
    refuseFetchOptions(args, 'with --robots and --response');
  }
  const crawlers = crawlersOption(args) ?? ['*'];
  const engine = choiceOption(args, 'engine', ENGINE_NAMES);
  const source = await openSource(args, io);
  const overrides = ruleOverrides(args);
  const warnOfFile = contentWarner(io);
  try {
    const checkAs = async (crawler: NamedCrawler) => {
      const site = await source.accessFor(url, crawler);
      const result = checkResult({ url, crawler }, site, overrides);
      warnOfFile(result);
      return result;
    };
    const saved = args.value('response');
    const served =
      saved === undefined
        ? await requestIfAllowed(await checkAs(userAgentToken(args)), args, io)
        : await readSavedResponse(saved, url, io);
    const results: PageResult[] = [];
    for (const crawler of crawlers) {
      const result = await checkAs(crawler);
      results.push(await pageResult(result, served, engine, io.now()));
    }
    const text = args.has('json') ? documentOf(results, served, args) : textOf(results, served, io);
    io.stdout.write(text);
    return results.some(({ isFaulty }) => isFaulty) || served.kind === 'failed' ? 1 : 0;
  } finally {
    await source.close();
  }
}

async function requestIfAllowed(permission: CheckResult, args: Arguments, io: Io): Promise<ServedPage> {
  if (permission.outcome === 'allowed') return await requestedPage(permission.url, args, io);
  const why =
    permission.by === 'access' && permission.outcome === 'unreachable'
      ? `robots.txt is unreachable (${accessDetail(permission.provenance)})`
      : `robots.txt does not allow ${permission.crawler} to fetch it`;
  return { kind: 'not-requested', why };
}

interface Finding {
  readonly code: 'not-requested' | 'request-failed' | 'redirect' | 'not-a-page' | 'never-seen' | 'outside-head' | 'head-too-long';
  readonly message: string;
}

interface PageResult {
  readonly result: CheckResult;
  /** Undefined without a response whose rules apply. */
  readonly statements: PageStatements | undefined;
  readonly findings: readonly Finding[];
  /** Whether the crawler may not fetch the page, or statements contradict each other. */
  readonly isFaulty: boolean;
}

async function pageResult(
  result: CheckResult,
  served: ServedPage,
  engine: PageRuleEngineName | undefined,
  now: number,
): Promise<PageResult> {
  let statements: PageStatements | undefined;
  if (served.kind === 'response' && isSuccess(served.status)) {
    const { readPage } = await import('@repkit/client/page');
    const { url, crawler } = result;
    const robotsTxt = result.by === 'rules' ? result.robotsTxt : NO_RULES;
    const page = { url, robotsTxt, crawler, allowed: !isRefused(result), now };
    statements = await readPage(served.response, page, { engine, findIgnored: true });
  }
  const { conflicts } = statements?.preferences ?? preferencesOf(result);
  const contradictions = statements?.pageRules.contradictions ?? [];
  return {
    result,
    statements,
    findings: findingsOf(result, served, statements),
    isFaulty: isRefused(result) || conflicts.length > 0 || contradictions.length > 0,
  };
}

function findingsOf({ outcome }: CheckResult, served: ServedPage, statements: PageStatements | undefined): Finding[] {
  const findings: Finding[] = [];
  const add = (code: Finding['code'], message: string) => void findings.push({ code, message });
  if (served.kind === 'not-requested') {
    add('not-requested', `The page was not requested, because ${served.why}.`);
  }
  if (served.kind === 'failed') {
    add('request-failed', `The page cannot be fetched (${served.why}), so its rules are unknown.`);
  }
  if (served.kind === 'response' && served.location !== undefined) {
    add('redirect', `The page redirects to ${served.location}, so the rules of that page apply. Check it with repkit page.`);
  }
  if (served.kind === 'response' && served.location === undefined && isRedirect(served.status)) {
    add('not-a-page', `The response has status ${served.status} without a target, so its rules do not apply.`);
  }
  if (served.kind === 'response' && served.status >= 400) {
    // Google, "HTTP status codes": 429 counts as a server error.
    const isTemporary = served.status === 429 || served.status >= 500;
    const effect = isTemporary ? 'search engines try again later' : 'search engines drop the URL';
    add('not-a-page', `The response has status ${served.status}, so ${effect} and do not apply its rules.`);
  }
  const ignored = statements?.ignoredMeta ?? [];
  if (ignored.length > 0) {
    add(
      'outside-head',
      `Crawlers ignore ${elementsText(ignored)}, because the head of the page ends before: at <body>, or at an element or text that a head cannot contain. Move robots meta elements to the start of <head>.`,
    );
  }
  if (outcome === 'disallowed') {
    const unseen = statements?.unseen ?? [];
    const isHidden = statements === undefined || unseen.includes('noindex');
    const what = statements === undefined ? 'a noindex on this page' : unseen.join(', ');
    if (what !== '') {
      const remedy = isHidden
        ? ' The URL can still appear in search results; to prevent that, allow it and use noindex.'
        : ' Allow the URL for the rules to take effect.';
      add('never-seen', `The crawler never sees ${what}, because it may not fetch the page.${remedy}`);
    }
  }
  if (statements?.html === 'truncated') {
    add('head-too-long', 'The head of the page exceeds 2 MB, so later meta elements were not read.');
  }
  return findings;
}

/** Returns the elements, each once; the rest is counted. */
function elementsText(ignored: PageStatements['ignoredMeta']): string {
  const all = new Set(ignored.map(({ name, content }) => `<meta name="${shown(name)}" content="${shown(content)}">`));
  const more = all.size - MAX_ELEMENTS;
  const listed = [...all].slice(0, MAX_ELEMENTS).join(', ');
  return more > 0 ? `${listed} and ${more} more` : listed;
}

function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}

function isRedirect(status: number): boolean {
  return status >= 300 && status <= 399;
}

function textOf(results: readonly PageResult[], served: ServedPage, io: Io): string {
  const paint = painterFor(io.stdout, io.env);
  const columns = columnsFor(
    results.map(({ result }) => result.url),
    results.map(({ result }) => result.crawler),
  );
  const blocks = results.map(({ result, statements, findings }) =>
    [
      `${resultLine(result, columns, paint)}\n`,
      served.kind === 'response' ? `  response: ${visible(served.text)}\n` : '',
      statements === undefined ? '' : pageRuleLines(statements.pageRules),
      preferenceLines(statements?.preferences ?? preferencesOf(result)),
      ...findings.map(({ message }) => `  ${paint('yellow', 'finding:')} ${visible(message)}\n`),
    ].join(''),
  );
  return blocks.join('\n');
}

function documentOf(results: readonly PageResult[], served: ServedPage, args: Arguments): string {
  const [url] = args.positionals;
  const response = served.kind === 'response' ? served : undefined;
  return jsonText({
    dialect: dialectOf(args),
    page: {
      url,
      status: response?.status ?? null,
      location: response?.location ?? null,
      contentType: response?.contentType ?? null,
      error: served.kind === 'response' ? null : served.why,
    },
    crawlers: results.map(({ result, statements, findings }) => ({
      ...resultJson(result),
      pageRules: statements?.pageRules ?? null,
      preferences: statements?.preferences ?? preferencesOf(result),
      unseen: statements?.unseen ?? [],
      html: statements?.html ?? null,
      findings,
    })),
  });
}
