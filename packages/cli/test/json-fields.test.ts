/** Each field of a JSON document is on the page of its command, or with the fields of `check --json`. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { site } from '../../../test/support/site.js';
import { run } from '../src/run.js';
import { fakeIo } from './support/fake-io.js';

/** Objects that the documentation of the library or of another command describes. */
const ELSEWHERE: ReadonlySet<string> = new Set(['preferences', 'pageRules', 'steps', 'recordChanges', 'diff']);

const FILES = {
  'robots.txt': 'User-agent: *\nDissalow: /x\nDisallow: /a\nAllow: /a\nSitemap: https://example.com/s.xml\n',
  'new.txt': 'User-agent: *\nDisallow: /\n\nUser-agent: GPTBot\nDisallow: /a\n',
  expect: 'allowed /a *\nallowed /b *\ndisallowed /b GPTBot\ndisallowed /a GPTBot\n',
  urls: '/a\n/b\n',
  'access.log': ['Googlebot/2.1', 'ChatGPT-User/1.0']
    .map((agent) => `192.0.2.1 - - [28/Nov/2026:10:00:00 +0000] "GET /b HTTP/1.1" 200 1 "-" "${agent}"\n`)
    .join(''),
  'sitemap.xml': '<urlset><url><loc>https://example.com/b</loc></url></urlset>',
};

function fieldsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(fieldsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    return ELSEWHERE.has(name) ? [name] : [name, ...fieldsIn(member)];
  });
}

function documentedIn(page: string): readonly string[] {
  const text = readFileSync(new URL(`../../../docs/commands/${page}.md`, import.meta.url), 'utf8');
  return [...text.matchAll(/[`"](\w+)[`"]/g)].map(([, name = '']) => name);
}

test.each([
  'check --json --robots robots.txt --explain --crawler GPTBot --agent X /a',
  'check --json --robots robots.txt --preferences /a',
  'check --json --robots robots.txt --expect expect',
  'check --json --robots robots.txt --purpose search /a',
  'check --json --store none --allow 127.0.0.1 SITE/a',
  'page --json --store none --allow 127.0.0.1 SITE/a',
  'coverage --json robots.txt access.log',
  'diff --json --urls access.log --urls sitemap.xml robots.txt new.txt',
  'diff --json --budget 0 robots.txt new.txt',
  'init --json --block archive --except CCBot --sitemap https://example.com/s.xml robots.txt',
  'init --json --block archive --keep ai-training robots.txt',
  'lint --format json robots.txt',
  'lint --format json --fix robots.txt',
  'sitemaps --json robots.txt',
  'watch --json --store none --allow 127.0.0.1 SITE',
  'crawlers --format json',
])('%s', async (line) => {
  const { origin } = await site((request, response) => {
    if (request.url === '/robots.txt') response.end(FILES['robots.txt']);
    else response.writeHead(404).end();
  });
  const io = fakeIo({ files: FILES });
  const argv = line.replace('SITE', origin).split(' ');
  await run(argv, io);
  const documented = [...documentedIn(argv[0] ?? ''), ...documentedIn('check')];
  const fields = new Set(fieldsIn(JSON.parse(io.written.out)));
  expect([...fields].filter((name) => !documented.includes(name))).toEqual([]);
});
