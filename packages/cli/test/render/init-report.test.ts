import { parseRobotsTxt } from '@repkit/core';
import { initRobotsTxt } from '@repkit/core/analysis';
import { expect, test } from 'vitest';
import { initText } from '../../src/render/init-report.js';

const SHOP = 'User-agent: *\nDisallow: /cart\n';

test.each([
  [undefined, 'Proof by diff: Blocks 1 pattern for 4 crawlers.'],
  [0, 'Proof by diff: The file is too long to list the URLs that change.'],
])('with the budget %j, the crawlers that change and those that do not are the same: %s', (budget, proof) => {
  const result = initRobotsTxt(SHOP, { block: ['archive'], except: ['CCBot'], budget });
  if (result.kind === 'refused') throw new Error(result.message);
  const text = initText(result, parseRobotsTxt(SHOP), (_, part) => part);
  expect(text).toContain('Changes 4 crawlers (archive)\n');
  expect(text).toMatch(/\nNot affected: \d+ other known crawlers, and all crawlers that are not known\.\n/);
  expect(text).toContain(`\n${proof}\n`);
});
