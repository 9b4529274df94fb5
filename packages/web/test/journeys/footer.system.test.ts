/** A developer finds the documentation from the tester. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeInChromium, ServedPages } from '../support/served-pages.js';

describeInChromium('the footer', () => {
  let pages: ServedPages;
  beforeAll(async () => {
    pages = await ServedPages.start();
  });
  afterAll(() => pages.stop());

  test('leads to the docs, the source and the API reference', async () => {
    const { page, problems } = await pages.open();
    const links = page.getByRole('contentinfo').getByRole('link');
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
      'docs',
      'https://github.com/repkit/repkit',
    ]);
    const docs = page.getByRole('banner').getByRole('link', { name: 'Docs' });
    expect(await docs.getAttribute('href')).toBe('https://github.com/repkit/repkit/tree/main/docs');
    await page.getByRole('link', { name: 'API reference' }).click();
    await page.waitForURL(/docs/);
    await page.getByText('/v1/check').first().waitFor();
    expect(problems).toEqual([]);
  });
});
