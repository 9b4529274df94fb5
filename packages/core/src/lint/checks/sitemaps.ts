/** Checks of sitemap URLs against the rules and the site of the file. */
import { ORIGIN } from '../../analysis/audience.js';
import type { RobotsTxt } from '../../file/robots-txt.js';
import { STAR_TOKEN } from '../../match/token-input.js';
import type { Span } from '../../syntax/span.js';
import { type Diagnostic, diagnostic } from '../diagnostic.js';
import { type FileCheck, quoted, ruleInWords, spanOf } from './check.js';

interface Site {
  readonly scheme: string;
  readonly host: string;
}

interface ListedSitemap extends Site {
  readonly url: string;
  readonly span: Span;
}

/** The host without `www.`, because both usually serve the same file. No host is longer (RFC 1035 2.3.4). */
const SITE = /^(https?):\/\/(?:www\.)?([^/?#]{1,255})/i;

/** Host names that no public site has. */
const TEST_HOST =
  /^(?:localhost(?=$|:)|(?:stage|test)\d*\.[^.]+\.|.*\.(?:local|localhost|test)(?=$|:)|(?:.*[.-])?(?:staging|stg|pre-?prod|pre-?live|uat)\d*[.-].*\.)/;

/** Reports sitemaps that the file itself blocks, that are fetched without HTTPS, or that are on test hosts. */
export const sitemaps: FileCheck = ({ robotsTxt, budget, url, leaveUndecided }) => {
  const listed = sitemapsIn(robotsTxt);
  if (listed.length === 0) return [];
  const own = url === undefined ? undefined : siteOf(String(url));
  const hosts = new Set(listed.map(({ host }) => host));
  // If its URL is unknown, the file belongs to the host of all its sitemaps.
  const host = own?.host ?? (hosts.size === 1 ? listed[0].host : undefined);
  const isSecure = [own, ...listed].some((one) => one?.host === host && one?.scheme === 'https');
  const matchers = ['Googlebot', STAR_TOKEN].map((token) => robotsTxt.matcher(token));
  // A site that is closed to a crawler hides its sitemaps on purpose.
  const open = matchers.filter((matcher) => matcher.isAllowed(`${ORIGIN}/`));
  const steps = matchers.reduce((sum, { rules }) => sum + rules.length, 0);
  const found: Diagnostic[] = [];
  for (const one of listed) {
    const { span } = one;
    if (one.host !== own?.host && open.length > 0 && isOnTestHost(one)) {
      const message = `${quoted(one.host)} seems to be a test host, but search engines take the URLs of this sitemap for those of the site. Write the URL of the public sitemap.`;
      found.push(diagnostic('sitemap-on-test-host', { message, span }));
    }
    if (one.host !== host) continue;
    if (isSecure && one.scheme === 'http') {
      const message =
        'The site uses https, but crawlers fetch this sitemap over http, under the robots.txt of that origin. Write "https".';
      found.push(diagnostic('sitemap-over-http', { message, span }));
    }
    if (!budget.spend(steps)) {
      leaveUndecided();
      break;
    }
    const blocked = open.filter((matcher) => !matcher.isAllowed(one.url));
    const { rule, target } = blocked[0]?.explain(one.url) ?? {};
    if (rule === undefined || target === undefined) continue;
    const who = blocked.map((matcher) =>
      matcher === matchers[0] ? 'Googlebot' : 'other crawlers',
    );
    const message = `Line ${rule.line} (${ruleInWords(rule)}) blocks this sitemap, so ${who.join(' and ')} cannot read it. Allow it.`;
    found.push(
      diagnostic('sitemap-blocked', { message, span, related: [rule.span], witness: target }),
    );
  }
  return found;
};

export function isOnTestHost({ host }: Site): boolean {
  return TEST_HOST.test(host);
}

function siteOf(url: string): Site | undefined {
  const [, scheme, host] = SITE.exec(url) ?? [];
  return host === undefined
    ? undefined
    : { scheme: scheme.toLowerCase(), host: host.toLowerCase() };
}

/** Returns the sitemaps with a web URL. */
export function sitemapsIn(robotsTxt: RobotsTxt): readonly ListedSitemap[] {
  const listed: ListedSitemap[] = [];
  for (const walk = robotsTxt.walk(); walk.next(); ) {
    if (walk.kind !== 'sitemap') continue;
    const url = walk.value;
    const site = siteOf(url);
    if (site !== undefined) listed.push({ url, ...site, span: spanOf(walk.record()) });
  }
  return listed;
}
