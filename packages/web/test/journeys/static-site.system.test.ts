/** The static site (`npm run build:site`), served without the service. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkSite, pasteInField, showExample } from '../support/page-states.js';
import { serveFolder } from '../support/served-folder.js';
import { describeInChromium, ServedPages, titleAfterInlineScript } from '../support/served-pages.js';

const CONFIG = fileURLToPath(new URL('../../vite.config.ts', import.meta.url));

describeInChromium('the static site', () => {
  let folder: string;
  let pages: ServedPages;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'repkit-site-'));
    const outDir = join(folder, 'some/folder');
    await build({ configFile: CONFIG, mode: 'site', logLevel: 'error', build: { outDir } });
    pages = await ServedPages.start(serveFolder(folder));
  });
  afterAll(async () => {
    await pages?.stop();
    await rm(folder, { recursive: true });
  });

  test('works in any folder and enforces its own CSP', async () => {
    const { page, problems } = await pages.open({}, '/some/folder/index.html');
    await showExample(page);
    await page.locator('.findings li').first().waitFor();
    expect(problems).toEqual([]);
    expect(await titleAfterInlineScript(page)).not.toBe('run');
  });

  test('takes a paste, and says how to get the file of a site', async () => {
    const { page, problems } = await pages.open({}, '/some/folder/index.html');
    await page.getByText('open its address with /robots.txt at the end').waitFor();
    await checkSite(page, 'example.com');
    await page.getByText('Browsers cannot read the files of other sites.').waitFor();
    await pasteInField(page, 'User-agent: *\nDisallow: /a\n');
    await page.getByText('allowed, except /a').first().waitFor();
    expect(problems).toEqual([]);
  });

  test('has only relative URLs', async () => {
    const html = await readFile(join(folder, 'some/folder/index.html'), 'utf8');
    expect(html.match(/(?:src|href)="[^"]*"/g)).not.toEqual([]);
    expect(html).not.toMatch(/(?:src|href)="(?:\/|https?:)/);
  });
});
