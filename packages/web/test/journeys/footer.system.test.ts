/** A developer finds the documentation from the tester. */
import axe from 'axe-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeInChromium, ServedPages } from '../support/served-pages.js';

describeInChromium('the footer', () => {
  let pages: ServedPages;
  beforeAll(async () => {
    pages = await ServedPages.start();
  });
  afterAll(() => pages.stop());

  test('leads to the docs, the source and the API reference, which has the style of the page', async () => {
    const { page, problems } = await pages.open();
    const links = page.getByRole('contentinfo').getByRole('link');
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
      'https://github.com/repkit/repkit/tree/main/docs',
      'docs',
      'https://github.com/repkit/repkit',
    ]);
    const background = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const ofTester = await background();
    await page.getByRole('link', { name: 'API reference' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await background()).toBe(ofTester);
    await page.evaluate(axe.source);
    const { violations } = (await page.evaluate('axe.run()')) as { violations: { id: string }[] };
    expect(violations.map(({ id }) => id)).toEqual([]);
    await page.getByRole('link', { name: 'Web tester' }).click();
    await page.getByRole('tab').first().waitFor();
    expect(problems).toEqual([]);
  });
});
