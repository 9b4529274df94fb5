/** What the real service answers about the real sites, for tests that look at answers alone. */
import type { RobotsAnswer } from '../../src/live/ask-service.js';
import { type LiveSites, startSites } from './live-sites.js';
import { startService } from './running-service.js';

const ASKED = ['shop', 'page', 'closed', 'missing', 'busy', 'down', 'refused'] as const;

export interface LiveAnswers {
  readonly origins: LiveSites['origins'];
  readonly answers: Readonly<Record<(typeof ASKED)[number], RobotsAnswer>>;
  /** About what is no URL: a problem document, sent with status 422. */
  readonly problem: { readonly title: string; readonly detail: string };
}

/** Each is asked about once. */
export async function liveAnswers(): Promise<LiveAnswers> {
  const [sites, service] = await Promise.all([startSites(), startService()]);
  const ask = async (url: string) => {
    const query = new URLSearchParams({ origin: url });
    return await (await fetch(`${service.origin}/v1/robots?${query}`)).json();
  };
  try {
    const { origins } = sites;
    const told = await Promise.all(ASKED.map(async (name) => [name, await ask(origins[name])]));
    return { origins, answers: Object.fromEntries(told), problem: await ask('https://') };
  } finally {
    await Promise.all([service.stop(), sites.stop()]);
  }
}
