/** The view Live site, against a server that gives recorded answers of the service. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordedService } from '../support/recorded-service.js';
import { describeInChromium, ServedPages } from '../support/served-pages.js';

describeInChromium('a live site', () => {
  const asked: string[] = [];
  let pages: ServedPages;
  beforeAll(async () => {
    pages = await ServedPages.start({ service: recordedService(asked) });
  });
  afterAll(() => pages.stop());

  test('is fetched through the service: redirects, life, policies, and into the editor', async () => {
    const { page, problems } = await pages.open();
    await page.getByRole('tab', { name: 'Live site' }).click();
    await page.getByRole('textbox', { name: 'Site' }).fill('http://shop.example/page');
    await page.keyboard.press('Enter');
    const way = page.getByRole('region', { name: 'The way to it' });
    await way.getByText('http://www.shop.example/robots.txt').waitFor();
    expect(await way.locator('.status').allInnerTexts()).toEqual(['301', '302', '200']);
    const policies = page.getByRole('table');
    expect(await policies.getByRole('row').count()).toBe(5);
    expect(
      await page.getByRole('img', { name: /^Google, as of 2026: what the rules/ }).count(),
    ).toBe(1);
    await page.getByRole('button', { name: 'Use this robots.txt' }).click();
    expect(
      await page.getByRole('textbox', { name: 'robots.txt', exact: true }).innerText(),
    ).toContain('Disallow: /checkout/');
    await page.getByRole('button', { name: 'Ask the site anew' }).click();
    await expect.poll(() => asked.at(-1)).toContain('refresh=true');
    expect(problems).toEqual([]);
  });

  test('that is unreachable has its ladder, and what is no site a problem', async () => {
    const { page, problems } = await pages.open();
    await page.getByRole('tab', { name: 'Live site' }).click();
    const site = page.getByRole('textbox', { name: 'Site' });
    await site.fill('busy.example');
    await page.getByRole('button', { name: 'Fetch' }).click();
    await page.getByRole('heading', { name: 'While the site stays unreachable' }).waitFor();
    await site.fill('nonsense');
    await page.getByRole('button', { name: 'Fetch' }).click();
    await page.getByText('A URL or a product token cannot be asked about.').waitFor();
    // The browser itself tells of the status 422.
    expect(problems.filter((problem) => !problem.includes('422'))).toEqual([]);
  });
});
