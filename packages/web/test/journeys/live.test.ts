/** The view Live site: through the service to real sites. */
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type LiveSites, startSites } from '../support/live-sites.js';
import { type RunningService, startService } from '../support/running-service.js';
import { describeInChromium, type OpenPage, ServedPages } from '../support/served-pages.js';

const HOUR = 3_600_000;

async function fetchSite(page: Page, site: string): Promise<void> {
  await page.getByRole('tab', { name: 'Live site' }).click();
  await page.getByRole('textbox', { name: 'Site' }).fill(site);
  await page.getByRole('button', { name: 'Fetch', exact: true }).click();
}

describeInChromium('a live site', () => {
  let pages: ServedPages;
  let service: RunningService;
  let sites: LiveSites;
  /** Has asked for the site that never answers, before all others. */
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
  });
  beforeEach(async () => {
    open = await pages.open();
    page = open.page;
  });
  afterEach(async () => {
    // The browser itself tells of the status 422.
    expect(open.problems.filter((problem) => !problem.includes('422'))).toEqual([]);
    await page.context().close();
  });
  afterAll(() => Promise.all([pages.stop(), sites.stop()]));

  const heading = (name: string) => page.getByRole('heading', { name });
  const reading = (policy: string) => page.getByRole('row').filter({ hasText: policy });

  test('is asked through the service: redirects, life, policies, and into the editor', async () => {
    const { shop, www } = sites.origins;
    await fetchSite(page, `${shop}/page`);
    const way = page.getByRole('region', { name: 'The way to it' });
    await way.getByText(`${www}/robots.txt`).waitFor();
    expect(await way.locator('.status').allInnerTexts()).toEqual(['301', '302', '200']);
    expect(await page.getByRole('table').getByRole('row').count()).toBe(5);
    expect(
      await page.getByRole('img', { name: /^Google, as of 2026: what the rules/ }).count(),
    ).toBe(1);
    await page.getByRole('button', { name: 'Use this robots.txt' }).click();
    expect(
      await page.getByRole('textbox', { name: 'robots.txt', exact: true }).innerText(),
    ).toContain('Disallow: /checkout/');
  });

  test('is asked once, and anew where the reader wants it', async () => {
    const { www } = sites.origins;
    const answered = () => page.waitForResponse((response) => response.url().includes('/v1/'));
    const begun = sites.asked.length;
    await page.getByRole('tab', { name: 'Live site' }).click();
    for (const name of ['Fetch', 'Fetch', 'Ask the site anew']) {
      await page.getByRole('textbox', { name: 'Site' }).fill(www);
      const answer = answered();
      await page.getByRole('button', { name, exact: true }).click();
      await answer;
    }
    expect(sites.asked.slice(begun)).toEqual(['www', 'www']);
  });

  test('that forbids its robots.txt, or has none, is open to all but the draft of 1996', async () => {
    await fetchSite(page, sites.origins.closed);
    await reading('Draft of 1996').getByText('forbidden').waitFor();
    await reading('RFC 9309').getByText('everything').waitFor();
    await fetchSite(page, sites.origins.missing);
    await reading('Draft of 1996').getByText('everything').waitFor();
    await page.getByRole('region', { name: 'The way to it' }).getByText('404').waitFor();
  });

  test('that may not be reached, or where nobody listens, is unreachable, and it says why', async () => {
    const way = page.getByRole('region', { name: 'The way to it' });
    await fetchSite(page, sites.origins.refused);
    await way.getByText('not public').waitFor();
    await fetchSite(page, sites.origins.down);
    await way.getByText('No connection could be made.').waitFor();
  });

  test('that never answers is waited for, until the reader asks another one', async () => {
    await fetchSite(page, sites.origins.mute);
    await page.getByText('Fetching …').waitFor();
    await fetchSite(page, sites.origins.www);
    await heading('The robots.txt was received').waitFor();
  });

  test('that never answers is given up, and it says why', async () => {
    await patient.page.getByText('The answer took too long.').waitFor();
    expect(patient.problems).toEqual([]);
  });

  test('that is none is a problem, in the words of the service', async () => {
    await fetchSite(page, 'not a host');
    await page.getByText('A URL or a product token cannot be asked about.').waitFor();
  });

  test('that stays unreachable goes down its stages as time passes', async () => {
    await fetchSite(page, sites.origins.busy);
    await heading('While the site stays unreachable').waitFor();
    await reading('Google, as of 2026').getByText('nothing').waitFor();
    await service.letPass(13 * HOUR);
    await fetchSite(page, sites.origins.busy);
    await reading('Google, as of 2026').getByText('everything').waitFor();
    await reading('RFC 9309').getByText('nothing').waitFor();
    await service.letPass(30 * 24 * HOUR);
    await fetchSite(page, sites.origins.busy);
    await reading('RFC 9309').getByText('everything').waitFor();
  });
});
