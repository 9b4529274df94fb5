/** A user fetches real sites through the service. */
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type LiveSites, startSites } from '../support/live-sites.js';
import { type RunningService, startService } from '../support/running-service.js';
import { describeInChromium, type OpenPage, ServedPages } from '../support/served-pages.js';

const HOUR = 3_600_000;

const POLICIES = [
  'RFC 9309',
  'Google',
  'Google (2026)',
  '1996 draft',
  'Amazonbot',
  'YandexBot',
] as const;

const CLOSED = 'everything disallowed';
const OPEN = 'everything allowed';
const COPY = 'the last good copy, or everything allowed';

/** What each policy permits while a site is unreachable. */
const STAGES = {
  Policy: ['At first', 'After 12 hr', 'After 30 days'],
  'RFC 9309': [CLOSED, CLOSED, COPY],
  Google: [CLOSED, CLOSED, COPY],
  'Google (2026)': [CLOSED, COPY, OPEN],
  '1996 draft': [CLOSED, CLOSED, CLOSED],
  Amazonbot: [COPY, COPY, OPEN],
  YandexBot: [OPEN, OPEN, OPEN],
};

/** Returns the same effect for each policy. */
function everywhere(effect: string): Record<string, string> {
  return Object.fromEntries(POLICIES.map((name) => [name, effect]));
}

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
  /** Returns the texts of each row of a table by its first cell. */
  async function rowsOf(table: string): Promise<Record<string, string[]>> {
    const rows = await page.getByRole('region', { name: table }).getByRole('row').all();
    const texts = await Promise.all(rows.map((row) => row.locator('th, td').allInnerTexts()));
    return Object.fromEntries(texts.map(([first = '', ...others]) => [first, others]));
  }
  /** Returns what may be fetched now, by policy. */
  async function effects(): Promise<Record<string, string | undefined>> {
    const rows = await rowsOf('Result by policy');
    return Object.fromEntries(POLICIES.map((name) => [name, rows[name]?.[1]]));
  }

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
    expect(await effects()).toEqual(everywhere('rules apply'));
    expect(await rowsOf('If the site becomes unreachable')).toEqual(STAGES);
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
    const chain = page.getByRole('region', { name: 'Request chain' });
    await chain.getByText('403', { exact: true }).waitFor();
    expect(await effects()).toEqual({ ...everywhere(OPEN), '1996 draft': CLOSED });
    await fetchSite(page, sites.origins.missing);
    await chain.getByText('404', { exact: true }).waitFor();
    expect(await effects()).toEqual(everywhere(OPEN));
  });

  test('with a private address says in one sentence how to allow it', async () => {
    await fetchSite(page, sites.origins.refused);
    await page.getByText('repkit serve --allow ADDRESS').waitFor();
    expect(await page.locator('details.live-details').count()).toBe(0);
    expect(await page.getByRole('table').count()).toBe(0);
  });

  test('that refuses connections is unreachable, with the reason and what follows', async () => {
    await fetchSite(page, sites.origins.down);
    await page.locator('.live-outcome').getByText('The connection failed.').waitFor();
    await openDetails(page);
    await page.getByText('time since the first failed request').waitFor();
    expect(await rowsOf('While the site stays unreachable')).toEqual(STAGES);
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
    // The site never returned a robots.txt, so there is no copy.
    const atFirst = { ...everywhere(CLOSED), Amazonbot: OPEN, YandexBot: OPEN };
    expect(await effects()).toEqual(atFirst);
    await service.letPass(13 * HOUR);
    await fetchSite(page, sites.origins.busy);
    await expect.poll(effects).toEqual({ ...atFirst, 'Google (2026)': OPEN });
    // A pause between two requests counts for at most a week.
    for (let days = 0; days < 28; days += 7) {
      await service.letPass(7 * 24 * HOUR);
      await fetch(`${service.origin}/v1/robots?origin=${encodeURIComponent(sites.origins.busy)}`);
    }
    await service.letPass(2 * 24 * HOUR);
    await fetchSite(page, sites.origins.busy);
    await expect.poll(effects).toEqual({ ...everywhere(OPEN), '1996 draft': CLOSED });
  });

  test.each(['en', 'ja', 'tr'])('has tables that fit the screen: %s', async (locale) => {
    const { page, problems } = await pages.open({ locale });
    await page.getByRole('tab').nth(1).click();
    for (const site of ['closed', 'missing', 'busy'] as const) {
      await page.locator('.live-form input').fill(sites.origins[site]);
      await page.keyboard.press('Enter');
      await page.locator('.live-outcome').getByText(sites.origins[site]).waitFor();
      await page.locator('.live-details').evaluate((details) => details.setAttribute('open', ''));
      for (const { width, height } of [
        { width: 1440, height: 900 },
        { width: 1280, height: 720 },
        { width: 390, height: 844 },
      ]) {
        await page.setViewportSize({ width, height });
        const hidden = await page
          .locator('.data-box')
          .evaluateAll((boxes) => boxes.map((box) => box.scrollWidth - box.clientWidth));
        expect([site, width, hidden]).toEqual([site, width, [0, 0]]);
      }
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
