/** Checks every main state in light, dark, forced colors and on a phone with axe-core, and takes screenshots. */
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

/** Ignored by git. */
const PICTURES = fileURLToPath(new URL('../../pictures', import.meta.url));

/** Updated by `UPDATE_DOCS=1 npm test -- states`. */
const DOCUMENTS_PICTURE = fileURLToPath(new URL('../../../../docs/tester.png', import.meta.url));
const PICTURE_OF_THE_DOCUMENTS = 'check-light';

/** Dark differs from light only in colors, forced colors are those of the system, and the phone has the colors of light. */
const RULES: Readonly<Record<string, RunOptions>> = {
  dark: { runOnly: ['color-contrast'] },
  forced: { rules: { 'color-contrast': { enabled: false } } },
  phone: { rules: { 'color-contrast': { enabled: false } } },
};

const SCREENS: Readonly<Record<string, BrowserContextOptions>> = {
  light: { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  dark: { colorScheme: 'dark', viewport: { width: 1280, height: 720 } },
  forced: { forcedColors: 'active', viewport: { width: 1280, height: 720 } },
  phone: { colorScheme: 'light', viewport: { width: 390, height: 844 }, hasTouch: true },
};

/** Waits until the page has not changed for 300 ms: worker results may be pending. */
async function stillness(page: Page): Promise<void> {
  await page.locator('.findings').waitFor({ state: 'attached' });
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

/** Returns the violations found by axe-core, one line each. */
async function violations(page: Page, rules: RunOptions = {}): Promise<string[]> {
  await page.evaluate(axe.source);
  // As a string: axe is a global of the page, not of the test.
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
    'have no axe-core violations and fit the screen: %s',
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
    'have no violations and fit the screen in other languages: %s',
    async (locale) => {
      for (const screen of ['dark', 'phone', 'light']) {
        const { page, problems } = await pages.open({ ...SCREENS[screen], locale });
        await page.locator('.verdict').first().waitFor();
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
