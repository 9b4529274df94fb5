/** Tests the site in the first field of the page. */

import type { Status } from '../messages/messages.js';
import { change, fileDialect, type PageState } from '../state/page-state.js';
import { withTargets } from '../state/url-lines.js';
import { fetchRobots, fetchSitemapSample, urlOf } from './fetch-robots.js';
import { reasonText } from './live-result.js';

/** The status of a page that runs without the service. */
export const noService: Status = ({ live }) => live.noService;

/**
 * Fetches a robots.txt into the editor, then a sample of pages from the sitemap of the site. `showStatus` receives each new status.
 */
export async function testSite(
  site: string,
  state: PageState,
  showStatus: (status: Status) => void,
  signal: AbortSignal,
): Promise<void> {
  const outcome = await fetchRobots(site, { refresh: false, signal }).catch(() => undefined);
  if (signal.aborted) return;
  if (outcome === undefined || outcome.kind === 'no-response') {
    showStatus(({ live, start }) => `${live.noAnswer} ${start.unchanged}`);
    return;
  }
  if (outcome.kind === 'token') {
    // The field for the token is there.
    change(state, { view: 'live', pane: 'view', tokenProblem: outcome.problem });
    showStatus(({ live }) => live.tokenProblem[outcome.problem]);
    return;
  }
  if (outcome.kind === 'problem') {
    showStatus(({ start }) => `${outcome.title} ${outcome.detail} ${start.unchanged}`);
    return;
  }
  const { origin, robotsTxtUrl, text, provenance, policies } = outcome.response;
  // A dialect without a policy of its name follows that of RFC 9309.
  const { effect } = new Map(Object.entries(policies)).get(fileDialect(state)) ?? policies.rfc9309;
  const isRules = effect === 'rules' && text !== undefined;
  const status: Status = isRules
    ? ({ start, fill }) => fill(start.fetched, { url: robotsTxtUrl })
    : (messages) => {
        const { outcome: outcomes, effect: effects } = messages.live;
        const { access, status: received } = provenance;
        const where = received === undefined ? robotsTxtUrl : `${robotsTxtUrl}, ${received}`;
        return `${outcomes[access]} (${where}): ${effects[effect]}. ${reasonText(messages, provenance)}`;
      };
  showStatus(status);
  const siteUrl = new URL(urlOf(site)).href;
  const urls = withTargets('', [...new Set([`${origin}/`, siteUrl])]);
  const [productToken = '*'] = state.productTokens.value;
  change(state, {
    robotsTxt: isRules ? text : '',
    blockedBy: effect === 'disallow-all' ? robotsTxtUrl : undefined,
    noFile: effect === 'allow-all' ? { url: robotsTxtUrl, status: provenance.status } : undefined,
    urls,
    urlSource: 'site',
    traffic: undefined,
    chosen: { url: siteUrl, productToken },
    view: 'check',
    pane: 'view',
  });

  if (effect === 'disallow-all') return;
  const sample = await fetchSitemapSample(site, signal);
  // The user may have edited the list or started another test while the sitemap was fetched.
  if (sample === undefined || signal.aborted || state.urls.value !== urls) return;
  change(state, { urls: withTargets(urls, sample.urls) });
  const { urls: added, found } = sample;
  showStatus((messages) => {
    const { live, fill } = messages;
    const sampled =
      added.length === found
        ? fill(live.added, { count: found })
        : fill(live.sample, { urls: added.length, found });
    return `${status(messages)} ${sampled}`;
  });
}
