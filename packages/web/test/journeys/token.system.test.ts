/** A user of a service that requires a token. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LiveSites, startSites } from '../support/live-sites.js';
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
    await page
      .getByRole('textbox', { name: 'Enter a site or paste a robots.txt' })
      .fill(sites.origins.www);
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    const panel = page.getByRole('tabpanel');
    await panel.getByText('This service requires a token.').waitFor();
    const field = page.getByLabel('Service token');
    for (const wrong of ['wrong', 'not a tökén']) {
      await field.fill(wrong);
      await field.press('Enter');
      await panel.getByText('The service rejected the token.').waitFor();
    }
    await field.fill(TOKEN);
    await field.press('Enter');
    await page.getByRole('heading', { name: 'robots.txt fetched' }).waitFor();
    expect(await panel.getByText('The service rejected the token.').count()).toBe(0);

    await page.waitForFunction(() => location.hash !== '');
    await page.reload();
    expect(page.url()).not.toContain(TOKEN);
    expect(await field.inputValue()).toBe(TOKEN);
    await page.getByRole('button', { name: 'Fetch', exact: true }).click();
    await page.getByRole('heading', { name: 'robots.txt fetched' }).waitFor();
    // A new tab with the same link does not have the token.
    const theirs = await pages.open({}, new URL(page.url()).pathname + new URL(page.url()).hash);
    await theirs.page.getByRole('button', { name: 'Fetch', exact: true }).click();
    await theirs.page.getByText('This service requires a token.').waitFor();
    // The browser logs status 401 itself.
    expect(problems.filter((problem) => !problem.includes('401'))).toEqual([]);
  });
});
