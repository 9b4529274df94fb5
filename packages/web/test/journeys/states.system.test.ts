/** Checks every main state in light, dark, forced colors and on a phone with axe-core, and takes screenshots. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Page, ViewportSize } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LiveSites, startSites } from '../support/live-sites.js';
import { checkSite, crawlerField, openEditor, PAGE_STATES, pasteInField, urlField } from '../support/page-states.js';
import { type RunningService, startService } from '../support/running-service.js';
import { describeInChromium, ServedPages } from '../support/served-pages.js';

/** Ignored by git. */
const PICTURES = fileURLToPath(new URL('../../pictures', import.meta.url));

/** Updated by `UPDATE_DOCS=1 npm test -- states`. */
const DOCUMENTS_PICTURE = fileURLToPath(new URL('../../../../docs/tester.png', import.meta.url));
const PICTURE_OF_THE_DOCUMENTS = 'check-blocked-light';

/** How a reached state is shown. Dark differs from light only in contrast, and forced colors are the system's. */
interface Appearance {
  readonly name: string;
  readonly viewport: ViewportSize;
  readonly media: {
    readonly colorScheme: 'light' | 'dark';
    readonly forcedColors: 'none' | 'active';
  };
  /** What axe-core checks; nothing if left out. */
  readonly rules?: RunOptions;
}

const SMALLER: ViewportSize = { width: 1280, height: 720 };

const LIGHT: Appearance = {
  name: 'light',
  viewport: { width: 1440, height: 900 },
  media: { colorScheme: 'light', forcedColors: 'none' },
  rules: {},
};

/** Has the colors of light. */
const PHONE: Appearance = {
  name: 'phone',
  viewport: { width: 390, height: 844 },
  media: LIGHT.media,
  rules: { rules: { 'color-contrast': { enabled: false } } },
};

const APPEARANCES: readonly Appearance[] = [
  LIGHT,
  {
    name: 'dark',
    viewport: SMALLER,
    media: { colorScheme: 'dark', forcedColors: 'none' },
    rules: { runOnly: ['color-contrast'] },
  },
  {
    name: 'forced',
    viewport: SMALLER,
    media: { colorScheme: 'light', forcedColors: 'active' },
  },
  PHONE,
];

/** Waits until the page has not changed for 300 ms: worker results may be pending. */
async function stillness(page: Page): Promise<void> {
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
async function violations(page: Page, rules: RunOptions): Promise<string[]> {
  await page.evaluate(`if (!('axe' in window)) { ${axe.source} }`);
  // As a string: axe is a global of the page, not of the test.
  const { violations: found }: AxeResults = await page.evaluate(
    `axe.run(${JSON.stringify({ ...rules, resultTypes: ['violations'] })})`,
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** Expects that a reached state has no violations and fits the screen, and takes a screenshot. */
async function checkState(page: Page, state: string, { name, viewport, media, rules }: Appearance) {
  const picture = `${state}-${name}`;
  await page.setViewportSize(viewport);
  await page.emulateMedia(media);
  if (rules) expect([picture, await violations(page, rules)]).toEqual([picture, []]);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect([picture, width]).toEqual([picture, page.viewportSize()?.width]);
  if (!process.env.CI) await page.screenshot({ path: join(PICTURES, `${picture}.png`), fullPage: true });
  if (process.env.UPDATE_DOCS && picture === PICTURE_OF_THE_DOCUMENTS) {
    await page.screenshot({ path: DOCUMENTS_PICTURE });
  }
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

  /** Each part takes about a quarter of a minute. The states of a site follow from each other. */
  const starts = ['arrival', 'check-urls', 'site-redirected', 'block-empty', undefined];
  const parts = starts.map((start) => PAGE_STATES.findIndex(({ name }) => name === start));

  test.each(parts.slice(1).map((end, part) => [parts[part], end < 0 ? undefined : end] as const))(
    'have no axe-core violations and fit the screen: from state %i',
    async (from, to) => {
      const open = await pages.open({ viewport: LIGHT.viewport });
      const { page, problems } = open;
      for (const { name, reach } of PAGE_STATES.slice(from, to)) {
        await reach(page, { service, sites });
        await stillness(page);
        for (const appearance of APPEARANCES) await checkState(page, name, appearance);
        expect([name, problems]).toEqual([name, []]);
        await pages.reopen(open);
      }
      await page.context().close();
    },
  );

  test.each(['ja', 'tr'])('have no violations and fit the screen in other languages: %s', async (locale) => {
    const { page, problems } = await pages.open({ viewport: LIGHT.viewport, locale });
    await page.locator('.arrival > .row button').first().click();
    await page.locator('.verdicts .verdict').first().waitFor();
    await stillness(page);
    expect(await page.locator('html').getAttribute('lang')).toBe(locale);
    for (const appearance of APPEARANCES) await checkState(page, `check-${locale}`, appearance);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('show in forced colors whether a switch is on', async () => {
    const { page } = await pages.open({ forcedColors: 'active', colorScheme: 'dark' });
    await page.getByRole('button', { name: 'Block AI crawlers' }).click();
    await page.locator('.purpose > [role=switch]').first().click();
    const colors = await page
      .locator('.purpose > [role=switch]')
      .evaluateAll((switches) => switches.map((each) => getComputedStyle(each, '::before').backgroundColor));
    expect(new Set(colors)).toEqual(
      new Set([
        await page
          .locator('h2')
          .first()
          .evaluate((title) => getComputedStyle(title).color),
      ]),
    );
    await page.context().close();
  });

  test('fit a phone however long a word is', async () => {
    const word = 'x'.repeat(3000);
    const { page } = await pages.open({ viewport: PHONE.viewport });
    const fits = async (state: string) => {
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect([state, width]).toEqual([state, PHONE.viewport.width]);
    };
    await checkSite(page, `${word} x`);
    await page.getByText('is not the address of a site').waitFor();
    await fits('the status of the first field');
    await pasteInField(page, `User-agent: ${word}\nDisallow: /${word}\n${word}: x\n`);
    await page.locator('.findings li').first().waitFor();
    await fits('the answer');
    await (await urlField(page)).fill(word);
    await page.getByText('Skipped 1 line').first().waitFor();
    await fits('the hint of the URLs');
    const crawlers = await crawlerField(page);
    await crawlers.fill(word);
    await page.locator('.options [role=option]').first().waitFor();
    await fits('the suggestions');
    await crawlers.press('Enter');
    await page.getByRole('button', { name: `Remove ${word}` }).waitFor();
    await fits('the crawlers');
    await page.keyboard.press('Escape');
    await openEditor(page);
    await page.locator('.cursor-line').getByText(word).waitFor();
    await fits('the explanation of a line');
    await page.context().close();
  });

  test.each(['en', 'ja', 'tr'])('cover nothing of the bar at any width: %s', async (locale) => {
    const { page } = await pages.open({ locale });
    await page.locator('.arrival > .row button').first().click();
    await page.getByRole('tab').first().waitFor();
    for (const width of [320, 360, 390, 700, 768, 820, 900, 901, 1100, 1101, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const covered = await page.locator('.bar :is(button, a, input, select)').evaluateAll((controls) =>
        controls.flatMap((control) => {
          const { left, right, top, bottom } = control.getBoundingClientRect();
          const isOnTop = [left + 2, right - 2].every((x) => {
            const element = document.elementFromPoint(x, (top + bottom) / 2);
            return element !== null && (control.contains(element) || element.contains(control));
          });
          return isOnTop ? [] : [control.textContent];
        }),
      );
      expect([width, covered]).toEqual([width, []]);
    }
    await page.context().close();
  });
});
