/** A user fetches real sites through the service. */
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type LiveSites, startSites } from '../support/live-sites.js';
import { checkSite, openDetails, openEditor } from '../support/page-states.js';
import { type RunningService, startService } from '../support/running-service.js';
import { describeInChromium, type OpenPage, ServedPages } from '../support/served-pages.js';

const HOUR = 3_600_000;

const POLICIES = ['RFC 9309', 'Google', 'Google (2026)', '1996 draft', 'Amazonbot', 'YandexBot'] as const;

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
    await checkSite(patient.page, sites.origins.silent);
    open = await pages.open();
    page = open.page;
  });
  beforeEach(() => pages.reopen(open));
  afterEach(async () => {
    // The browser logs status 422 itself.
    expect(open.problems.filter((problem) => !problem.includes('422'))).toEqual([]);
  });
  afterAll(() => Promise.all([pages.stop(), sites.stop()]));

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

  test('shows redirects and policies, and the file in the editor', async () => {
    const { shop, www } = sites.origins;
    await checkSite(page, `${shop}/page`);
    await openDetails(page);
    const chain = page.getByRole('region', { name: 'Request chain' });
    await chain.getByText(`${www}/robots.txt`).waitFor();
    expect(await chain.locator('.badge').allInnerTexts()).toEqual(['301', '302', '200']);
    expect(await effects()).toEqual(everywhere('rules apply'));
    expect(await rowsOf('If the site becomes unreachable')).toEqual(STAGES);
    expect(await (await openEditor(page)).innerText()).toContain('Disallow: /checkout/');
  });

  test('is fetched from the cache unless the user bypasses it', async () => {
    const { www } = sites.origins;
    const nextResponse = () => page.waitForResponse((response) => response.url().includes('/v1/robots'));
    const start = sites.requested.length;
    for (const _ of [1, 2]) {
      const response = nextResponse();
      await checkSite(page, www);
      await response;
    }
    const response = nextResponse();
    await page.getByRole('button', { name: 'Fetch again' }).click();
    await response;
    expect(sites.requested.slice(start)).toEqual(['www', 'www']);
  });

  test('with status 403 or 404 is open, except for 403 under the 1996 draft', async () => {
    await checkSite(page, sites.origins.closed);
    await openDetails(page);
    const chain = page.getByRole('region', { name: 'Request chain' });
    await chain.getByText('403', { exact: true }).waitFor();
    expect(await effects()).toEqual({ ...everywhere(OPEN), '1996 draft': CLOSED });
    await checkSite(page, sites.origins.missing);
    await openDetails(page);
    await chain.getByText('404', { exact: true }).waitFor();
    expect(await effects()).toEqual(everywhere(OPEN));
  });

  test('with a private address says in one sentence how to allow it', async () => {
    await checkSite(page, sites.origins.refused);
    await page.getByText('repkit serve --allow ADDRESS').waitFor();
    await page.getByRole('button', { name: 'Request and cache' }).click();
    expect(await page.locator('.fetch-details').count()).toBe(0);
  });

  test('that refuses connections is unreachable, with the reason and what follows', async () => {
    await checkSite(page, sites.origins.down);
    await page.locator('.answer').getByText('The connection failed.').waitFor();
    await openDetails(page);
    await page.getByText('time since the first failed request').waitFor();
    expect(await rowsOf('While the site stays unreachable')).toEqual(STAGES);
  });

  test('that does not respond is aborted by the next request', async () => {
    await checkSite(page, sites.origins.mute);
    await page.getByText('Fetching the robots.txt of').waitFor();
    await checkSite(page, sites.origins.www);
    await page.getByText('status 200').waitFor();
  });

  test('that does not respond times out', async () => {
    await patient.page.getByText('The request timed out.').first().waitFor();
    expect(patient.problems).toEqual([]);
  });

  test('has an address of a scheme that has robots.txt files', async () => {
    await checkSite(page, 'gopher://a.example');
    await page.getByText('"gopher://a.example" is not the address of a site.').waitFor();
  });

  test('that stays unreachable goes through the stages of each policy', async () => {
    await checkSite(page, sites.origins.busy);
    await openDetails(page);
    await page.getByRole('heading', { name: 'While the site stays unreachable' }).waitFor();
    // The site never returned a robots.txt, so there is no copy.
    const atFirst = { ...everywhere(CLOSED), Amazonbot: OPEN, YandexBot: OPEN };
    expect(await effects()).toEqual(atFirst);
    await service.letPass(13 * HOUR);
    await checkSite(page, sites.origins.busy);
    await expect.poll(effects).toEqual({ ...atFirst, 'Google (2026)': OPEN });
    // A pause between two requests counts for at most a week.
    for (let days = 0; days < 28; days += 7) {
      await service.letPass(7 * 24 * HOUR);
      await fetch(`${service.origin}/v1/robots?origin=${encodeURIComponent(sites.origins.busy)}`);
    }
    await service.letPass(2 * 24 * HOUR);
    await checkSite(page, sites.origins.busy);
    await expect.poll(effects).toEqual({ ...everywhere(OPEN), '1996 draft': CLOSED });
  });

  test.each(['en', 'ja', 'tr'])('has tables that fit the screen: %s', async (locale) => {
    const { page, problems } = await pages.open({ locale });
    for (const site of ['closed', 'missing', 'busy'] as const) {
      await page.locator('.site-field input').fill(sites.origins[site]);
      await page.keyboard.press('Enter');
      await page.locator('.source > p code').getByText(sites.origins[site]).waitFor();
      const details = page.locator('.source .row button').last();
      if ((await details.getAttribute('aria-expanded')) === 'false') await details.click();
      await page.locator('.policies').first().waitFor();
      for (const { width, height } of [
        { width: 1440, height: 900 },
        { width: 1280, height: 720 },
        { width: 390, height: 844 },
      ]) {
        await page.setViewportSize({ width, height });
        const hidden = await page
          .locator('.fetch-details .data-box')
          .evaluateAll((boxes) => boxes.map((box) => box.scrollWidth - box.clientWidth));
        expect([site, width, hidden]).toEqual([site, width, [0, 0]]);
      }
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
