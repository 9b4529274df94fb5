/** Tests the site in the first field of the page. */

import { LIVE_TEXTS } from '../messages/live-texts.js';
import type { Status } from '../messages/messages.js';
import type { Store } from '../state/app-context.js';
import { type AppState, fileDialect } from '../state/app-state.js';
import { withTargets } from '../state/url-lines.js';
import { fetchRobots, fetchSitemapSample, urlOf } from './fetch-robots.js';
import { reasonText } from './live-result.js';

/** The status of a page that runs without the service. */
export const noService: Status = (_, language) => LIVE_TEXTS[language].noService;

/**
 * Fetches a robots.txt into the editor, then a sample of pages from the sitemap of the site. `showStatus` receives each new status.
 */
export async function testSite(
  site: string,
  store: Store<AppState>,
  showStatus: (status: Status) => void,
  signal: AbortSignal,
): Promise<void> {
  const outcome = await fetchRobots(site, { refresh: false, signal }).catch(() => undefined);
  if (signal.aborted) return;
  if (outcome === undefined || outcome.kind === 'no-response') {
    showStatus(({ start }, language) => `${LIVE_TEXTS[language].noAnswer} ${start.unchanged}`);
    return;
  }
  if (outcome.kind === 'token') {
    // The field for the token is there.
    store.change({ view: 'live', pane: 'view', tokenProblem: outcome.problem });
    showStatus((_, language) => LIVE_TEXTS[language].tokenProblem[outcome.problem]);
    return;
  }
  if (outcome.kind === 'problem') {
    showStatus(({ start }) => `${outcome.title} ${outcome.detail} ${start.unchanged}`);
    return;
  }
  const { origin, robotsTxtUrl, text, provenance, policies } = outcome.response;
  // A dialect without a policy of its name follows that of RFC 9309.
  const { effect } =
    new Map(Object.entries(policies)).get(fileDialect(store.state)) ?? policies.rfc9309;
  const isRules = effect === 'rules' && text !== undefined;
  const status: Status = isRules
    ? ({ start }) => start.fetched(robotsTxtUrl)
    : (_, language) => {
        const live = LIVE_TEXTS[language];
        return `${live.outcome[provenance.access]} (${robotsTxtUrl}): ${live.effect[effect]}. ${reasonText(live, provenance)}`;
      };
  showStatus(status);
  const siteUrl = new URL(urlOf(site)).href;
  const urls = withTargets('', [...new Set([`${origin}/`, siteUrl])]);
  const [productToken = '*'] = store.state.productTokens;
  store.change({
    robotsTxt: isRules ? text : '',
    blockedBy: effect === 'disallow-all' ? robotsTxtUrl : undefined,
    ...{ urls, urlSource: 'site', traffic: undefined },
    chosen: { url: siteUrl, productToken },
    view: 'check',
    pane: 'view',
  });

  if (effect === 'disallow-all') return;
  const sample = await fetchSitemapSample(site, signal);
  // The user may have edited the list or started another test while the sitemap was fetched.
  if (sample === undefined || signal.aborted || store.state.urls !== urls) return;
  store.change({ urls: withTargets(urls, sample.urls) });
  showStatus((texts, language) => {
    const count = (number: number) => number.toLocaleString(language);
    const live = LIVE_TEXTS[language];
    return `${status(texts, language)} ${live.sample(count(sample.urls.length), count(sample.found))}`;
  });
}
