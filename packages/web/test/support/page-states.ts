/** The main states of the page, for accessibility checks and screenshots. */
import type { Page } from 'playwright';
import type { LiveSites } from './live-sites.js';
import type { RunningService } from './running-service.js';

interface Backend {
  readonly service: RunningService;
  readonly sites: LiveSites;
}

export interface PageState {
  readonly name: string;
  /** Brings a freshly opened page into the state. */
  readonly reach: (page: Page, backend: Backend) => Promise<void>;
}

const DAY = 86_400_000;

/** On a narrow screen, shows the robots.txt or the selected view. */
export async function showPane(page: Page, name: 'robots.txt' | 'Results'): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  if (await button.isVisible()) await button.click();
}

async function write(page: Page, text: string): Promise<void> {
  await showPane(page, 'robots.txt');
  await page.getByRole('textbox', { name: 'robots.txt', exact: true }).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
  await showPane(page, 'Results');
}

async function goTo(page: Page, view: string): Promise<void> {
  await page.getByRole('tab', { name: view }).click();
}

async function fetchSite(page: Page, site: string): Promise<void> {
  await goTo(page, 'Live site');
  await page.getByRole('textbox', { name: 'Site', exact: true }).fill(site);
  await page.keyboard.press('Enter');
}

async function openDetails(page: Page): Promise<void> {
  const summary = page.getByText('Requests, cache and policies');
  await summary.waitFor();
  if (
    !(await page
      .locator('details.live-details')
      .evaluate((details) => 'open' in details && details.open))
  ) {
    await summary.click();
  }
}

export const PAGE_STATES: readonly PageState[] = [
  {
    name: 'check',
    reach: async (page) => {
      await page.locator('.verdict').first().waitFor();
    },
  },
  {
    name: 'check-file',
    reach: async (page) => {
      await showPane(page, 'robots.txt');
      await page.locator('.findings li').first().waitFor();
    },
  },
  {
    name: 'check-disallowed',
    reach: async (page) => {
      await page.getByRole('row', { name: 'tmp/cache' }).getByRole('gridcell').first().click();
      await page.getByRole('heading', { name: 'Googlebot: disallowed' }).waitFor();
    },
  },
  {
    name: 'check-crawlers',
    reach: async (page) => {
      await page.getByRole('combobox', { name: 'Crawlers' }).fill('ai training');
      await page.locator('.options [role=option]').first().waitFor();
    },
  },
  {
    name: 'check-hover',
    reach: async (page) => {
      await showPane(page, 'robots.txt');
      await page.locator('.finding-mark').first().hover();
      await page.locator('.finding-card').waitFor();
    },
  },
  {
    name: 'check-empty',
    reach: async (page) => {
      await page.getByRole('textbox', { name: 'URLs' }).fill('nothing\n');
      for (const name of ['Googlebot', 'GPTBot', '*']) {
        await page.getByRole('button', { name: `Remove ${name}`, exact: true }).click();
      }
      await page.getByText('Add a crawler to see its verdicts.').waitFor();
    },
  },
  {
    name: 'link-damaged',
    reach: async (page) => {
      await page.evaluate(() => {
        location.hash = '#v1=7VjbTuM';
      });
      await page.getByRole('alert').getByText('truncated or modified').waitFor();
    },
  },
  {
    name: 'live-redirected',
    reach: async (page, { sites }) => {
      await fetchSite(page, sites.origins.shop);
      await page.getByRole('heading', { name: 'robots.txt fetched' }).waitFor();
    },
  },
  {
    name: 'live-closed',
    reach: async (page, { sites }) => {
      await fetchSite(page, sites.origins.closed);
      await openDetails(page);
      await page.getByRole('row', { name: 'forbidden' }).waitFor();
    },
  },
  {
    name: 'live-unreachable',
    reach: async (page, { sites }) => {
      await fetchSite(page, sites.origins.busy);
      await openDetails(page);
      await page.getByRole('heading', { name: 'robots.txt is unreachable' }).waitFor();
    },
  },
  {
    // Depends on the previous state: its site is still unreachable.
    name: 'live-unreachable-for-days',
    reach: async (page, { service, sites }) => {
      await service.letPass(2 * DAY);
      await fetchSite(page, sites.origins.busy);
      await openDetails(page);
      await page
        .getByRole('region', { name: 'Result by policy' })
        .getByRole('row', { name: 'Google (2026)' })
        .getByText('everything allowed')
        .waitFor();
    },
  },
  {
    name: 'live-refused',
    reach: async (page, { sites }) => {
      await fetchSite(page, sites.origins.refused);
      await page.getByText('--allow').waitFor();
    },
  },
  {
    name: 'diff-empty',
    reach: async (page) => {
      await goTo(page, 'Diff');
      await page.getByRole('heading', { name: 'Paste the previous version' }).waitFor();
    },
  },
  {
    name: 'diff-equivalent',
    reach: async (page) => {
      await goTo(page, 'Diff');
      await page.getByRole('button', { name: 'Copy from editor' }).click();
      await page.getByRole('heading', { name: 'Equivalent' }).waitFor();
    },
  },
  {
    name: 'diff-changes',
    reach: async (page) => {
      await goTo(page, 'Diff');
      await page.getByRole('button', { name: 'Copy from editor' }).click();
      await write(page, 'User-agent: *\nDisallow: /search\nAllow: /search/a\nDisallow: /*.pdf$\n');
      await page.getByRole('heading', { name: 'Newly blocked' }).waitFor();
    },
  },
  {
    name: 'preferences',
    reach: async (page) => {
      await write(page, 'User-agent: *\nContent-Signal: search=yes, ai-train=no\nAllow: /\n');
      await goTo(page, 'Preferences');
      await page.getByRole('textbox', { name: 'Response headers' }).fill('X-Robots-Tag: noindex');
      await page.getByRole('row', { name: 'Bing' }).waitFor();
    },
  },
];
