/** A user fetches real sites through the service. */
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type LiveSites, startSites } from '../support/live-sites.js';
import { type RunningService, startService } from '../support/running-service.js';
import { describeInChromium, type OpenPage, ServedPages } from '../support/served-pages.js';

const HOUR = 3_600_000;

async function fetchSite(page: Page, site: string): Promise<void> {
  await page.getByRole('tab', { name: 'Live site' }).click();
  await page.getByRole('textbox', { name: 'Site', exact: true }).fill(site);
  await page.getByRole('button', { name: 'Fetch', exact: true }).click();
}

async function openDetails(page: Page): Promise<void> {
  await page.getByText('Requests, cache and policies').click();
}

describeInChromium('a live site', () => {
  let pages: ServedPages;
  let service: RunningService;
  let sites: LiveSites;
  /** Starts waiting for a site that never responds before the other tests run. */
  let patient: OpenPage;
  let open: OpenPage;
  let page: Page;
  beforeAll(async () => {
    const starting = startService();
    pages = await ServedPages.start(starting);
    service = await starting;
    sites = await startSites();
    patient = await pages.open();
    await fetchSite(patient.page, sites.origins.silent);
    open = await pages.open();
    page = open.page;
  });
  beforeEach(() => pages.reopen(open));
  afterEach(async () => {
    // The browser logs status 422 itself.
    expect(open.problems.filter((problem) => !problem.includes('422'))).toEqual([]);
  });
  afterAll(() => Promise.all([pages.stop(), sites.stop()]));

  const heading = (name: string) => page.getByRole('heading', { name });
  const rowOf = (policy: string) => page.getByRole('row').filter({ hasText: policy });

  test('shows redirects and policies and opens the file in the editor', async () => {
    const { shop, www } = sites.origins;
    await fetchSite(page, `${shop}/page`);
    await page
      .getByRole('region', { name: 'Fetched text' })
      .getByText('Disallow: /checkout/')
      .waitFor();
    await openDetails(page);
    const chain = page.getByRole('region', { name: 'Request chain' });
    await chain.getByText(`${www}/robots.txt`).waitFor();
    expect(await chain.locator('.badge').allInnerTexts()).toEqual(['301', '302', '200']);
    expect(await page.getByRole('table').getByRole('row').count()).toBe(7);
    expect(await page.getByRole('img', { name: /^Google \(2026\): rules apply/ }).count()).toBe(1);
    await page.getByRole('button', { name: 'Open in the editor' }).click();
    expect(
      await page.getByRole('textbox', { name: 'robots.txt', exact: true }).innerText(),
    ).toContain('Disallow: /checkout/');
  });

  test('is fetched from the cache unless the user bypasses it', async () => {
    const { www } = sites.origins;
    const nextResponse = () => page.waitForResponse((response) => response.url().includes('/v1/'));
    const start = sites.requested.length;
    await page.getByRole('tab', { name: 'Live site' }).click();
    for (const name of ['Fetch', 'Fetch', 'Fetch without cache']) {
      await page.getByRole('textbox', { name: 'Site', exact: true }).fill(www);
      const response = nextResponse();
      await page.getByRole('button', { name, exact: true }).click();
      await response;
    }
    expect(sites.requested.slice(start)).toEqual(['www', 'www']);
  });

  test('with status 403 or 404 is open, except for 403 under the 1996 draft', async () => {
    await fetchSite(page, sites.origins.closed);
    await openDetails(page);
    await rowOf('1996 draft').getByText('forbidden').waitFor();
    await rowOf('RFC 9309').getByText('everything allowed').waitFor();
    await fetchSite(page, sites.origins.missing);
    await rowOf('1996 draft').getByText('everything allowed').waitFor();
    await page
      .getByRole('region', { name: 'Request chain' })
      .getByText('404', { exact: true })
      .waitFor();
  });

  test('with a private address says in one sentence how to allow it', async () => {
    await fetchSite(page, sites.origins.refused);
    await page.getByText('repkit serve --allow ADDRESS').waitFor();
    expect(await page.locator('details.live-details').count()).toBe(0);
    expect(await page.getByRole('table').count()).toBe(0);
  });

  test('that refuses connections is unreachable, with the reason and a labeled time axis', async () => {
    await fetchSite(page, sites.origins.down);
    await page.locator('.live-outcome').getByText('The connection failed.').waitFor();
    await openDetails(page);
    await page.getByText('Time since the first failed request').waitFor();
  });

  test('that does not respond is aborted by the next request', async () => {
    await fetchSite(page, sites.origins.mute);
    await page.getByText('Loading…').waitFor();
    await fetchSite(page, sites.origins.www);
    await heading('robots.txt fetched').waitFor();
  });

  test('that does not respond times out', async () => {
    await patient.page.getByText('The request timed out.').first().waitFor();
    expect(patient.problems).toEqual([]);
  });

  test('with an invalid URL shows the problem reported by the service', async () => {
    await fetchSite(page, 'not a host');
    await page.getByText('A URL, product token or crawler is invalid.').waitFor();
  });

  test('that stays unreachable goes through the stages of each policy', async () => {
    await fetchSite(page, sites.origins.busy);
    await openDetails(page);
    await heading('While the site stays unreachable').waitFor();
    await rowOf('Google (2026)').getByText('everything disallowed').waitFor();
    await service.letPass(13 * HOUR);
    await fetchSite(page, sites.origins.busy);
    await rowOf('Google (2026)').getByText('everything allowed').waitFor();
    await rowOf('RFC 9309').getByText('everything disallowed').waitFor();
    // A pause between two requests counts for at most a week.
    for (let days = 0; days < 28; days += 7) {
      await service.letPass(7 * 24 * HOUR);
      await fetch(`${service.origin}/v1/robots?origin=${encodeURIComponent(sites.origins.busy)}`);
    }
    await service.letPass(2 * 24 * HOUR);
    await fetchSite(page, sites.origins.busy);
    await rowOf('RFC 9309').getByText('everything allowed').waitFor();
  });
});
