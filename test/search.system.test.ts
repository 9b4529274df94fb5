/** Builds the documentation site, and searches it as its search box does. */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { boostDocument, tokenize } from '../docs/.vitepress/search.js';

const ROOT = join(import.meta.dirname, '..');
const INDEX = 'docs/.vitepress/dist/assets/chunks/@localSearchIndexroot.*.js';

interface Index {
  search(query: string): { id: string }[];
}

let index: Index;

beforeAll(async () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/docs.mjs'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect(status, stdout + stderr).toBe(0);
  const [chunk = ''] = globSync(INDEX, { cwd: ROOT });
  const { default: json }: { default: string } = await import(pathToFileURL(join(ROOT, chunk)).href);
  const { default: MiniSearch } = await import(
    pathToFileURL(createRequire(join(ROOT, 'docs/package.json')).resolve('minisearch')).href
  );
  // As in VPLocalSearchBox of VitePress.
  index = MiniSearch.loadJSON(json, {
    fields: ['title', 'titles', 'text'],
    searchOptions: {
      fuzzy: 0.2,
      prefix: true,
      boost: { title: 4, text: 2, titles: 1 },
      boostDocument,
    },
    tokenize,
  });
}, 900_000);

test.each([
  ['block GPTBot', '/guides/block-ai-crawlers.html#block-gptbot-alone'],
  ['block AI training', '/guides/block-ai-crawlers.html#block-ai-training-keep-search'],
  ['why is my page blocked', '/cookbook.html#why-is-my-page-blocked'],
  ['replace robots-parser', '/migrating.html#replace-robots-parser'],
  ['who ignores my robots.txt', '/guides/audit.html#who-ignores-my-robotstxt'],
  ['noindex', '/lint/noindex.html#noindex-noindex'],
  ['sitemap', '/guides/seo.html#3-list-the-blocked-pages-of-a-sitemap'],
  ['crawl-delay', '/real-crawlers.html#crawl-delay-crawlers-that-apply-crawl-delay'],
  ['test robots.txt', '/playground.html#playground-test-and-validate-your-robotstxt'],
  ['test my robots.txt', '/playground.html#playground-test-and-validate-your-robotstxt'],
  ['validate robots.txt', '/playground.html#playground-test-and-validate-your-robotstxt'],
  ['regex', '/lint/regular-expression.html#regular-expression-regular-expression'],
  ['install', '/cli.html#install'],
  ['access log', '/guides/audit.html#audit-an-access-log'],
  ['allow only google', '/cookbook.html#allow-only-google-and-disallow-all-other-crawlers'],
  ['service with Redis', '/deploy.html#several-instances-with-redis-or-valkey'],
])('"%s" finds %s first', (query, page) => {
  expect(index.search(query)[0]?.id).toBe(page);
});
