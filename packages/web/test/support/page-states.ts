/** The main states of the page, for accessibility checks and screenshots. */
import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
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

/** Opens the example from the start page. */
export async function showExample(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Look at an example' }).click();
  await page.locator('.verdicts .verdict').first().waitFor();
}

export function editorOf(page: Page): Locator {
  return page.getByRole('textbox', { name: 'robots.txt', exact: true });
}

/** Opens the editor unless it is open. */
export async function openEditor(page: Page): Promise<Locator> {
  const editor = editorOf(page);
  const edit = page.getByRole('button', { name: 'Edit', exact: true });
  if (!(await editor.isVisible())) await edit.click();
  await editor.waitFor();
  return editor;
}

/** Replaces the text in the editor. */
export async function write(page: Page, text: string): Promise<void> {
  await (await openEditor(page)).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

async function openPanel(page: Page, name: 'URLs' | 'Crawlers'): Promise<void> {
  const button = page.getByRole('button', { name: new RegExp(`^${name} `) });
  const isOpen = () =>
    button.evaluate((element: HTMLButtonElement) => element.popoverTargetElement?.matches(':popover-open') ?? false);
  // A click misses the button if the problems of an edit arrive during it and move the toolbar.
  await expect
    .poll(async () => {
      if (!(await isOpen())) await button.click();
      return await isOpen();
    })
    .toBe(true);
}

/** Opens the panel with the URLs and returns its field. */
export async function urlField(page: Page): Promise<Locator> {
  await openPanel(page, 'URLs');
  const field = page.getByRole('textbox', { name: 'URLs' });
  await field.waitFor();
  return field;
}

/** Opens the panel with the crawlers and returns its field. */
export async function crawlerField(page: Page): Promise<Locator> {
  await openPanel(page, 'Crawlers');
  const field = page.getByRole('combobox', { name: 'Crawlers' });
  await field.waitFor();
  return field;
}

/** Pastes a text into the first field of the page. */
export async function pasteInField(page: Page, text: string): Promise<void> {
  await siteField(page).evaluate((field, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const options = { clipboardData, bubbles: true, cancelable: true };
    field.dispatchEvent(new ClipboardEvent('paste', options));
  }, text);
}

export function siteField(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Your site or your robots.txt' });
}

/** Checks a site in the first field of the page. */
export async function checkSite(page: Page, site: string): Promise<void> {
  await siteField(page).fill(site);
  await page.keyboard.press('Enter');
}

/** Shows how the file of a site was fetched. */
export async function openDetails(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Request and cache' });
  await button.waitFor();
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
  await page.locator('.fetch-details').waitFor();
}

/** The field of a version to compare. The editors that show both versions have the same names. */
export function versionField(page: Page, name: 'Previous version' | 'New version'): Locator {
  return page.getByRole('region', { name }).getByRole('textbox');
}

export async function goTo(page: Page, view: string): Promise<void> {
  await page.getByRole('tab', { name: view }).click();
}

async function openLog(page: Page, text: string): Promise<void> {
  await page
    .locator('.visits input[type=file]')
    .setInputFiles({ name: 'access.log', mimeType: 'text/plain', buffer: Buffer.from(text) });
}

/** A log with crawlers that the example blocks, allows and does not govern, and a cut line at the end. */
const VISITS = `${[
  ['Googlebot/2.1', '/private/notes', 735],
  ['Googlebot/2.1', '/shop', 5230],
  ['GPTBot/1.2', '/', 412],
  ['CCBot/2.0', '/', 96],
  ['bingbot/2.0', '/search?q=robots', 40],
  ['bingbot/2.0', '/shop?sort=price', 25],
  ['bingbot/2.0', '/shop', 1800],
  ['ChatGPT-User/1.0', '/private/notes', 61],
  ['AhrefsBot/7.0', '/shop', 320],
  ['Firefox/140.0', '/shop', 900],
]
  .map(([agent, target, count]) =>
    `203.0.113.7 - - [21/Nov/2026:12:00:00 +0000] "GET ${target} HTTP/1.1" 200 5 "-" "${agent}"\n`.repeat(Number(count)),
  )
  .join('')}203.0.113.7 - - [21/Nov`;

export const PAGE_STATES: readonly PageState[] = [
  {
    name: 'arrival',
    reach: async (page) => {
      await page.getByRole('heading', { name: 'Who may read which pages' }).waitFor();
    },
  },
  {
    name: 'arrival-error',
    reach: async (page) => {
      await checkSite(page, 'not a host');
      await page.getByText('is not the address of a site').waitFor();
    },
  },
  { name: 'check', reach: showExample },
  {
    name: 'check-file',
    reach: async (page) => {
      await showExample(page);
      await openEditor(page);
      await page.locator('.finding-mark').first().hover();
      await page.locator('.finding-card').waitFor();
    },
  },
  {
    name: 'check-blocked',
    reach: async (page) => {
      await showExample(page);
      await page.getByRole('row', { name: 'tmp/cache' }).getByRole('gridcell').first().click();
      await page.getByRole('heading', { name: 'Googlebot: blocked' }).waitFor();
    },
  },
  {
    name: 'check-urls',
    reach: async (page) => {
      await showExample(page);
      await urlField(page);
    },
  },
  {
    name: 'check-crawlers',
    reach: async (page) => {
      await showExample(page);
      await (await crawlerField(page)).fill('ai training');
      await page.locator('.options [role=option]').first().waitFor();
    },
  },
  {
    name: 'check-empty',
    reach: async (page) => {
      await showExample(page);
      await (await urlField(page)).fill('nothing\n');
      await crawlerField(page);
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
    name: 'site-redirected',
    reach: async (page, { sites }) => {
      await checkSite(page, sites.origins.shop);
      await openDetails(page);
    },
  },
  {
    name: 'site-missing',
    reach: async (page, { sites }) => {
      await checkSite(page, sites.origins.missing);
      await page.getByText('There is no robots.txt (404)').waitFor();
    },
  },
  {
    name: 'site-closed',
    reach: async (page, { sites }) => {
      await checkSite(page, sites.origins.closed);
      await openDetails(page);
      await page.getByRole('row', { name: 'forbidden' }).waitFor();
    },
  },
  {
    name: 'site-unreachable',
    reach: async (page, { sites }) => {
      await checkSite(page, sites.origins.busy);
      await openDetails(page);
      await page.getByText('cannot be reached (503)').waitFor();
    },
  },
  {
    // Depends on the previous state: its site is still unreachable.
    name: 'site-unreachable-for-days',
    reach: async (page, { service, sites }) => {
      await service.letPass(2 * DAY);
      await checkSite(page, sites.origins.busy);
      await openDetails(page);
      await page
        .getByRole('region', { name: 'Result by policy' })
        .getByRole('row', { name: 'Google (2026)' })
        .getByText('everything allowed')
        .waitFor();
    },
  },
  {
    name: 'site-refused',
    reach: async (page, { sites }) => {
      await checkSite(page, sites.origins.refused);
      await page.getByText('--allow').waitFor();
    },
  },
  {
    name: 'block-empty',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Block AI crawlers' }).click();
      await page.getByText('Nothing is added yet').waitFor();
    },
  },
  {
    name: 'block',
    reach: async (page) => {
      await showExample(page);
      await goTo(page, 'Block AI');
      await page.getByRole('switch', { name: 'Block all crawlers for AI training' }).click();
      await page.getByText('Proved: not affected are').waitFor();
    },
  },
  {
    name: 'compare-empty',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Compare two versions' }).click();
      await page.getByRole('heading', { name: 'What does an edit change?' }).waitFor();
    },
  },
  {
    name: 'compare-equivalent',
    reach: async (page) => {
      await showExample(page);
      await goTo(page, 'Compare');
      await page.getByRole('button', { name: 'Copy new version' }).click();
      await page.getByRole('heading', { name: 'The edit changes nothing.' }).waitFor();
    },
  },
  {
    name: 'compare-changes',
    reach: async (page) => {
      await showExample(page);
      await goTo(page, 'Compare');
      await page.getByRole('button', { name: 'Copy new version' }).click();
      await versionField(page, 'New version').fill('User-agent: *\nDisallow: /search\nAllow: /search/a\nDisallow: /*.pdf$\n');
      await page.getByRole('region', { name: 'Newly blocked' }).waitFor();
    },
  },
  {
    name: 'visits-empty',
    reach: async (page) => {
      await showExample(page);
      await goTo(page, 'Visits');
      await page.getByRole('heading', { name: 'Who visits your site?' }).waitFor();
    },
  },
  {
    name: 'visits',
    reach: async (page) => {
      await showExample(page);
      await goTo(page, 'Visits');
      await openLog(page, VISITS);
      await page.getByText('would have turned away').waitFor();
    },
  },
  {
    name: 'visits-no-log',
    reach: async (page) => {
      await showExample(page);
      await goTo(page, 'Visits');
      await openLog(page, 'a,b\n');
      await page.getByText('is not recognized').waitFor();
    },
  },
  {
    name: 'preferences',
    reach: async (page) => {
      await pasteInField(page, 'User-agent: *\nContent-Signal: search=yes, ai-train=no\nAllow: /\n');
      await page.getByRole('gridcell').first().click();
      await page.getByText('Preferences', { exact: true }).click();
      await page.getByRole('row', { name: 'Content-Signal: ai-train' }).waitFor();
    },
  },
];
