/** Reloads the page with more than a link can contain. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_LINK_URL_LINES } from '../../src/link/fragment.js';
import { openEditor, showExample, urlField, write } from '../support/page-states.js';
import { describeInChromium, ServedPages } from '../support/served-pages.js';

describeInChromium('work that is too long for a link', () => {
  let pages: ServedPages;
  beforeAll(async () => {
    pages = await ServedPages.start();
  });
  afterAll(() => pages.stop());

  const lines = Array.from({ length: MAX_LINK_URL_LINES + 1 }, (_, id) => `/${id}`).join('\n');

  async function openList(name: string, buffer: Buffer) {
    const { page } = await pages.open();
    await showExample(page);
    await write(page, 'User-agent: *\nDisallow: /7\n');
    await urlField(page);
    await page.locator('.urls input[type=file]').setInputFiles({
      name,
      mimeType: 'text/plain',
      buffer,
    });
    return page;
  }

  test('survives a reload', async () => {
    const page = await openList('urls.txt', Buffer.from(lines));
    await page.getByText(/^50,001 URLs,/).waitFor();
    await page.waitForFunction(() => history.state !== null);
    await page.reload();
    await page.getByText(/^50,001 URLs,/).waitFor();
    expect(await (await openEditor(page)).innerText()).toContain('Disallow: /7');
  });

  test('survives a reload right after an edit', async () => {
    const page = await openList('urls.txt', Buffer.from('/7\n/8\n'));
    await page.getByText(/^2 URLs,/).waitFor();
    await (await urlField(page)).fill('/only-7\n');
    // Nothing is written by reloading.
    for (let times = 0; times < 2; times++) {
      await page.reload();
      await page.getByText(/^1 URL,/).waitFor();
    }
  });

  test('is not left without a question if the tab cannot store it', async () => {
    const page = await openList('urls.txt', Buffer.from(lines));
    await page.getByText(/^50,001 URLs,/).waitFor();
    await page.evaluate(() => {
      Storage.prototype.setItem = History.prototype.replaceState = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    await (await openEditor(page)).click();
    await page.keyboard.type('# edited');
    const asked = page.waitForEvent('dialog');
    void page.reload().catch(() => undefined);
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await page.close();
  });
});
