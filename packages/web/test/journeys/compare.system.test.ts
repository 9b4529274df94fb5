/** A user edits a robots.txt and checks the effect. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goTo, showExample, versionField } from '../support/page-states.js';
import { describeInChromium, ServedPages } from '../support/served-pages.js';

describeInChromium('the Compare view', () => {
  let pages: ServedPages;
  beforeAll(async () => {
    pages = await ServedPages.start();
  });
  afterAll(() => pages.stop());

  test('shows the changes of an edit with examples, and equivalence after undo', async () => {
    const { page, problems } = await pages.open();
    await showExample(page);
    await goTo(page, 'Compare');
    await page.getByRole('button', { name: 'Copy new version' }).click();
    await page.getByRole('heading', { name: 'The edit changes nothing.' }).waitFor();
    expect(await page.locator('.outcome').innerText()).toContain('Proved: both files');
    const after = versionField(page, 'New version');
    const text = (await after.locator('.cm-line').allTextContents()).join('\n');
    const allow = 'Allow: /private/open/';
    await after.fill(text.replace(allow, `${allow}\nDisallow: /*.pdf$`));
    const blocked = page.getByRole('region', { name: 'Newly blocked' });
    await blocked.getByText('/*.pdf$', { exact: true }).first().waitFor();
    expect(await blocked.locator('.witness code').allInnerTexts()).toContain('/.pdf');
    const added = page.locator('.cm-merge-b .cm-changedLine');
    await expect.poll(() => added.allInnerTexts()).toEqual(['Disallow: /*.pdf$']);
    expect(await page.getByText('Added lines: 11.').count()).toBe(1);
    const verdict = page.locator('.outcome h2');
    await expect.poll(() => verdict.innerText()).toMatch(/^Changes \d+ crawlers\./);
    await page.getByText('Named by the edit (1)').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as Markdown' }).click();
    const report = await readFile(await (await download).path(), 'utf8');
    expect(report).toContain('| Newly blocked | `/*.pdf$` |');
    await blocked.getByRole('button', { name: 'Show line' }).first().click();
    await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe('Disallow: /*.pdf$');
    await goTo(page, 'Compare');
    await after.fill(text);
    await page.getByRole('heading', { name: 'The edit changes nothing.' }).waitFor();
    expect(problems).toEqual([]);
  });

  test('opens the old text from a file and supports browser history', async () => {
    const { page, problems } = await pages.open();
    await showExample(page);
    await goTo(page, 'Compare');
    await page.waitForFunction(() => location.hash !== '');
    const { hash } = new URL(page.url());
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('region', { name: 'Previous version' }).getByRole('button', { name: 'Open…' }).click();
    const buffer = Buffer.from('User-agent: *\nDisallow: /\n');
    await (await chooser).setFiles({ name: 'robots.txt', mimeType: 'text/plain', buffer });
    await page.getByRole('region', { name: 'Newly allowed' }).waitFor();
    // Wait until the address contains the text.
    await page.waitForFunction((before) => location.hash !== before, hash);
    await page.goBack();
    await page.getByRole('tabpanel', { name: 'Check' }).waitFor();
    await page.goForward();
    await page.getByRole('region', { name: 'Newly allowed' }).waitFor();
    expect(problems).toEqual([]);
  });
});
