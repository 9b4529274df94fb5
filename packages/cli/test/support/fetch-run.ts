import type { PolicyName, RobotsTxtResult } from '@repkit/client';
import { expect } from 'vitest';
import { fetchedRobotsTxt } from '../../src/input/fetch-robots.js';
import type { FetchOptions } from '../../src/options/fetch-options.js';

export const body = 'User-agent: *\nDisallow: /p\n';

export interface Run extends Partial<FetchOptions> {
  readonly policy?: PolicyName;
  readonly home?: string;
  readonly now?: number;
}

/** Fetches for some URLs and returns the results and warnings. */
export async function run(
  urls: string | readonly string[],
  { policy = 'rfc9309', home, now, ...options }: Run,
) {
  const warnings: string[] = [];
  const source = await fetchedRobotsTxt(
    { policy, dialect: 'rfc9309' },
    {
      refresh: false,
      store: { kind: home === undefined ? 'none' : 'default' },
      guard: { allowCidrs: ['127.0.0.0/8'] },
      userAgent: 'repkit/0.0',
      timeoutMs: 5000,
      ...options,
    },
    {
      env: {},
      platform: 'linux',
      homeDirectory: () => home ?? '/dev/null',
      now: () => now ?? Date.now(),
      report: (sentence) => warnings.push(sentence),
    },
  );
  try {
    const results = await Promise.all([urls].flat().map((url) => source.robotsTxtFor(url)));
    return { results, warnings };
  } finally {
    await source.close();
  }
}

export async function resultOf(url: string, options: Run = {}): Promise<RobotsTxtResult> {
  const { results, warnings } = await run(url, options);
  expect(warnings).toEqual([]);
  if (results[0] === undefined) throw new Error('no answer');
  return results[0];
}
