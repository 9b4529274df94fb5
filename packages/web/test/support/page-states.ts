/** The main states of the page: each is looked over by axe-core and kept as a picture. */
import type { Page } from 'playwright';
import type { LiveSites } from './live-sites.js';
import type { RunningService } from './running-service.js';
import { VIEW_STATES } from './view-states.js';

/** What is behind the page. */
interface Behind {
  readonly service: RunningService;
  readonly sites: LiveSites;
}

export interface PageState {
  readonly name: string;
  /** What a reader does to come there from the first view. */
  readonly reach: (page: Page, behind: Behind) => Promise<void>;
}

export const PAGE_STATES: readonly PageState[] = [
  {
    name: 'check',
    reach: async (page) => {
      await page.locator('.findings li').first().waitFor();
    },
  },
  {
    name: 'check-disallowed',
    reach: async (page) => {
      await page.getByRole('row', { name: 'tmp/cache' }).getByRole('gridcell').first().click();
      await page.getByRole('heading', { name: 'Googlebot may not fetch it' }).waitFor();
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
      await page.locator('.rt-disallow').nth(2).hover();
      await page.locator('.record-hover').waitFor();
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
  ...VIEW_STATES,
];
