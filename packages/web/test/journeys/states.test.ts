/** Every main state, in both colour schemes and on a phone: axe-core, the console, and a picture to look at. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { BrowserContextOptions, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LiveSites, startSites } from '../support/live-sites.js';
import { PAGE_STATES } from '../support/page-states.js';
import { type RunningService, startService } from '../support/running-service.js';
import { describeInChromium, ServedPages } from '../support/served-pages.js';

/** Kept out of git. */
const PICTURES = fileURLToPath(new URL('../../pictures', import.meta.url));

/** `UPDATE_DOCS=1 npm test -- states` makes it anew. */
const DOCUMENTS_PICTURE = fileURLToPath(new URL('../../../../docs/tester.png', import.meta.url));
const PICTURE_OF_THE_DOCUMENTS = 'check-light';

/** Of each screen's own: the dark page differs from the light one by its colours alone, and the phone's has the same colours. */
const RULES: Readonly<Record<string, RunOptions>> = {
  dark: { runOnly: ['color-contrast'] },
  phone: { rules: { 'color-contrast': { enabled: false } } },
};

const SCREENS: Readonly<Record<string, BrowserContextOptions>> = {
  light: { colorScheme: 'light', viewport: { width: 1360, height: 900 } },
  dark: { colorScheme: 'dark', viewport: { width: 1360, height: 900 } },
  phone: { colorScheme: 'light', viewport: { width: 390, height: 844 }, hasTouch: true },
};

/** Waits until nothing in the page has changed for a moment: answers of the worker may be on their way. */
async function stillness(page: Page): Promise<void> {
  await page.locator('.findings').waitFor();
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const done = () => {
          observer.disconnect();
          resolve();
        };
        let timer = setTimeout(done, 300);
        const observer = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(done, 300);
        });
        observer.observe(document.body, { childList: true, characterData: true, subtree: true });
      }),
  );
}

/** What axe-core has to say against the page, in a line each. */
async function violations(page: Page, rules: RunOptions = {}): Promise<string[]> {
  await page.evaluate(axe.source);
  // As text: the function of a test is another one in the page.
  const { violations: found }: AxeResults = await page.evaluate(
    `axe.run(${JSON.stringify(rules)})`,
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

describeInChromium('the main states', () => {
  let pages: ServedPages;
  let service: RunningService;
  let sites: LiveSites;
  beforeAll(async () => {
    mkdirSync(PICTURES, { recursive: true });
    const starting = startService();
    pages = await ServedPages.start(starting);
    service = await starting;
    sites = await startSites();
  });
  afterAll(() => Promise.all([pages.stop(), sites.stop()]));

  test.each(Object.keys(SCREENS))(
    'axe-core finds nothing, and nothing is wider than the screen: %s',
    async (screen) => {
      for (const { name, reach } of PAGE_STATES) {
        const { page, problems } = await pages.open(SCREENS[screen]);
        await reach(page, { service, sites });
        await stillness(page);
        expect([name, await violations(page, RULES[screen])]).toEqual([name, []]);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect([name, width]).toEqual([name, SCREENS[screen]?.viewport?.width]);
        await page.screenshot({ path: join(PICTURES, `${name}-${screen}.png`), fullPage: true });
        if (process.env.UPDATE_DOCS && `${name}-${screen}` === PICTURE_OF_THE_DOCUMENTS) {
          await page.screenshot({ path: DOCUMENTS_PICTURE, fullPage: true });
        }
        expect([name, problems]).toEqual([name, []]);
        await page.context().close();
      }
    },
    120_000,
  );

  test.each(['ja', 'tr'])(
    'the same holds in the other languages, also on a phone: %s',
    async (locale) => {
      for (const screen of ['dark', 'phone']) {
        const { page, problems } = await pages.open({ ...SCREENS[screen], locale });
        await page.locator('.findings li').first().waitFor();
        await stillness(page);
        expect(await page.locator('html').getAttribute('lang')).toBe(locale);
        const hidden = await page
          .getByRole('tab')
          .evaluateAll((tabs) =>
            tabs.filter((tab) => tab.getBoundingClientRect().right > innerWidth).map(String),
          );
        expect([screen, hidden]).toEqual([screen, []]);
        expect([screen, await violations(page)]).toEqual([screen, []]);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect([screen, width]).toEqual([screen, SCREENS[screen]?.viewport?.width]);
        await page.screenshot({
          path: join(PICTURES, `check-${locale}-${screen}.png`),
          fullPage: true,
        });
        expect(problems).toEqual([]);
        await page.context().close();
      }
    },
  );
});
