/** Tests the site in the first field of the page. */

import { change, fileDialect, type PageState, type SiteFailure, untilChanged } from '../state/page-state.js';
import { withTargets } from '../state/url-lines.js';
import { fetchRobots, fetchSitemapSample, urlOf } from './fetch-robots.js';

let running: AbortController | undefined;

/** Ignores what a running test still receives. */
export function stopTest(): void {
  running?.abort();
}

/**
 * Fetches a robots.txt, then pages from the sitemap of the site unless the user listed URLs of it. Returns why the test failed;
 * undefined if it succeeded or was stopped, as by the next test, or by an edit that the response would replace.
 *
 * @param options `refresh`: bypasses the cache of the service
 */
export async function testSite(
  site: string,
  state: PageState,
  { refresh }: { readonly refresh: boolean },
): Promise<SiteFailure | undefined> {
  stopTest();
  const controller = new AbortController();
  const { signal } = controller;
  running = controller;
  state.loadingSite.value = site;
  const isWanted = untilChanged(state);
  const response = await fetchRobots(site, { refresh, signal }).catch(() => undefined);
  if (running === controller) state.loadingSite.value = undefined;
  if (response === undefined || signal.aborted || !isWanted()) return undefined;
  if (!('origin' in response)) return response;
  const { origin, robotsTxtUrl, text, provenance, policies } = response;
  // A dialect without a policy of its name follows that of RFC 9309.
  const { effect } = new Map(Object.entries(policies)).get(fileDialect(state)) ?? policies.rfc9309;
  const siteUrl = new URL(urlOf(site)).href;
  const urls = withTargets('', [...new Set([`${origin}/`, siteUrl])]);
  const keepsUrls = state.urlSource.value === 'own' && (refresh || state.urls.value.includes(`${origin}/`));
  const [productToken = '*'] = state.productTokens.value;
  change(state, {
    isStarted: true,
    robotsTxt: effect === 'rules' ? (text ?? '') : '',
    fetchedFrom: {
      url: robotsTxtUrl,
      status: provenance.status,
      effect,
      fetchedAt: provenance.fetchedAt,
      ...(provenance.body?.truncated && { isTruncated: true }),
    },
    response,
    siteProblem: undefined,
    sampled: undefined,
    ...(!keepsUrls && {
      urls,
      urlSource: 'site',
      traffic: undefined,
      ...(!refresh && { chosen: siteUrl === `${origin}/` ? undefined : { url: siteUrl, productToken } }),
    }),
  });

  if (effect === 'disallow-all' || keepsUrls) return undefined;
  const sample = await fetchSitemapSample(site, signal);
  // The user may have edited the list or started another test while the sitemap was fetched.
  if (sample === undefined || signal.aborted || state.urls.value !== urls) return undefined;
  change(state, {
    urls: withTargets(urls, sample.urls),
    sampled: { urls: sample.urls.length, found: sample.found },
  });
  return undefined;
}
