import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  describeInChromium,
  ServedPages,
  titleAfterStrangeScript,
} from './support/served-pages.js';

describeInChromium('the page as the service serves it', () => {
  let pages: ServedPages;
  beforeAll(async () => {
    pages = await ServedPages.start();
  });
  afterAll(() => pages.stop());

  test('begins with the example and its verdicts, in the language of the reader', async () => {
    const { page, problems } = await pages.open({ locale: 'tr-TR' });
    expect(await page.title()).toBe('repkit: robots.txt test aracı');
    expect(await page.locator('html').getAttribute('lang')).toBe('tr');
    expect(await page.locator('.editor .cm-content').textContent()).toContain('Disallow: /search');
    expect(problems).toEqual([]);
  });

  test('another language is loaded when it is chosen', async () => {
    const { page, problems } = await pages.open();
    await page.getByLabel('Language').selectOption('ja');
    await page.getByRole('heading', { name: 'テスター' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('ja');
    expect(problems).toEqual([]);
  });

  test('the CSP is in force: nothing inline runs', async () => {
    const { page, problems } = await pages.open();
    expect(await titleAfterStrangeScript(page)).not.toBe('run');
    expect(problems.join()).toContain('Content Security Policy');
  });
});
