/** Four people and the steps to their first answer. Nothing moves that they did not touch. */
import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LiveSites, startSites } from '../support/live-sites.js';
import { goTo, pasteInField, showExample, siteField, versionField } from '../support/page-states.js';
import { describeInChromium, ServedPages } from '../support/served-pages.js';

/** Ignored by git. */
const PICTURES = fileURLToPath(new URL('../../pictures', import.meta.url));

const MAX_STEPS = 3;
/**
 * Half of what counts as good. Browsers excuse shifts in the half second after an input, but the answer of a slow site or on a
 * busy machine arrives later. So all shifts count here, those of the answer itself too.
 */
const MAX_SHIFT = 0.05;

/** A visit that counts what the person does and measures layout shifts. */
class Visit {
  readonly page: Page;
  readonly #name: string;
  #steps = 0;

  constructor(page: Page, name: string) {
    this.page = page;
    this.#name = name;
  }

  /** Does what a person does in one go: a click, or typing or pasting something. */
  async step(action: (page: Page) => Promise<unknown>): Promise<void> {
    this.#steps++;
    await action(this.page);
  }

  /** Expects the answer after few steps and without a noticeable layout shift, and takes a picture. */
  async answered(text: string): Promise<void> {
    await this.page.getByText(text).first().waitFor();
    await this.page.screenshot({ path: join(PICTURES, `first-answer-${this.#name}.png`) });
    expect(this.#steps).toBeLessThanOrEqual(MAX_STEPS);
    expect(await shiftOf(this.page)).toBeLessThan(MAX_SHIFT);
  }
}

/** Returns the cumulative layout shift since the page was opened, without what only becomes narrower or moves sideways. */
function shiftOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          observer.disconnect();
          const shifts = list.getEntries() as (PerformanceEntry & {
            readonly value: number;
            readonly sources: readonly { previousRect: DOMRect; currentRect: DOMRect }[];
          })[];
          const vertical = shifts.filter(({ sources }) =>
            sources.some(({ previousRect, currentRect }) => previousRect.y !== currentRect.y),
          );
          resolve(vertical.reduce((sum, { value }) => sum + value, 0));
        });
        observer.observe({ type: 'layout-shift', buffered: true });
        // Without any shift the observer is not called.
        setTimeout(() => resolve(0), 300);
      }),
  );
}

const OLD = 'User-agent: *\nDisallow: /search\nAllow: /search/help\n';
const NEW = 'User-agent: *\nDisallow: /search\nDisallow: /*.pdf$\n';

describeInChromium('the first answer', () => {
  let pages: ServedPages;
  let sites: LiveSites;
  beforeAll(async () => {
    mkdirSync(PICTURES, { recursive: true });
    [pages, sites] = await Promise.all([ServedPages.start(), startSites()]);
  });
  afterAll(() => Promise.all([pages.stop(), sites.stop()]));

  test('a site owner on a phone: may Google fetch this page?', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
    const { page, problems } = await pages.open(phone);
    const visit = new Visit(page, 'site-owner');
    const address = `${sites.origins.www}/checkout/pay`;
    await visit.step(() => siteField(page).fill(address));
    await visit.step(() => page.getByRole('button', { name: 'Check', exact: true }).click());
    await visit.answered('Googlebot: blocked');
    expect(problems).toEqual([]);
  });

  test.each(['en', 'ja', 'tr'])('a sitemap that arrives late does not move the table on a phone: %s', async (locale) => {
    const { page, problems } = await pages.open({ viewport: { width: 390, height: 844 }, hasTouch: true, locale });
    const isReleased = Promise.withResolvers<void>();
    await page.route('**/v1/sitemap?*', async (route) => {
      await isReleased.promise;
      await route.continue();
    });
    await page.locator('.site-field input').fill(`${sites.origins.mapped}/`);
    await page.keyboard.press('Enter');
    const table = page.locator('.verdicts');
    await table.locator('.verdict').first().waitFor();
    // The problems are above the table.
    await page.locator('.findings h2').waitFor();
    const topOf = () => table.evaluate((element) => element.getBoundingClientRect().top + scrollY);
    const top = await topOf();
    isReleased.resolve();
    await page.getByRole('rowheader', { name: '/shop/0' }).waitFor();
    expect(await topOf()).toBe(top);
    expect(problems).toEqual([]);
  });

  test('an SEO specialist: what does this edit block before it goes live?', async () => {
    const { page, problems } = await pages.open({ viewport: { width: 1280, height: 720 } });
    const visit = new Visit(page, 'seo-specialist');
    await visit.step(() => page.getByRole('button', { name: 'Compare two versions' }).click());
    await visit.step(() => versionField(page, 'Previous version').fill(OLD));
    await visit.step(() => versionField(page, 'New version').fill(NEW));
    await visit.answered('Newly blocked paths: 2.');
    await page.getByRole('region', { name: 'Newly blocked' }).getByText('/*.pdf$', { exact: true }).first().waitFor();
    expect(problems).toEqual([]);
  });

  test('the owner of a shop: block AI training, keep search, and prove it', async () => {
    const { page, problems } = await pages.open({ viewport: { width: 1440, height: 900 } });
    const visit = new Visit(page, 'shop-owner');
    await visit.step(() => pasteInField(page, OLD));
    await visit.step(() => goTo(page, 'Block AI'));
    await visit.step(() => page.getByRole('switch', { name: 'Block all crawlers for AI training' }).click());
    await visit.answered('Proved: not affected are Googlebot, bingbot, DuckDuckBot');
    const file = page.locator('.file-text');
    expect(await file.textContent()).toContain(OLD.trim());
    expect(await file.locator('.added').first().innerText()).toContain('# repkit init --block');
    // A crawler that also serves search is shown, and is not switched on silently.
    const mixed = page.getByRole('listitem').filter({ hasText: 'Google-Extended' });
    await mixed.getByText('Also serves AI search').waitFor();
    expect(await mixed.getByRole('switch').getAttribute('aria-checked')).toBe('false');
    expect(await file.textContent()).not.toContain('User-agent: Google-Extended');
    await mixed.getByRole('switch').click();
    await file.getByText('User-agent: Google-Extended').waitFor();
    // Signals are for all others, too, so these are not called unaffected.
    const signals = page.getByRole('switch', { name: 'State it as preferences, too' });
    await signals.click();
    await page.getByText('may fetch what they could before. Only preferences change for them.').waitFor();
    await signals.click();
    await page.getByText('Proved: not affected are Googlebot').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const written = await readFile(await (await download).path(), 'utf8');
    expect(written).toContain('User-agent: GPTBot\n');
    expect(written).toContain(OLD);
    await page.getByRole('button', { name: 'Compare with the old version' }).click();
    await page.getByRole('heading', { name: /^Blocks everything for/ }).waitFor();
    expect(problems).toEqual([]);
  });

  test('a crawler developer: anyone who opens the link sees the disputed verdict', async () => {
    const viewport = { width: 1440, height: 900 };
    const sender = await pages.open({
      viewport,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await showExample(sender.page);
    const visit = new Visit(sender.page, 'crawler-developer');
    await visit.step((page) => page.getByRole('row', { name: 'tmp/cache' }).getByRole('gridcell').first().click());
    await visit.answered('Googlebot: blocked');
    await visit.step((page) => page.getByRole('button', { name: 'Copy link' }).click());
    await visit.answered('Copied. The link contains everything on this page.');
    const link = new URL(await sender.page.evaluate(() => navigator.clipboard.readText()));
    const receiver = await pages.open({ viewport }, link.pathname + link.search + link.hash);
    const opened = new Visit(receiver.page, 'crawler-developer-link');
    await opened.answered('Googlebot: blocked');
    await receiver.page.locator('.explanation').getByText('Disallow: /tmp/').waitFor();
    expect([sender.problems, receiver.problems]).toEqual([[], []]);
  });
});
