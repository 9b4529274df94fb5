/** A site owner on a phone wants to know whether Google may fetch a page. */
import type { Locator } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LiveSites, startSites } from '../support/live-sites.js';
import { checkSite, goTo, openEditor, showExample } from '../support/page-states.js';
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
    await checkSite(page, `${sites.origins.www}/checkout/pay`);
    await page.getByRole('heading', { name: 'Googlebot: blocked' }).waitFor();
    await page.getByRole('button', { name: 'Show in the file' }).click();
    const editor = page.getByRole('textbox', { name: 'robots.txt', exact: true });
    await editor.getByText('Disallow: /checkout/').waitFor();
    expect(problems).toEqual([]);
  });

  test('gets from the switches to the file, which is below the screen', async () => {
    const { page, problems } = await pages.open(PHONE);
    await showExample(page);
    await goTo(page, 'Block AI');
    const button = page.getByRole('button', { name: 'Show in the file' });
    expect(await button.count()).toBe(0);
    await page.getByRole('switch', { name: 'Block all crawlers for AI training' }).click();
    const isOnScreen = (target: Locator) =>
      target.evaluate((element) => {
        const { top } = element.getBoundingClientRect();
        return top >= 0 && top < innerHeight;
      });
    const file = page.locator('.file-text');
    expect([await isOnScreen(button), await isOnScreen(file)]).toEqual([true, false]);
    await button.click();
    await expect.poll(() => isOnScreen(file)).toBe(true);
    expect(problems).toEqual([]);
  });

  test('gets the URLs from the sitemap of the site', async () => {
    const { page, problems } = await pages.open(PHONE);
    await checkSite(page, sites.origins.mapped);
    await page.getByText('3,000 of 3,000 URLs of its sitemap').waitFor();
    // 1, 10 to 19, 100 to 199 and 1000 to 1999 are disallowed, and the start page is in the list too.
    await page.getByText('allowed, except 1,111 of 3,001 URLs').first().waitFor();
    expect(problems).toEqual([]);
  });

  test('learns that a site without robots.txt allows everything', async () => {
    const { page, problems } = await pages.open(PHONE);
    await checkSite(page, sites.origins.missing);
    await page.getByText('There is no robots.txt (404), so everything may be read.').waitFor();
    expect(problems).toEqual([]);
  });

  test('sees the results of the site that was checked last, also if it blocks everything', async () => {
    const { page, problems } = await pages.open(PHONE);
    await checkSite(page, `${sites.origins.www}/checkout/pay`);
    await page.getByRole('heading', { name: 'Googlebot: blocked' }).waitFor();
    await page.keyboard.press('Escape');
    await checkSite(page, sites.origins.busy);
    const headline = page.locator('.answer h2');
    await headline.getByText(`${sites.origins.busy}/robots.txt cannot be reached (503)`).waitFor();
    await page.getByText('1 URL, unreachable').waitFor();
    await expect.poll(() => page.locator('.explanation').count()).toBe(0);
    await expect.poll(() => page.evaluate(() => location.hash.length)).toBeGreaterThan(100);
    await page.reload();
    await headline.getByText('cannot be reached (503)').waitFor();
    await checkSite(page, sites.origins.missing);
    await headline.getByText('There is no robots.txt (404)').waitFor();
    await checkSite(page, 'not a host');
    await page.getByText('"not a host" is not the address of a site.').waitFor();
    expect(await page.locator('.source, .answer, .verdicts').count()).toBe(0);
    await page.keyboard.type('!');
    await headline.getByText('There is no robots.txt (404)').waitFor();
    expect(problems).toEqual([]);
  });

  test('sees that the example is one, and clears it', async () => {
    const { page } = await pages.open(PHONE);
    await showExample(page);
    await page.getByText('Example', { exact: true }).waitFor();
    await openEditor(page);
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('button', { name: 'Load example' }).click();
    await page.getByRole('button', { name: 'Close editor' }).click();
    await page.getByText('allowed, except /private/, /tmp/').waitFor();
  });

  test('closes the explanation with Escape, with its button, and with a swipe', async () => {
    const { page } = await pages.open(PHONE);
    await showExample(page);
    const sheet = page.getByRole('complementary', { name: 'Explanation' });
    const cell = page.getByRole('row', { name: 'tmp/cache' }).getByRole('gridcell').first();
    const ways = [
      () => page.keyboard.press('Escape'),
      () => page.getByRole('button', { name: 'Close', exact: true }).click(),
      () =>
        sheet.evaluate((element) => {
          const touchAt = (clientY: number) => new Touch({ identifier: 1, target: element, clientX: 10, clientY });
          const options = { bubbles: true, cancelable: true };
          element.dispatchEvent(new TouchEvent('touchstart', { ...options, touches: [touchAt(10)] }));
          const changedTouches = [touchAt(200)];
          element.dispatchEvent(new TouchEvent('touchend', { ...options, changedTouches }));
        }),
    ];
    for (const close of ways) {
      await cell.click();
      await sheet.waitFor();
      await close();
      await sheet.waitFor({ state: 'detached' });
    }
  });
});
