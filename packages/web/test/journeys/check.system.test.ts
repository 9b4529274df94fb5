/** A site owner uses the Check view. */
import { readFile } from 'node:fs/promises';
import { diagnosticCodes } from '@repkit/core/analysis';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { crawlerField, editorOf, openEditor, showExample, urlField, write } from '../support/page-states.js';
import { describeInChromium, type OpenPage, ServedPages } from '../support/served-pages.js';

describeInChromium('a site owner', () => {
  let pages: ServedPages;
  let open: OpenPage;
  let page: Page;
  beforeAll(async () => {
    pages = await ServedPages.start();
    open = await pages.open();
    page = open.page;
  });
  beforeEach(async () => {
    await pages.reopen(open);
    await showExample(page);
  });
  afterEach(async () => {
    expect(open.problems).toEqual([]);
  });
  afterAll(() => pages.stop());

  const misspelled = diagnosticCodes['misspelt-field'].title;
  const cells = (url: string) => page.getByRole('row', { name: url }).getByRole('gridcell');

  const head = (name: string) => page.getByRole('columnheader', { name });
  /** Opens a file in the editor. */
  async function upload(buffer: Buffer): Promise<void> {
    await openEditor(page);
    await page.locator('.editor-pane input[type=file]').setInputFiles({
      name: 'robots.txt',
      mimeType: 'text/plain',
      buffer,
    });
  }

  test('edits the file, applies a fix and undoes it', async () => {
    await write(page, 'User-agent: *\nDissallow: /search\n');
    await cells('search/help').nth(0).getByText('blocked').waitFor();
    const finding = page.locator('.findings li').filter({ hasText: misspelled });
    await finding.getByRole('button', { name: 'Fix' }).click();
    await finding.getByText('blocks /search for').waitFor();
    await finding.getByRole('button', { name: 'Apply anyway' }).click();
    await finding.waitFor({ state: 'detached' });
    expect(await editorOf(page).innerText()).toContain('Disallow: /search');
    await page.keyboard.press('Control+z');
    await expect.poll(() => editorOf(page).innerText()).toContain('Dissallow: /search');
  });

  test('hovers an underlined problem to read its explanation and clause', async () => {
    await openEditor(page);
    await page.locator('.finding-mark.warning').filter({ hasText: 'Dissallow' }).hover();
    const tooltip = page.locator('.cm-tooltip');
    await tooltip.getByText(misspelled).waitFor();
    expect(await tooltip.locator('.clause').innerText()).toBe('RFC 9309 2.2');
  });

  test('selects a verdict to see the deciding line and the overridden rules', async () => {
    await cells('search/help').nth(2).click();
    await page.getByRole('button', { name: 'Show in the file' }).click();
    await expect.poll(() => page.locator('.line-allows').innerText()).toBe('Allow: /search/help');
    await expect.poll(() => page.locator('.line-lost').innerText()).toBe('Disallow: /search');
    const lost = page.locator('.matched .loser');
    expect(await lost.innerText()).toContain('overridden by a longer rule');
    const others = page.locator('.explanation').getByText('Other dialects decide differently');
    expect(await others.innerText()).toContain('(blocked): 1996 draft');
    await page.getByLabel('Check as').selectOption('koster1996');
    await page.getByText('overridden by an earlier rule').waitFor();
    expect(await others.innerText()).toContain('(allowed): RFC 9309, 2019 draft, Google');
    await expect.poll(() => page.locator('.line-blocks').innerText()).toBe('Disallow: /search');
  });

  test('closes a panel with Escape, and then the explanation', async () => {
    await cells('search/help').nth(2).click();
    const explanation = page.locator('.explanation');
    await explanation.waitFor();
    const field = await urlField(page);
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    expect(await explanation.count()).toBe(1);
    await page.keyboard.press('Escape');
    await explanation.waitFor({ state: 'detached' });
  });

  test('finds and replaces, also in lines that are not rendered', async () => {
    const lines = Array.from({ length: 2000 }, (_, line) => `Disallow: /old/${line}`);
    await upload(Buffer.from(['User-agent: *', ...lines].join('\n')));
    await page.getByText('/old/1').first().waitFor();
    await editorOf(page).click();
    await page.keyboard.press('ControlOrMeta+F');
    await page.getByRole('textbox', { name: 'Find' }).fill('/old/');
    await page.getByRole('textbox', { name: 'Replace' }).fill('/new/');
    await page.getByRole('button', { name: 'Replace all' }).click();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await (await urlField(page)).fill('/new/1999\n/old/1999\n');
    await head('Googlebot 1 blocked').waitFor();
    await page.getByText(/^2 URLs,/).waitFor();
  });

  test('sees invisible and bidirectional characters', async () => {
    await write(page, 'User-agent: *\nDisallow: /a\u200bb\u202ac\u2068d');
    await expect.poll(() => page.locator('.editor .cm-specialChar').count()).toBe(3);
  });

  test('navigates the verdicts with the keyboard alone', async () => {
    await cells('private/open').nth(0).focus();
    for (const key of ['ArrowUp', 'ArrowRight', 'Home', 'ArrowUp']) await page.keyboard.press(key);
    await page.getByRole('heading', { name: 'Googlebot: allowed' }).waitFor();
    expect(await page.locator(':focus').getAttribute('aria-selected')).toBe('true');
    // Tab leaves the grid and the editor.
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').getAttribute('role')).not.toBe('gridcell');
    await (await openEditor(page)).focus();
    await page.keyboard.press('Tab');
    expect(await editorOf(page).evaluate((element) => element === document.activeElement)).toBe(false);
  });

  test('adds a known crawler by its operator and another from a User-Agent header', async () => {
    const field = await crawlerField(page);
    await field.fill('anthropic training');
    await page.getByRole('option', { name: 'ClaudeBot' }).click();
    await page.getByRole('columnheader', { name: 'ClaudeBot' }).waitFor();
    await field.fill('Mozilla/5.0 (compatible; MyBot/1.0; +https://example.com/)');
    await field.press('Enter');
    await page.getByRole('columnheader', { name: 'MyBot' }).waitFor();
    await page.getByRole('button', { name: 'Remove GPTBot' }).click();
    await page.getByRole('columnheader', { name: 'GPTBot' }).waitFor({ state: 'detached' });
  });

  test('sees what known crawlers really do', async () => {
    const field = await crawlerField(page);
    const names = ['Googlebot-Image', 'Applebot', 'AdsBot-Google', 'ChatGPT-User', 'Google-Extended', 'MyBot'];
    for (const name of names) {
      await field.fill(name);
      await field.press('Enter');
      await page.getByRole('columnheader', { name, exact: false }).first().waitFor();
    }
    const expected = [
      [3, 'allowed', 'Googlebot-Image follows the Googlebot group, because no group names'],
      [4, 'allowed', 'Applebot follows the Googlebot group, because no group names Applebot.'],
      [5, 'allowed', 'No group names AdsBot-Google, and it ignores the "*" group.'],
      [6, 'not governed', 'It fetches what users request and may ignore robots.txt'],
      [7, 'use blocked', 'only about this use of content: Gemini training and grounding.'],
      [8, 'blocked', 'The most specific matching rule decides.'],
    ] as const;
    await page.keyboard.press('Escape');
    const explanation = page.locator('.explanation');
    for (const [column, verdict, sentence] of expected) {
      const cell = cells('/drafts/').nth(column);
      await cell.click();
      await explanation.getByText(sentence).waitFor();
      expect(await cell.locator('.verdict').textContent()).toBe(verdict);
    }
    expect(await explanation.locator('.reason').count()).toBe(1);
    await cells('/drafts/').nth(6).click();
    await page.getByRole('heading', { name: 'ChatGPT-User: not governed' }).waitFor();
    expect(await explanation.locator('.reason').innerText()).toMatch(/developers\.openai\.com, checked \d{4}-\d\d-\d\d$/);
    // It has a neutral look.
    const color = () => page.locator('.explanation h2').evaluate((element) => getComputedStyle(element).color);
    const neutral = await color();
    await cells('/drafts/').nth(8).click();
    await page.locator('.explanation.is-disallowed').waitFor();
    expect(await color()).not.toBe(neutral);
  });

  test('opens a sitemap, filters, sorts and exports the visible verdicts', async () => {
    const sitemap = `<urlset>${['/b', '/search?q=1', '/a', '/search/x']
      .map((path) => `<url><loc>https://shop.example${path}</loc></url>`)
      .join('')}</urlset>`;
    await urlField(page);
    await page.locator('.urls input[type=file]').setInputFiles({
      name: 'sitemap.xml',
      mimeType: 'text/xml',
      buffer: Buffer.from(sitemap),
    });
    await page.getByText('4 URLs, 6 verdicts are “blocked”').waitFor();
    await page.keyboard.press('Escape');
    await page.getByLabel('Show').selectOption('differing');
    await page.getByRole('button', { name: 'URL https://shop.example' }).click();
    await page.getByRole('button', { name: 'URL https://shop.example' }).click();
    const urls = page.locator('.verdicts tbody th');
    await expect.poll(() => urls.first().innerText()).toBe('/search?q=1');
    await page.getByLabel('Filter URLs').fill('SEARCH/');
    await page.getByText('Showing 1 of 4 URLs').waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()]);
    const rows = (await readFile(await download.path(), 'utf8')).split('\r\n');
    expect(rows[1]).toBe('https://shop.example/search/x,Googlebot,allowed,no-rule,,');
    expect(rows).toHaveLength(5);
    const [json] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'JSON' }).click()]);
    expect(JSON.parse(await readFile(await json.path(), 'utf8'))).toHaveLength(3);
    await page.getByLabel('Filter URLs').fill('');
    await page.getByLabel('Show').selectOption('blocked for GPTBot');
    await page.getByText(/^4 URLs,/).waitFor();
    const [blocked] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()]);
    const ofGptBot = (await readFile(await blocked.path(), 'utf8')).trim().split('\r\n').slice(1);
    expect(ofGptBot.map((line) => line.split(',')[1])).toEqual(Array(4).fill('GPTBot'));
  });

  test('sees a notice about an invalid line, and verdicts for the others, also after a reload', async () => {
    const urls = await urlField(page);
    for (const invalid of ['example.com:8080/a', 'mailto:a@b', 'C:\\x', '//']) {
      await urls.fill(`/search\n${invalid}\n`);
      await page.locator('.table-foot').getByText(`not a URL: ${invalid}`).waitFor();
      await page.getByText('1 URL, 2 verdicts are “blocked”').waitFor();
    }
    await expect.poll(() => page.evaluate(() => location.hash.length)).toBeGreaterThan(100);
    await page.reload();
    await page.getByText('1 URL, 2 verdicts are “blocked”').waitFor();
  });

  test('opens a file with invalid UTF-8, with a notice and the verdicts of its bytes', async () => {
    const openBytes = (bytes: string) => upload(Buffer.from(bytes, 'latin1'));
    await (await urlField(page)).fill('/caf%E9/x\n/cafe/x\n');
    await openBytes('User-agent: *\r\nDisallow: /caf\xE9/\r\n');
    await page.getByText('This file is not valid UTF-8: line 2').waitFor();
    await cells('/caf%E9/x').nth(0).getByText('blocked').waitFor();
    await page.getByText('2 URLs, 3 verdicts are “blocked”').waitFor();
    await openBytes('\xFF\xFEA\0l\0l\0o\0w\0:\0');
    await page.getByText('This file is UTF-16').waitFor();
    expect(await editorOf(page).innerText()).toContain('Allow:');
    await openBytes('\xEF\xBB\xBFUser-agent: *\nDisallow: /cafe/\n');
    await page
      .locator('.findings li')
      .filter({ hasText: diagnosticCodes['byte-order-mark'].title })
      .waitFor({ state: 'attached' });
    expect(await page.getByText('This file is').count()).toBe(0);
    await cells('/cafe/x').nth(0).getByText('blocked').waitFor();
  });

  test('can read every verdict with many crawlers', async () => {
    const field = await crawlerField(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    for (const name of ['CCBot', 'Bingbot', 'ChatGPT-User', 'Google-Extended', 'PetalBot']) {
      await field.fill(name);
      await field.press('Enter');
      await head(name).waitFor();
      const cut = await page
        .locator('.verdicts .cell')
        .evaluateAll((all) =>
          all.flatMap((cell) => (cell.scrollWidth > cell.clientWidth ? [`${cell.textContent}: ${cell.scrollWidth}`] : [])),
        );
      expect([name, cut]).toEqual([name, []]);
    }
  });

  test('adds all crawlers for a purpose with one entry', async () => {
    const field = await crawlerField(page);
    await field.fill('ai training');
    await page.getByRole('option', { name: /^All \d+ crawlers for AI training/ }).click();
    await head('CCBot').waitFor();
    await page.getByRole('button', { name: 'Remove all' }).click();
    await page.getByText('Add a crawler to see its verdicts.').waitFor();
  });

  test('sees every character of a URL', async () => {
    const urls = ['/wp_admin/', '/_g,j/', '/検索_一覧/g,y', `/${'_gjp,検'.repeat(30)}/_end_g,`];
    await (await urlField(page)).fill(urls.join('\n'));
    await page.getByText(/^4 URLs,/).waitFor();
    const parts = page.locator('.verdicts tbody .path-start, .verdicts tbody .path-end');
    const cut = await parts.evaluateAll((spans) =>
      spans.flatMap((span) => {
        const range = document.createRange();
        range.selectNodeContents(span);
        const [text, box] = [range.getBoundingClientRect(), span.getBoundingClientRect()];
        return text.top < box.top || text.bottom > box.bottom ? [span.textContent] : [];
      }),
    );
    expect(cut).toEqual([]);
    // The same pixels as without anything cut off below the text.
    const rows = page.locator('.verdicts tbody tr').filter({ hasText: /wp_admin|_g,j|検索/ });
    for (const row of await rows.all()) {
      const cell = row.locator('th .path');
      const before = await cell.screenshot();
      await page.addStyleTag({ content: '.path-start { overflow: visible !important }' });
      const after = await cell.screenshot();
      await page.evaluate(() => document.querySelector('style:last-of-type')?.remove());
      expect(before.equals(after)).toBe(true);
    }
  });

  test('prints the verdicts as words, also in portrait', async () => {
    const urls = Array.from({ length: 200 }, (_, id) => `/private/${id}`);
    await (await urlField(page)).fill(urls.join('\n'));
    await page.getByText(/^200 URLs,/).waitFor();
    // The printable width of A4 in portrait.
    await page.setViewportSize({ width: 718, height: 1000 });
    await page.emulateMedia({ media: 'print' });
    const printed = await page.evaluate(() => {
      dispatchEvent(new Event('beforeprint'));
      const words = [...document.querySelectorAll<HTMLElement>('.verdicts .verdict-word')];
      const shown = words.filter((word) => {
        const { position, clipPath } = getComputedStyle(word);
        return position === 'static' && clipPath === 'none' && word.offsetWidth > 0;
      });
      return { words: words.length, shown: shown.length, text: shown[0]?.innerText };
    });
    expect(printed).toEqual({ words: 600, shown: 600, text: 'blocked' });
    await page.pdf({ format: 'A4' }).then((pdf) => expect(pdf.length).toBeGreaterThan(10_000));
    await page.emulateMedia({ media: null });
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await expect.poll(() => page.locator('.verdicts tbody tr').count()).toBeLessThan(100);
  });

  test('gets URLs that belong to the file: paths of its rules unless the user listed some', async () => {
    const hint = page.locator('.urls .hint');
    const open = (text: string) => upload(Buffer.from(text));
    await urlField(page);
    await hint.getByText('The URLs of the example.').waitFor();
    await open('User-agent: *\nDisallow: /shop/*?id=\nAllow: /a$\n');
    const field = await urlField(page);
    await hint.getByText('Paths from the rules of this robots.txt.').waitFor();
    await page.locator('.table-foot').getByText('Paths from the rules').waitFor();
    expect((await field.innerText()).trim().split('\n')).toEqual(['/', '/shop/?id=', '/a']);
    await head('Googlebot 1 blocked').waitFor();
    // They make no headline.
    expect(await page.locator('.answer').innerText()).not.toContain('URLs');
    await field.fill('/own\n');
    await open('User-agent: *\nDisallow: /other\n');
    await page.locator('.cm-line', { hasText: 'Disallow: /other' }).waitFor();
    expect((await (await urlField(page)).innerText()).trim()).toBe('/own');
  });

  test('opens a local robots.txt', async () => {
    await upload(Buffer.from('User-agent: *\r\nDisallow: /\r\n'));
    await page.getByText('1 URL, 3 verdicts are “blocked”').waitFor();
    expect((await editorOf(page).innerText()).trim()).toBe('User-agent: *\nDisallow: /');
  });

  test('selects the dark theme, which survives a reload', async () => {
    await page.getByLabel('Theme').selectOption('dark');
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const dark = await background();
    await page.reload();
    await page.locator('h1').waitFor();
    expect(await background()).toBe(dark);
    await page.getByLabel('Theme').selectOption('light');
    expect(await background()).not.toBe(dark);
  });
});
