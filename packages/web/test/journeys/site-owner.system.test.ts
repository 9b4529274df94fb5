/** A site owner on a phone wants to know whether Google may fetch a page. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LiveSites, startSites } from '../support/live-sites.js';
import { showPane } from '../support/page-states.js';
import { describeInChromium, ServedPages } from '../support/served-pages.js';

describeInChromium('a site owner', () => {
  let pages: ServedPages;
  let sites: LiveSites;
  beforeAll(async () => {
    [pages, sites] = await Promise.all([ServedPages.start(), startSites()]);
  });
  afterAll(() => Promise.all([pages.stop(), sites.stop()]));

  const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

  test('gets the answer in two steps', async () => {
    const { page, problems } = await pages.open(PHONE);
    const field = page.getByRole('textbox', { name: 'Enter a site or paste a robots.txt' });
    await field.fill(`${sites.origins.www}/checkout/pay`);
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByText('Googlebot: 1 of 2 URLs blocked').waitFor();
    await page.getByRole('button', { name: 'robots.txt', exact: true }).click();
    const editor = page.getByRole('textbox', { name: 'robots.txt', exact: true });
    expect(await editor.innerText()).toContain('Disallow: /checkout/');
    expect(problems).toEqual([]);
  });

  test('gets URLs from the sitemap of the site, a sample', async () => {
    const { page, problems } = await pages.open(PHONE);
    const field = page.getByRole('textbox', { name: 'Enter a site or paste a robots.txt' });
    await field.fill(sites.origins.mapped);
    await field.press('Enter');
    await page.getByText('Added a sample from its sitemap: 20 of 40 URLs.').waitFor();
    // Every second page: 10, 12 … 18 are disallowed, and the start page is in the list too.
    await page.getByText('Googlebot: 5 of 21 URLs blocked').waitFor();
    expect(problems).toEqual([]);
  });

  test('learns that a site without robots.txt allows everything', async () => {
    const { page, problems } = await pages.open(PHONE);
    await page
      .getByRole('textbox', { name: 'Enter a site or paste a robots.txt' })
      .fill(sites.origins.missing);
    await page.keyboard.press('Enter');
    await page.getByText('everything allowed').waitFor();
    await page.getByText('/robots.txt returned status 404. Without a robots.txt').waitFor();
    expect(problems).toEqual([]);
  });

  test('sees the results of the site that was tested last, also if it blocks everything', async () => {
    const { page, problems } = await pages.open(PHONE);
    const field = page.getByRole('textbox', { name: 'Enter a site or paste a robots.txt' });
    const test = async (site: string) => {
      await field.fill(site);
      await page.getByRole('button', { name: 'Test', exact: true }).click();
    };
    const urls = page.getByRole('textbox', { name: 'URLs' });
    await test(`${sites.origins.www}/checkout/pay`);
    await page.getByText('Googlebot: 1 of 2 URLs blocked').waitFor();
    await test(sites.origins.busy);
    const headline = page.locator('h2.summary');
    await headline.getByText(`${sites.origins.busy}/robots.txt is unreachable`).waitFor();
    expect((await urls.innerText()).trim()).toBe(`${sites.origins.busy}/`);
    await page.getByText('1 URL, unreachable').waitFor();
    await expect.poll(() => page.locator('.explanation').count()).toBe(0);
    await expect.poll(() => page.evaluate(() => location.hash.length)).toBeGreaterThan(100);
    await page.reload();
    await headline.getByText('is unreachable').waitFor();
    await test(sites.origins.missing);
    await headline.getByText('returned status 404').waitFor();
    await test('not a host');
    await page.getByText('The results below are still those of the previous').waitFor();
    // The browser reports the refused request itself.
    expect(problems).toEqual([expect.stringContaining('status of 422')]);
  });

  test('sees that the first content is an example, and clears it', async () => {
    const { page } = await pages.open(PHONE);
    await page.getByText('Googlebot: 2 of 9 URLs blocked · 1 warning').waitFor();
    await showPane(page, 'robots.txt');
    await page.getByText('Example', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await showPane(page, 'Results');
    await page.getByText('An empty robots.txt allows everything.').waitFor();
    await showPane(page, 'robots.txt');
    await page.getByRole('button', { name: 'Load example' }).click();
    await showPane(page, 'Results');
    await page.getByText('Googlebot: 2 of 9 URLs blocked').waitFor();
  });
});
