import { initRobotsTxt } from '@repkit/core/analysis';
import { crawlerProfile } from '@repkit/core/crawlers';
import { expect, test } from 'vitest';
import { addedLines } from '../../src/block/added-lines.js';
import { crawlersFor, initOptions, isBlocked, PURPOSES, withCrawler, withPurpose } from '../../src/block/selection.js';
import { NOTHING_BLOCKED } from '../../src/state/page-state.js';

function known(name: string) {
  const crawler = crawlerProfile(name);
  if (crawler === undefined) throw new Error(`unknown crawler ${name}`);
  return crawler;
}

test('a purpose blocks its crawlers, except those that also serve search', () => {
  const blocking = withPurpose(NOTHING_BLOCKED, 'ai-training', true);
  expect(isBlocked(known('GPTBot'), blocking)).toBe(true);
  expect(isBlocked(known('Google-Extended'), blocking)).toBe(false);
  expect(withPurpose(blocking, 'ai-training', false)).toEqual(NOTHING_BLOCKED);
});

test('a single crawler can be blocked and unblocked, also a mixed one', () => {
  const alone = withCrawler(NOTHING_BLOCKED, 'ai-training', known('GPTBot'), true);
  const blocked = crawlersFor('ai-training').filter((crawler) => isBlocked(crawler, alone));
  expect(blocked.map(({ name }) => name)).toEqual(['GPTBot']);
  expect(withCrawler(alone, 'ai-training', known('GPTBot'), false)).toEqual(NOTHING_BLOCKED);
  const mixed = withCrawler(alone, 'ai-training', known('Google-Extended'), true);
  expect(initOptions(mixed)).toMatchObject({ block: ['ai-training'], includingMixed: true });
});

test.each(PURPOSES)('core writes what the switch of a purpose selects: %s', (purpose) => {
  const blocking = withPurpose(NOTHING_BLOCKED, purpose, true);
  const result = initRobotsTxt('User-agent: *\nDisallow: /cart\n', initOptions(blocking));
  if (result.kind === 'refused') throw new Error(result.message);
  const names = crawlersFor(purpose).filter((crawler) => isBlocked(crawler, blocking));
  expect(result.blocked.map(({ crawler }) => crawler.name)).toEqual(names.map(({ name }) => name));
});

test('only the added lines are marked, not those that moved up', () => {
  const before = 'User-agent: *\nDisallow: /a\n\nUser-agent: b\nDisallow: /\n\nSitemap: /s\n';
  const after = 'User-agent: *\nDisallow: /a\n\nSitemap: /s\n\n# block\nUser-agent: c\n# end\n';
  const added = { text: '# block\nUser-agent: c\n# end\n', isAdded: true };
  const unchanged = { text: 'User-agent: *\nDisallow: /a\n\nSitemap: /s\n\n', isAdded: false };
  expect(addedLines(before, after)).toEqual([unchanged, added, { text: '\n', isAdded: false }]);
  expect(addedLines(before, before)).toEqual([{ text: `${before}\n`, isAdded: false }]);
});
