/** A user edits a robots.txt and checks the effect. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeInChromium, ServedPages } from '../support/served-pages.js';

describeInChromium('the Diff view', () => {
  let pages: ServedPages;
  beforeAll(async () => {
    pages = await ServedPages.start();
  });
  afterAll(() => pages.stop());

  test('shows the changes of an edit with examples, and equivalence after undo', async () => {
    const { page, problems } = await pages.open();
    await page.getByRole('tab', { name: 'Diff' }).click();
    await page.getByRole('heading', { name: 'Paste the previous version' }).waitFor();
    expect(await page.locator('.outcome').count()).toBe(0);
    await page.getByRole('button', { name: 'Copy from editor' }).click();
    await page.getByRole('heading', { name: 'Equivalent' }).waitFor();
    expect(await page.locator('.outcome').innerText()).toContain('Proved: both files');
    await page.locator('.editor .cm-line', { hasText: 'Allow: /private/open/' }).click();
    await page.keyboard.press('End');
    await page.keyboard.insertText('\nDisallow: /*.pdf$');
    const blocked = page.getByRole('region', { name: 'Newly blocked' });
    await blocked.getByText('/*.pdf$', { exact: true }).first().waitFor();
    expect(await blocked.locator('.witness code').allInnerTexts()).toContain('/.pdf');
    const added = page.locator('.cm-merge-b .cm-changedLine');
    expect(await added.allInnerTexts()).toEqual(['Disallow: /*.pdf$']);
    const effect = page.locator('.cm-merge-b .cm-changedLine + .line-effects');
    expect(await effect.innerText()).toContain('Newly blocked: /*.pdf$');
    // An unchanged line can decide differently for some crawlers only.
    expect(await effect.locator('.newly-blocked .badge').allInnerTexts()).toEqual(['Googlebot']);
    expect(await page.getByText('Added lines: 11.').count()).toBe(1);
    await blocked.getByRole('button', { name: 'Show line' }).first().click();
    await expect.poll(() => page.locator('.line-blocks').innerText()).toContain('/*.pdf$');
    await page.getByRole('textbox', { name: 'robots.txt', exact: true }).click();
    await page.keyboard.press('Control+z');
    await page.getByRole('heading', { name: 'Equivalent' }).waitFor();
    expect(problems).toEqual([]);
  });

  test('opens the old text from a file and supports browser history', async () => {
    const { page, problems } = await pages.open();
    await page.getByRole('tab', { name: 'Diff' }).click();
    await page.waitForFunction(() => location.hash !== '');
    const { hash } = new URL(page.url());
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('tabpanel').getByText('Open previous version').click();
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
