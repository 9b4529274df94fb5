/** The service stops or is upgraded while the page is open: parts that are loaded later are missing until it runs again. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crawlerField, goTo, openEditor, showExample } from '../support/page-states.js';
import { describeInChromium, ServedPages } from '../support/served-pages.js';

describeInChromium('a part of the page that cannot be loaded', () => {
  let pages: ServedPages;
  beforeAll(async () => {
    pages = await ServedPages.start();
  });
  afterAll(() => pages.stop());

  const FAILED = 'Part of this page could not be loaded.';

  async function openWithout(file: RegExp) {
    const { page } = await pages.open();
    await showExample(page);
    await page.route(file, (route) => route.abort());
    return page;
  }

  test('can be retried: a view', async () => {
    const page = await openWithout(/compare-view/);
    await goTo(page, 'Compare');
    const failed = page.getByRole('alert').getByText(FAILED);
    await failed.waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await failed.waitFor();
    await page.unroute(/compare-view/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'What does an edit change?' }).waitFor();
  });

  test('can be retried: the list of crawlers', async () => {
    const page = await openWithout(/crawler-picker/);
    await page.getByRole('button', { name: /^Crawlers / }).click();
    await page.getByRole('alert').getByText(FAILED).waitFor();
    await page.unroute(/crawler-picker/);
    await page.getByRole('button', { name: 'Try again' }).click();
    const field = await crawlerField(page);
    await field.fill('bingbot');
    await field.press('Enter');
    await page.getByRole('columnheader', { name: 'bingbot' }).waitFor();
  });

  test('is reported: an export', async () => {
    const page = await openWithout(/verdict-export/);
    await page.getByRole('button', { name: 'CSV' }).click();
    await page.getByRole('alert').getByText(FAILED).waitFor();
    await page.unroute(/verdict-export/);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    expect((await download).suggestedFilename()).toBe('verdicts.csv');
  });

  test('is reported: find and replace', async () => {
    const page = await openWithout(/find-/);
    await openEditor(page);
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByRole('alert').getByText(FAILED).waitFor();
    await page.unroute(/find-/);
    await page.getByRole('button', { name: 'Find' }).click();
    await page.locator('.cm-search').waitFor();
  });

  test('is shown in English: the texts of a language', async () => {
    const { page } = await pages.open();
    await page.getByLabel('Language').selectOption('日本語');
    await page.locator('html[lang=ja]').waitFor();
    await page.route(/\/ja-/, (route) => route.abort());
    await page.reload();
    await page.getByRole('heading', { name: 'Who may read which pages' }).waitFor();
    await page.getByRole('alert').getByText(FAILED).waitFor();
  });

  test('can be retried: opening the same file', async () => {
    const page = await openWithout(/opened-text/);
    await openEditor(page);
    const input = page.locator('.editor-pane input[type=file]');
    const file = {
      name: 'robots.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Disallow: /opened'),
    };
    await input.setInputFiles(file);
    await page.getByRole('alert').getByText(FAILED).waitFor();
    expect(await input.inputValue()).toBe('');
    await page.unroute(/opened-text/);
    await input.setInputFiles(file);
    await page.locator('.editor').getByText('/opened').waitFor();
  });
});
