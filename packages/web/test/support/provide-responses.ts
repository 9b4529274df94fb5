/** Global setup of the browser tests, which cannot start processes: records responses of the real service. */
import type { TestProject } from 'vitest/node';
import type { RobotsResponse } from '../../src/state/robots-response.js';
import { type LiveSites, startSites } from './live-sites.js';
import { startService } from './running-service.js';

const NAMES = ['shop', 'page', 'closed', 'missing', 'unreadable', 'busy', 'down', 'refused'] as const;

interface LiveResponses {
  readonly origins: LiveSites['origins'];
  readonly responses: Readonly<Record<(typeof NAMES)[number], RobotsResponse>>;
  /** The problem document for an invalid URL (status 422). */
  readonly problem: { readonly title: string; readonly detail: string };
}

declare module 'vitest' {
  interface ProvidedContext {
    live: LiveResponses;
  }
}

export async function setup({ provide }: TestProject): Promise<void> {
  const [sites, service] = await Promise.all([startSites(), startService()]);
  const request = async (url: string) => {
    const query = new URLSearchParams({ origin: url });
    return await (await fetch(`${service.origin}/v1/robots?${query}`)).json();
  };
  try {
    const { origins } = sites;
    const entries = await Promise.all(NAMES.map(async (name) => [name, await request(origins[name])]));
    const responses = Object.fromEntries(entries);
    provide('live', { origins, responses, problem: await request('https://') });
  } finally {
    await Promise.all([service.stop(), sites.stop()]);
  }
}
