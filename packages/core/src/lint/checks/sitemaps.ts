/** Checks of sitemap URLs: their form, and against the rules and the site of the file. */

import { ORIGIN } from '../../analysis/audience.js';
import { isAbsoluteUrl } from '../../file/groups.js';
import type { RobotsTxt } from '../../file/robots-txt.js';
import { STAR_TOKEN } from '../../match/token-input.js';
import type { Span } from '../../syntax/span.js';
import { memoizeByObject } from '../../util/memoize-by-object.js';
import { type FileContext, type FileFinding, fileCheck, lineCheck, quoted, ruleCheck, ruleInWords, spanOf } from './check.js';

/** Facts that checks of sitemap lines share. */
const OF_SITEMAPS = { about: 'value', clause: 'sitemaps.org', kinds: ['sitemap'] } as const;

export const sitemapNotAbsolute = lineCheck({
  code: 'sitemap-not-absolute',
  ...OF_SITEMAPS,
  title: 'Relative sitemap',
  description: 'The sitemap is not an absolute URL.',
  find: ({ value }) =>
    !isAbsoluteUrl(value) &&
    `${quoted(value)} is not an absolute URL, so crawlers cannot fetch this sitemap. Write the full URL.`,
});

const FETCHABLE = /^(?:https?|ftp):\/\/(?:\[[\da-f:.]+\]|[-.\w\u0080-\uffff]+)(?::\d+)?(?:[/?]\S*)?$/i;
/** A fragment that names a page or file. Any other fragment is a comment, and the sitemap is found without it. */
const ROUTE = /\/|\.xml/;

export const sitemapNotFetchable = lineCheck({
  code: 'sitemap-not-fetchable',
  ...OF_SITEMAPS,
  title: 'Invalid sitemap URL',
  description:
    'The URL of the sitemap has white space, credentials, a fragment, no valid host, or a scheme that crawlers do not fetch.',
  find: (line) => {
    if (!isAbsoluteUrl(line.value)) return undefined;
    const comment = line.hasComment ? line.record.comment : undefined;
    const end = line.record.value?.span.end;
    const isCut = comment !== undefined && end === comment.span.start && ROUTE.test(comment.text);
    return (
      (isCut || !FETCHABLE.test(line.value)) &&
      `Crawlers cannot fetch the sitemap ${quoted(line.value)}. Write one http or https URL per line, without white space, credentials or "#".`
    );
  },
});

/** The home page, or a page by its extension. */
const PAGE = /^https?:\/\/[^/?#]+\/?$|\.x?html?(?:[?#]|$)/i;

export const sitemapIsPage = lineCheck({
  code: 'sitemap-is-page',
  ...OF_SITEMAPS,
  title: 'Sitemap is a page',
  description: 'The URL of the sitemap is that of the home page or of an HTML page.',
  find: (line) =>
    PAGE.test(line.value) &&
    !sitemapNotFetchable.find(line) &&
    `${quoted(line.value)} seems to be a page for people. Search engines read only sitemaps in XML, feeds and lists of URLs in plain text. Write the URL of such a file.`,
});

interface Site {
  readonly scheme: string;
  readonly host: string;
}

interface ListedSitemap extends Site {
  readonly url: string;
  readonly span: Span;
}

/** The host without `www.`, because both usually serve the same file. No host is longer (RFC 1035 2.3.4). */
const SITE = /^(https?):\/\/(?:www\.)?(?![\s\p{Cc}])([^/?#]{1,255})/iu;

/** Host names that public sites do not have. */
const TEST_HOST =
  /^(?:localhost(?=$|:)|(?:stage|test)\d*\.[^.]+\.|.*\.(?:local|localhost|test)(?=$|:)|(?:.*[.-])?(?:staging|stg|pre-?prod|pre-?live|uat)\d*[.-].*\.)/;

function siteIn(url: string | URL | undefined): Site | undefined {
  const [, scheme, host] = SITE.exec(String(url ?? '')) ?? [];
  return host === undefined ? undefined : { scheme: scheme.toLowerCase(), host: host.toLowerCase() };
}

/** Returns the sitemaps of a file. Creates no objects for other lines. */
const sitemapsIn = memoizeByObject((robotsTxt: RobotsTxt): readonly ListedSitemap[] => {
  const sitemaps: ListedSitemap[] = [];
  const walk = robotsTxt.walk();
  while (walk.next()) {
    if (walk.kind !== 'sitemap') continue;
    const url = walk.value;
    const site = siteIn(url);
    if (site !== undefined) sitemaps.push({ url, span: spanOf(walk.record()), ...site });
  }
  return sitemaps;
});

function isOnTestHost({ host }: Site): boolean {
  return TEST_HOST.test(host);
}

/** Returns the line of the first sitemap on a test host, or 0. */
export function testSitemapLine(robotsTxt: RobotsTxt): number {
  return sitemapsIn(robotsTxt).find(isOnTestHost)?.span.line ?? 0;
}

/** Returns the sitemaps of the file's own host. If its URL is unknown, that is the host of all its sitemaps. */
function sitemapsOfHost({ robotsTxt, url }: FileContext): readonly ListedSitemap[] {
  const sitemaps = sitemapsIn(robotsTxt);
  const hosts = new Set(sitemaps.map(({ host }) => host));
  const host = siteIn(url)?.host ?? (hosts.size === 1 ? sitemaps[0].host : undefined);
  return sitemaps.filter((sitemap) => sitemap.host === host);
}

/** Returns the matchers of Googlebot and of all other crawlers, except those to which the whole site is closed. */
const openMatchers = memoizeByObject(({ robotsTxt }: FileContext) =>
  [
    { readers: 'Googlebot', matcher: robotsTxt.matcher('Googlebot') },
    { readers: 'other crawlers', matcher: robotsTxt.matcher(STAR_TOKEN) },
  ].filter(({ matcher }) => matcher.isAllowed(`${ORIGIN}/`)),
);

export const sitemapBlocked = ruleCheck({
  code: 'sitemap-blocked',
  title: 'Sitemap blocked',
  description: 'The file lists the sitemap and blocks it, although pages are allowed. Sitemaps on other hosts are not checked.',
  find: function* (context) {
    for (const { url, span } of sitemapsOfHost(context)) {
      const matchers = openMatchers(context);
      const steps = matchers.reduce((sum, { matcher }) => sum + matcher.rules.length, 0);
      if (!context.budget.spend(steps)) return context.leaveUndecided();
      const blocked = matchers.filter(({ matcher }) => !matcher.isAllowed(url));
      const { rule, target } = blocked[0]?.matcher.explain(url) ?? {};
      if (rule === undefined || target === undefined) continue;
      const readers = blocked.map(({ readers: names }) => names).join(' and ');
      const message = `Line ${rule.line} (${ruleInWords(rule)}) blocks this sitemap, so ${readers} cannot read it. Allow it.`;
      yield { message, span, related: [rule.span], witness: target };
    }
  },
});

export const sitemapOverHttp = fileCheck({
  code: 'sitemap-over-http',
  severity: 'info',
  clause: 'sitemaps.org',
  title: 'Sitemap without HTTPS',
  description: 'The sitemap uses http, although the file or another sitemap of the same host uses https.',
  find: (context) => {
    const sitemaps = sitemapsOfHost(context);
    if (![siteIn(context.url), ...sitemaps].some((site) => site?.scheme === 'https')) return [];
    const message =
      'The site uses https, but crawlers fetch this sitemap over http, under the robots.txt of that origin. Write "https".';
    return sitemaps.flatMap(({ scheme, span }): FileFinding[] => (scheme === 'http' ? [{ message, span }] : []));
  },
});

export const sitemapOnTestHost = fileCheck({
  code: 'sitemap-on-test-host',
  clause: 'sitemaps.org',
  title: 'Sitemap on a test host',
  description: "The name of the sitemap's host is that of a test system.",
  find: (context) => {
    const site = siteIn(context.url);
    const sitemaps = sitemapsIn(context.robotsTxt).filter((sitemap) => isOnTestHost(sitemap) && sitemap.host !== site?.host);
    if (sitemaps.length === 0 || openMatchers(context).length === 0) return [];
    return sitemaps.map(({ host, span }) => ({
      message: `${quoted(host)} seems to be a test host, but search engines take the URLs of this sitemap for those of the site. Write the URL of the public sitemap.`,
      span,
    }));
  },
});
