/** Fetches the robots.txt of a site for the first field of the page. */
import type { Language, Messages } from '../messages/messages.js';
import type { AppState } from '../state/app-state.js';
import { fetchRobots, urlOf } from './fetch-robots.js';
import { reasonText } from './live-result.js';
import { LIVE_TEXTS } from './live-texts.js';

interface TestedSite {
  readonly change?: Partial<AppState>;
  readonly status: Status;
}

/** A text in the language of the page. */
export type Status = (texts: Messages, language: Language) => string;

/** The status of a page that runs without the service. */
export const noService: Status = (_, language) => LIVE_TEXTS[language].noService;

/** Fetches a robots.txt and returns what it changes. The editor keeps its text if no rules are known. */
export async function testedSite(
  site: string,
  { dialect }: AppState,
  signal: AbortSignal,
): Promise<TestedSite> {
  const outcome = await fetchRobots(site, { refresh: false, signal }).catch(() => undefined);
  if (outcome === undefined || outcome.kind === 'no-response') {
    return { status: (_, language) => LIVE_TEXTS[language].noAnswer };
  }
  if (outcome.kind === 'token') {
    // The field for the token is there.
    const change = { view: 'live', tokenProblem: outcome.problem } as const;
    return { change, status: (_, language) => LIVE_TEXTS[language].tokenProblem[outcome.problem] };
  }
  if (outcome.kind === 'problem') {
    return { status: () => `${outcome.title} ${outcome.detail}` };
  }
  const { origin, robotsTxtUrl, text, provenance, policies } = outcome.response;
  // A dialect without a policy of its name follows that of RFC 9309.
  const { effect } = new Map(Object.entries(policies)).get(dialect) ?? policies.rfc9309;
  const urls = [...new Set([`${origin}/`, new URL(urlOf(site)).href])];
  const checked = { urls: `${urls.join('\n')}\n`, chosen: undefined, view: 'check' } as const;
  if (effect === 'rules' && text !== undefined) {
    return {
      change: { ...checked, robotsTxt: text },
      status: ({ start }) => start.fetched(robotsTxtUrl),
    };
  }
  return {
    ...(effect === 'allow-all' && { change: { ...checked, robotsTxt: '' } }),
    status: (_, language) => {
      const live = LIVE_TEXTS[language];
      return `${live.outcome[provenance.access]} (${robotsTxtUrl}): ${live.effect[effect]}. ${reasonText(live, provenance)}`;
    },
  };
}
