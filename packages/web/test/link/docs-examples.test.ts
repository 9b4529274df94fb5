/** The links from examples in docs/ to the web tester. */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { testerFragment } from '../../../../docs/.vitepress/tester-link.js';
import { readFragment } from '../../src/link/fragment.js';

const DOCS = resolve(import.meta.dirname, '../../../../docs');
const pages = globSync('{*,lint/*,commands/*,guides/*}.md', { cwd: DOCS }).sort();

test.each(pages)('the tester opens every example of docs/%s', async (page) => {
  const text = readFileSync(resolve(DOCS, page), 'utf8');
  for (const [, robotsTxt = ''] of text.matchAll(/^```robots.*?\n(.*?)^```$/gms)) {
    const opened = await readFragment(testerFragment(robotsTxt));
    expect(opened).toMatchObject({ robotsTxt });
  }
});

test('a link contains the crawlers and paths of the file', async () => {
  const robotsTxt = 'User-agent: GPTBot # a\nUser-agent: *\nDisallow: /a?b=%20\nAllow: /c$\nDisallow: /*/d\n';
  expect(await readFragment(testerFragment(robotsTxt))).toEqual({
    robotsTxt,
    urls: 'https://example.com/\nhttps://example.com/a?b=%20\nhttps://example.com/c\n',
    productTokens: ['GPTBot', '*'],
    chosen: undefined,
  });
});
