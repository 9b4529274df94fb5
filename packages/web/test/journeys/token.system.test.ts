/** A user of a service that requires a token. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LiveSites, startSites } from '../support/live-sites.js';
import { checkSite } from '../support/page-states.js';
import { startService } from '../support/running-service.js';
import { describeInChromium, ServedPages } from '../support/served-pages.js';

const TOKEN = 'c2VjcmV0.-_~+/0123456789=';

describeInChromium('a service with a token', () => {
  let pages: ServedPages;
  let sites: LiveSites;
  beforeAll(async () => {
    [pages, sites] = await Promise.all([ServedPages.start(startService(TOKEN)), startSites()]);
  });
  afterAll(() => Promise.all([pages.stop(), sites.stop()]));

  test('gets the token from a field, which a reload keeps and no link contains', async () => {
    const { page, problems } = await pages.open();
    await checkSite(page, sites.origins.www);
    const status = page.locator('.field-status');
    await status.getByText('This service requires a token.').waitFor();
    const field = page.getByLabel('Service token');
    for (const wrong of ['wrong', 'not a tökén']) {
      await field.fill(wrong);
      await field.press('Enter');
      await status.getByText('The service rejected the token.').waitFor();
    }
    await field.fill(TOKEN);
    await field.press('Enter');
    await page.getByText('status 200').waitFor();
    expect(await page.getByText('The service rejected the token.').count()).toBe(0);

    await page.waitForFunction(() => location.hash !== '');
    await page.reload();
    expect(page.url()).not.toContain(TOKEN);
    await checkSite(page, sites.origins.shop);
    await page.locator('.source > p code').getByText(sites.origins.shop).waitFor();
    // A new tab with the same link does not have the token.
    const theirs = await pages.open({}, new URL(page.url()).pathname + new URL(page.url()).hash);
    await checkSite(theirs.page, sites.origins.www);
    await theirs.page.getByText('This service requires a token.').waitFor();
    // The browser logs status 401 itself.
    expect(problems.filter((problem) => !problem.includes('401'))).toEqual([]);
  });
});
