import { type AccessResult, type PolicyName, policies } from '@repkit/client';
import { dialects } from '@repkit/core';
import { expect } from 'vitest';
import { fetchedRobotsTxt } from '../../src/input/fetch-robots.js';
import type { FetchOptions } from '../../src/options/fetch-options.js';

export const body = 'User-agent: *\nDisallow: /p\n';

/** Permits sites on loopback. */
export const SETTINGS = { guard: { allowCidrs: ['127.0.0.0/8'] }, userAgent: 'repkit/0.0', timeoutMs: 5000 };

export interface Run extends Partial<FetchOptions> {
  readonly policy?: PolicyName;
  readonly home?: string;
  readonly now?: number;
}

/** Fetches for some URLs and returns the results and warnings. */
export async function run(urls: string | readonly string[], { policy = 'rfc9309', home, now, ...options }: Run) {
  const warnings: string[] = [];
  const source = await fetchedRobotsTxt(
    { policy: policies[policy], dialect: 'rfc9309' },
    {
      refresh: false,
      store: { kind: home === undefined ? 'none' : 'default' },
      ...SETTINGS,
      ...options,
    },
    {
      env: {},
      platform: 'linux',
      homeDirectory: () => home ?? '/dev/null',
      now: () => now ?? Date.now(),
      interruption: () => new AbortController().signal,
      report: (sentence) => warnings.push(sentence),
    },
  );
  try {
    const sites = await Promise.all([urls].flat().map((url) => source.accessFor(url, '*')));
    return { results: sites.map(resultFrom), warnings };
  } finally {
    await source.close();
  }
}

function resultFrom({ access, provenance }: AccessResult) {
  const robotsTxt = access.kind === 'file' ? access.file.in(dialects.rfc9309) : undefined;
  return { kind: access.kind, robotsTxt, provenance };
}

export async function resultOf(url: string, options: Run = {}) {
  const { results, warnings } = await run(url, options);
  expect(warnings).toEqual([]);
  if (results[0] === undefined) throw new Error('no answer');
  return results[0];
}
