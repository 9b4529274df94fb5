import { expect, test } from 'vitest';
import { siteWith } from '../../../../test/support/site.js';
import { run } from '../../src/run.js';
import { fakeIo, type World } from '../support/fake-io.js';
import { repositoryOf } from '../support/repository.js';

const ONE = 'Sitemap: https://example.com/a.xml\nUser-agent: *\nSitemap: https://example.com/b.xml\n';
const TWO = 'Sitemap: /c.xml\nSitemap: https://example.com/b.xml\nSitemap: https://example.com/d.xml\n';

async function repkitSitemaps(argv: string, world: World = {}) {
  const io = fakeIo({ files: { one: ONE, two: TWO, none: '' }, ...world });
  const code = await run(['sitemaps', ...argv.split(' ')], io);
  return { code, ...io.written };
}

test('a site and a revision', async () => {
  const { origin } = await siteWith(200, TWO);
  const argv = `--allow 127.0.0.1 --store none ${origin} HEAD:robots.txt`;
  const { code, out } = await repkitSitemaps(argv, { repository: repositoryOf(ONE) });
  expect(code).toBe(0);
  expect(out.split('\n')).toHaveLength(4);
});
