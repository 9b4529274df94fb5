/** Counts the walk of a check; test/support/walks.ts defines the figures. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { siteWith } from '../../../test/support/site.js';
import { type TracedSources, traceSources, type Walk } from '../../../test/support/walks.js';

let sources: TracedSources;

beforeAll(async () => {
  sources = await traceSources();
});

afterAll(async () => {
  await sources.close();
});

/** Returns the walk of `RobotsClient.check` with a fresh copy in memory. */
async function walkTo(path: string): Promise<Walk> {
  const { RobotsClient } = await sources.load<typeof import('../src/index.js')>('packages/client/src/index.ts');
  const { origin } = await siteWith(200, 'User-agent: *\nDisallow: /private/\n');
  const client = new RobotsClient({ userAgent: 'ExampleBot/1.0', guard: false });
  try {
    await client.check(origin);
    return await sources.walkOf(() => client.check(origin + path));
  } finally {
    await client.close();
  }
}

test('if no rule matches', async () => {
  const { files, returns } = await walkTo('/a');
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(14);
  expect(returns).toBeLessThanOrEqual(12);
});

test('if a rule decides', async () => {
  const { files, returns } = await walkTo('/private/a');
  // The goal is again 14 files and 12 returns. Core alone enters 11 files with 18 returns: it also describes the rule.
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(18);
  expect(returns).toBeLessThanOrEqual(27);
});
