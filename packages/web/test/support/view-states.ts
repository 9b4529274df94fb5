/** The main states of the views beside the first one. */
import type { Page } from 'playwright';
import type { PageState } from './page-states.js';

const DAY = 86_400_000;

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'robots.txt', exact: true }).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

async function goTo(page: Page, view: string): Promise<void> {
  await page.getByRole('tab', { name: view }).click();
}

async function fetchSite(page: Page, site: string): Promise<void> {
  await goTo(page, 'Live site');
  await page.getByRole('textbox', { name: 'Site' }).fill(site);
  await page.keyboard.press('Enter');
}

export const VIEW_STATES: readonly PageState[] = [
  {
    name: 'link-damaged',
    reach: async (page) => {
      await page.evaluate(() => {
        location.hash = '#v1=7VjbTuM';
      });
      await page.getByRole('alert').getByText('cut or changed').waitFor();
    },
  },
  {
    name: 'dialects',
    reach: async (page) => {
      await goTo(page, 'Dialects');
      await page.getByRole('combobox', { name: 'Crawler', exact: true }).selectOption('*');
      await page.getByRole('row', { name: 'search/help' }).getByRole('gridcell').last().click();
      await page.getByRole('button', { name: /^Add/ }).waitFor();
    },
  },
  {
    name: 'live-redirected',
    reach: async (page, { sites }) => {
      await fetchSite(page, sites.origins.shop);
      await page.getByRole('heading', { name: 'The robots.txt was received' }).waitFor();
    },
  },
  {
    name: 'live-closed',
    reach: async (page, { sites }) => {
      await fetchSite(page, sites.origins.closed);
      await page.getByRole('row', { name: 'forbidden' }).waitFor();
    },
  },
  {
    name: 'live-unreachable',
    reach: async (page, { sites }) => {
      await fetchSite(page, sites.origins.busy);
      await page.getByRole('heading', { name: 'The robots.txt is unreachable' }).waitFor();
    },
  },
  {
    // After the state before, whose site has stayed unreachable.
    name: 'live-unreachable-for-days',
    reach: async (page, { service, sites }) => {
      await service.letPass(2 * DAY);
      await fetchSite(page, sites.origins.busy);
      await page.getByRole('row', { name: 'Google, as of 2026' }).getByText('everything').waitFor();
    },
  },
  {
    name: 'diff-equivalent',
    reach: async (page) => {
      await goTo(page, 'Diff');
      await page.getByRole('button', { name: 'Take the editor’s text' }).click();
      await page.getByRole('heading', { name: 'Equivalent' }).waitFor();
    },
  },
  {
    name: 'diff-changes',
    reach: async (page) => {
      await goTo(page, 'Diff');
      await page.getByRole('button', { name: 'Take the editor’s text' }).click();
      await write(page, 'User-agent: *\nDisallow: /search\nAllow: /search/a\nDisallow: /*.pdf$\n');
      await page.getByRole('heading', { name: 'Newly blocked' }).waitFor();
    },
  },
  {
    name: 'tree',
    reach: async (page) => {
      await goTo(page, 'Tree');
      await page.getByRole('treeitem', { name: 'letter' }).click();
      await page.locator('.explanation').waitFor();
    },
  },
];
