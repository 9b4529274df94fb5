import { isInputError } from '@repkit/bulk';
import { originOf } from '@repkit/client/access';
import {
  crawlerName,
  dialectFor,
  type Matcher,
  matcherFor,
  type RobotsTxt,
  robotsFile,
  type Verdict,
} from '@repkit/core';
import { warnOfContent } from '../input/read-robots.js';
import {
  ROBOTS_TXT_OPTIONS,
  ROBOTS_TXT_SOURCES,
  type RobotsTxtArgument,
  readRobotsTxtArguments,
} from '../input/robots-txt-argument.js';
import { type OwnRules, UrlSources } from '../input/url-sources.js';
import { type Arguments, withEach } from '../options/arguments.js';
import type { Command } from '../options/command.js';
import {
  CRAWLER_OPTIONS,
  governedCrawlers,
  warnOfOtherBehavior,
} from '../options/crawler-option.js';
import { ownToken } from '../options/fetch-options.js';
import { givenOf, JSON_OPTION } from '../options/shared-options.js';
import type { ExitCode, Io } from '../program/io.js';
import { counted, type Paint, painterFor, visible, visibleName } from '../program/terminal.js';
import { jsonText, ruleJson } from '../render/json.js';
import { verdictText } from '../render/text.js';

export const sitemaps: Command = {
  name: 'sitemaps',
  summary: 'List the sitemaps in robots.txt files, one URL per line, or check their URLs.',
  positionals: [{ name: 'ROBOTS.TXT', required: true, repeatable: true, files: true }],
  options: {
    check: {
      description: 'Fetch the sitemaps and report the URLs that a crawler may not fetch.',
    },
    ...withEach(CRAWLER_OPTIONS, { requires: ['check'] }),
    json: JSON_OPTION,
    ...ROBOTS_TXT_OPTIONS,
  },
  examples: {
    'List the sitemaps of a site': 'repkit sitemaps https://example.com',
    'Fail if Googlebot may not fetch a URL of the sitemaps':
      'repkit sitemaps --check --crawler Googlebot https://example.com',
    'List those of two files as JSON': 'repkit sitemaps --json old.txt new.txt',
  },
  notes: {
    Output:
      'Absolute URLs without duplicates, in file order. Relative ones are invalid ' +
      '(sitemaps.org); they are skipped and counted on standard error. With --check, each ' +
      'sitemap is fetched, and the sitemaps of an index, unless the robots.txt of their host ' +
      'disallows them for the User-Agent of the requests (not requested). That of a local ' +
      "file's host is fetched, too. Each disallowed URL is listed with the deciding rule: at " +
      'most 100 per sitemap, and the number of the others. A sitemap that is disallowed ' +
      'itself is reported too. URLs of other hosts have their own robots.txt and are only ' +
      'counted.',
    'Robots.txt sources': ROBOTS_TXT_SOURCES,
  },
  exitCodes: {
    0: 'done, even if there are none; with --check: all URLs are allowed',
    1: 'with --check: a URL is disallowed, or a sitemap cannot be requested or read',
  },
  run: runSitemaps,
};

async function runSitemaps(args: Arguments, io: Io): Promise<ExitCode> {
  const { positionals: names } = args;
  const read = await readRobotsTxtArguments(names, args, io, args.has('check'));
  for (const one of read) warnOfContent(one, io);
  if (args.has('check')) return await checkSitemaps(read, args, io);
  const files = read.map(({ name, robotsTxt }) => ({
    name,
    sitemaps: [...new Set(robotsTxt.sitemaps)],
  }));
  if (args.has('json')) io.stdout.write(jsonText({ files }));
  else {
    const urls = new Set(files.flatMap(({ sitemaps: found }) => found));
    io.stdout.write([...urls].map((url) => `${visible(url)}\n`).join(''));
  }
  for (const { name, robotsTxt } of read) {
    const listed = robotsTxt.otherRecords.filter(({ field }) => field === 'sitemap');
    const relative = listed.length - robotsTxt.sitemaps.length;
    if (relative === 0) continue;
    const what = relative === 1 ? 'is not an absolute URL' : 'are not absolute URLs';
    io.report(`Skipped ${counted(relative, 'sitemap')} that ${what} in ${visibleName(name)}.`);
  }
  return 0;
}

/** Listed per sitemap; further ones are counted. */
const MAX_LISTED = 100;

interface CheckedSitemap {
  readonly url: string;
  /** Why it, or a sitemap of the index, cannot be read. At most MAX_LISTED, and the number of the others. */
  readonly errors: readonly string[];
  readonly urls: number;
  readonly otherHosts: number;
  readonly invalid: number;
  /** Sitemaps that a robots.txt does not allow for the User-Agent of the requests, and why. */
  readonly notRequested: readonly { readonly url: string; readonly reason: string }[];
  readonly disallowedCount: number;
  readonly disallowed: readonly DisallowedUrl[];
}

interface DisallowedUrl {
  readonly url: string;
  readonly productToken: string;
  readonly verdict: Verdict;
}

async function checkSitemaps(
  read: readonly RobotsTxtArgument[],
  args: Arguments,
  io: Io,
): Promise<ExitCode> {
  const crawlers = governedCrawlers(args, io) ?? ['*'];
  warnOfOtherBehavior(
    crawlers,
    io,
    read.map(({ robotsTxt }) => robotsTxt),
  );
  const given = givenOf(args);
  const paint = painterFor(io.stdout, io.env);
  const sources = new UrlSources(args, io);
  const files: { name: string; sitemaps: readonly CheckedSitemap[] }[] = [];
  try {
    for (const { name, kind, body, robotsTxt } of read) {
      const sitemaps: CheckedSitemap[] = [];
      const origin = kind === 'site' ? originOf(name) : commonOrigin(robotsTxt);
      const own = { origin, matcher: robotsTxt.matcher(ownToken(args)) };
      const known = kind === 'site' ? [own] : [];
      const file = robotsFile(body);
      const matchers = crawlers.map((crawler) => {
        const parsed = file.in(dialectFor(crawler, given));
        return [crawlerName(crawler), matcherFor(parsed, crawler)] as const;
      });
      for (const url of new Set(robotsTxt.sitemaps)) {
        const rules = { origin: origin ?? originOf(url), matchers, known };
        const checked = await checkSitemap(url, rules, sources);
        sitemaps.push(checked);
        if (!args.has('json')) io.stdout.write(checkedText(checked, paint));
      }
      files.push({ name, sitemaps });
    }
  } finally {
    await sources.close();
  }
  if (args.has('json')) {
    const asJson = (all: readonly CheckedSitemap[]) => all.map(checkedJson);
    io.stdout.write(
      jsonText({
        files: files.map(({ name, sitemaps }) => ({ name, sitemaps: asJson(sitemaps) })),
      }),
    );
  }
  const isFaulty = ({ errors, disallowedCount, notRequested }: CheckedSitemap) =>
    errors.length > 0 || disallowedCount > 0 || notRequested.length > 0;
  return files.some(({ sitemaps }) => sitemaps.some(isFaulty)) ? 1 : 0;
}

/** Returns the host that all sitemaps of a file share; undefined if there are several. */
function commonOrigin({ sitemaps: urls }: RobotsTxt): string | undefined {
  const [origin, ...others] = new Set(urls.map(originOf));
  return others.length === 0 ? origin : undefined;
}

interface SitemapRules {
  /** The host that the matchers are about. */
  readonly origin: string | undefined;
  readonly matchers: readonly (readonly [productToken: string, matcher: Matcher])[];
  /** The rules of the host for the requests. Empty for a local file, which may be that of another host. */
  readonly known: readonly OwnRules[];
}

/** Checks the URLs of the origin in a sitemap, and the sitemap itself. */
async function checkSitemap(
  sitemap: string,
  { origin, matchers, known }: SitemapRules,
  sources: UrlSources,
): Promise<CheckedSitemap> {
  const counts = { urls: 0, otherHosts: 0, invalid: 0, disallowedCount: 0 };
  const disallowed: DisallowedUrl[] = [];
  const check = (url: string) => {
    for (const [productToken, matcher] of matchers) {
      if (matcher.isAllowed(url)) continue;
      counts.disallowedCount++;
      if (disallowed.length < MAX_LISTED) {
        disallowed.push({ url, productToken, verdict: matcher.explain(url) });
      }
    }
  };
  let moreUnread = 0;
  const notRequested: { url: string; reason: string }[] = [];
  const mayRequest = async (url: string): Promise<boolean> => {
    if (origin !== undefined && originOf(url) === origin) check(url);
    const reason = await sources.refusalOf(url, known);
    if (reason === undefined) return true;
    if (notRequested.length < MAX_LISTED) notRequested.push({ url, reason });
    else moreUnread++;
    return false;
  };
  const errors: string[] = [];
  const fail = (why: string) => {
    if (errors.length < MAX_LISTED) errors.push(why);
    else moreUnread++;
  };
  try {
    const opened = (await mayRequest(sitemap)) && (await sources.open(sitemap, mayRequest, fail));
    for await (const url of opened ? opened.urls : []) {
      const own = typeof url === 'string' ? originOf(url) : undefined;
      if (typeof url !== 'string' || own === undefined) counts.invalid++;
      else if (own !== origin) counts.otherHosts++;
      else {
        counts.urls++;
        check(url);
      }
    }
  } catch (reason) {
    if (!isInputError(reason)) throw reason;
    fail(reason.message);
  }
  if (moreUnread > 0) errors.push(`Further sitemaps that were not read: ${moreUnread}.`);
  return { url: sitemap, errors, ...counts, notRequested, disallowed };
}

function checkedText(checked: CheckedSitemap, paint: Paint): string {
  const { url, errors, urls, otherHosts, invalid, notRequested, disallowedCount, disallowed } =
    checked;
  const counts = [
    counted(urls, 'URL'),
    `${disallowedCount} disallowed`,
    ...(otherHosts > 0 ? [`${otherHosts} of other hosts`] : []),
    ...(invalid > 0 ? [`${invalid} invalid`] : []),
  ];
  const more = disallowedCount - disallowed.length;
  return [
    `${paint('bold', visible(url))}  ${counts.join(', ')}`,
    ...disallowed.map(
      (one) =>
        `  ${paint('red', 'disallowed')}  ${visible(one.url)}  ${visible(one.productToken)}  ${verdictText(one.verdict)}`,
    ),
    ...notRequested.map(
      (one) => `  ${paint('yellow', 'not requested')}  ${visible(one.url)}  ${visible(one.reason)}`,
    ),
    ...(more > 0 ? [`  and ${more} more`] : []),
    ...errors.map((why) => `  ${paint('red', 'error')}  ${visible(why)}`),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

function checkedJson({ errors, disallowed, ...checked }: CheckedSitemap): object {
  return {
    ...checked,
    error: errors.join(' ') || null,
    disallowed: disallowed.map(({ url, productToken, verdict: { rule } }) => ({
      url,
      productToken,
      rule: rule === undefined ? null : ruleJson(rule),
    })),
  };
}
