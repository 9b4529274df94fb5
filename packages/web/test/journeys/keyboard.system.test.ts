/** Each task of the tester with the keyboard alone. After each step, something on the page has the focus. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LiveSites, startSites } from '../support/live-sites.js';
import { describeInChromium, ServedPages } from '../support/served-pages.js';

const FILE = 'User-agent: *\nDisallow: /cart\nDissallow: /private\nAllow: /cart/help\n';
const WITHOUT_RULES = 'User-agent: *\nAllow: /\n';

const LOG = '203.0.113.7 - - [21/Nov/2026:12:00:00 +0000] "GET /cart HTTP/1.1" 200 5 "-" "Googlebot/2.1"\n';

/** More than the page has. */
const MAX_STOPS = 150;

class Keyboard {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Presses Tab, or Shift and Tab, until an element whose name or text begins like this has the focus. */
  async to(name: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    const passed: string[] = [];
    while (passed.length < MAX_STOPS) {
      await this.#page.keyboard.press(key);
      const reached = await this.focused();
      if (reached.startsWith(name)) return;
      passed.push(reached);
    }
    throw new Error(`"${name}" was not reached, but ${passed.join(' | ')}`);
  }

  /** Returns the name or text of the element that has the focus. */
  focused(): Promise<string> {
    return this.#page.evaluate(() => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement) || element === document.body) return '(nothing)';
      const labels = element.ariaLabelledByElements ?? [...((element as HTMLInputElement).labels ?? [])];
      const name = element.ariaLabel ?? labels.map(({ textContent }) => textContent).join(' ');
      const prefix = element.role === 'tab' ? 'Tab ' : '';
      return prefix + (name || (element.textContent ?? '')).trim();
    });
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.insertText(text);
  }

  /** Waits for a text, and expects that the focus was not lost. */
  async read(text: string | RegExp): Promise<void> {
    await this.#page.getByText(text).first().waitFor();
    await expect.poll(() => this.focused(), { message: String(text) }).not.toBe('(nothing)');
  }
}

describeInChromium('with the keyboard alone', () => {
  let pages: ServedPages;
  let sites: LiveSites;
  beforeAll(async () => {
    [pages, sites] = await Promise.all([ServedPages.start(), startSites()]);
  });
  afterAll(() => Promise.all([pages.stop(), sites.stop()]));

  async function open() {
    const { page, problems } = await pages.open({
      viewport: { width: 1440, height: 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    return { page, problems, keyboard: new Keyboard(page) };
  }

  /** Pastes a file into the first field. */
  async function paste(page: Page, keyboard: Keyboard, text: string): Promise<void> {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await keyboard.to('Your site or your robots.txt');
    await keyboard.press('Control+v');
    await page.locator('.answer li').first().waitFor();
  }

  test('a site is checked, and a verdict explained', async () => {
    const { page, problems, keyboard } = await open();
    await keyboard.to('Your site or your robots.txt');
    await keyboard.type(`${sites.origins.www}/checkout/pay`);
    await keyboard.press('Enter');
    await keyboard.read('Googlebot: blocked');
    await keyboard.to('Close');
    await keyboard.press('Enter');
    await expect.poll(() => page.locator('.explanation').count()).toBe(0);
    await keyboard.read('checkout/pay');
    expect(problems).toEqual([]);
  });

  test('a file is pasted, a mistake found and fixed, and the table sorted, filtered and exported', async () => {
    const { page, problems, keyboard } = await open();
    await paste(page, keyboard, FILE);
    await keyboard.read('allowed, except');
    await keyboard.to('Warning');
    await keyboard.press('Enter');
    await keyboard.read('Dissallow');
    await expect.poll(() => keyboard.focused()).toBe('robots.txt');
    expect(await page.evaluate(() => String(getSelection()))).toContain('Dissallow');
    await keyboard.to('Fix');
    await keyboard.press('Enter');
    await keyboard.read('This fix changes verdicts');
    await keyboard.to('Apply anyway');
    await keyboard.press('Enter');
    await keyboard.read('No problems found');
    await keyboard.to('URLs');
    await keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'URLs' }).waitFor();
    await keyboard.to('URLs');
    await keyboard.press('Control+a');
    await keyboard.type('/cart\n/private\n/a\n');
    await keyboard.press('Escape');
    await keyboard.read('3 URLs');
    await keyboard.to('Crawlers');
    await keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Crawlers' }).waitFor();
    await keyboard.to('Crawlers');
    await keyboard.type('bingbot');
    await keyboard.press('Enter');
    await page.getByRole('columnheader', { name: 'bingbot' }).waitFor();
    await keyboard.press('Escape');
    await keyboard.to('Filter');
    await keyboard.type('a');
    await keyboard.to('CSV');
    const download = page.waitForEvent('download');
    await keyboard.press('Enter');
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);
    await keyboard.to('URL');
    await keyboard.press('Enter');
    await page.locator('th[aria-sort=ascending]').waitFor();
    const first = page.locator('.verdicts tbody th').first();
    expect(await first.innerText()).toContain('/a');
    while (!(await page.evaluate(() => document.activeElement?.matches('td')))) {
      await keyboard.press('Tab');
    }
    await keyboard.press('ArrowDown');
    await keyboard.read('Googlebot: blocked');
    await keyboard.press('Escape');
    await expect.poll(() => page.locator('.explanation').count()).toBe(0);
    await keyboard.read('3 URLs');
    expect(problems).toEqual([]);
  });

  test('AI training is blocked with a proof, the file copied, and the change compared and exported', async () => {
    const { page, problems, keyboard } = await open();
    await paste(page, keyboard, FILE);
    await keyboard.to('Tab Check', 'Shift+Tab');
    await keyboard.press('ArrowRight');
    await keyboard.read('Block crawlers by purpose');
    await keyboard.to('Block all crawlers for AI training');
    await keyboard.press('Space');
    await keyboard.read('Proved: not affected are Googlebot');
    await keyboard.to('Copy');
    await keyboard.press('Enter');
    await keyboard.read('Copied the robots.txt.');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('User-agent: GPTBot');
    await keyboard.to('Compare with the old version');
    await keyboard.press('Enter');
    await keyboard.read('Blocks everything for');
    await keyboard.to('Export as Markdown');
    const download = page.waitForEvent('download');
    await keyboard.press('Enter');
    expect((await download).suggestedFilename()).toMatch(/\.md$/);
    expect(problems).toEqual([]);
  });

  test('the explanation does not cover the cell that has the focus, at 200 % of 1280 x 720', async () => {
    const { page, problems, keyboard } = await open();
    await page.setViewportSize({ width: 640, height: 360 });
    await paste(page, keyboard, FILE);
    await page.locator('.verdicts td').first().focus();
    const isCovered = () =>
      page.evaluate(() => {
        const { left, top, height } = document.activeElement?.getBoundingClientRect() ?? new DOMRect();
        return document.elementFromPoint(left + 4, top + height / 2)?.closest('td') !== document.activeElement;
      });
    for (const key of ['Enter', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp', 'ArrowUp']) {
      await keyboard.press(key);
      await keyboard.read(/^Googlebot: (allowed|blocked)/);
      await expect.poll(isCovered, { message: key }).toBe(false);
    }
    expect(problems).toEqual([]);
  });

  test('two versions are compared', async () => {
    const { problems, keyboard } = await open();
    await keyboard.to('Compare two versions');
    await keyboard.press('Enter');
    await keyboard.read('What does an edit change?');
    await keyboard.to('Previous version');
    await keyboard.type(FILE);
    await keyboard.to('New version');
    await keyboard.type(WITHOUT_RULES);
    await keyboard.read('Newly allowed');
    expect(problems).toEqual([]);
  });

  test('a log is opened', async () => {
    const { page, problems, keyboard } = await open();
    await paste(page, keyboard, FILE);
    await keyboard.to('Tab Check', 'Shift+Tab');
    await keyboard.press('End');
    await keyboard.read('Who visits your site?');
    // Before the way to the button: the browser learns a little later that the test wants to choose the file.
    const choosing = page.waitForEvent('filechooser');
    await keyboard.to('Open access logs');
    await keyboard.press('Enter');
    const file = { name: 'access.log', mimeType: 'text/plain', buffer: Buffer.from(LOG) };
    await (await choosing).setFiles(file);
    await keyboard.read('would have turned away the only request of Googlebot');
    await keyboard.to('Only blocked');
    await keyboard.press('Space');
    await keyboard.read('Googlebot');
    expect(problems).toEqual([]);
  });
});
