/** An SEO specialist drops files on the page. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeInChromium, ServedPages } from '../support/served-pages.js';

/** Drops a file on the editor, which would otherwise insert its text. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  await page.locator('.editor .cm-content').evaluate(
    (target, [fileName = '', content = '']) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([content], fileName));
      for (const type of ['dragover', 'drop']) {
        const options = { dataTransfer, bubbles: true, cancelable: true };
        target.dispatchEvent(new DragEvent(type, options));
      }
    },
    [name, text],
  );
}

const logLine = (target: string) =>
  `203.0.113.7 - - [21/Nov/2026:12:00:00 +0000] "GET ${target} HTTP/1.1" 200 5 "-" "GPTBot/1.2"\n`;

describeInChromium('files dropped on the page', () => {
  let pages: ServedPages;
  beforeAll(async () => {
    pages = await ServedPages.start();
  });
  afterAll(() => pages.stop());

  test('are imported in the browser and weighed by requests', async () => {
    const { page, problems } = await pages.open();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET' || request.postData() !== null) sent.push(request.url());
    });
    const locations = ['a', 'b'].map((path) => `<url><loc>https://example.com/${path}</loc></url>`);
    await drop(page, 'sitemap.xml', `<urlset>${locations.join('')}</urlset>`);
    await page.getByText('URLs read from sitemap.xml: 2.').waitFor();
    await page.getByText('Googlebot: 0 of 2 URLs blocked').waitFor();

    const targets = ['/private/x', '/private/x', '/private/open/y', '/drafts/z'];
    await drop(page, 'access.log', targets.map(logLine).join(''));
    await page.getByText('Requests read from access.log: 4.').waitFor();
    // Googlebot has its own group; all other crawlers may not fetch drafts.
    await page
      .getByText('Requests that this robots.txt would block: GPTBot 4; Googlebot 2; * 1.')
      .waitFor();
    await page.getByText('Googlebot: 1 of 3 URLs blocked').waitFor();

    await drop(page, 'robots.txt', 'User-agent: *\nDisallow: /drafts/\n');
    await page.getByText('Opened robots.txt as the robots.txt.').waitFor();
    await page.getByText('Googlebot: 1 of 3 URLs blocked').waitFor();
    await drop(page, 'notes.md', '');
    await page.getByText('notes.md contains no URLs.').waitFor();
    expect(sent).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('are weighed by what an edit changes if there is a previous version', async () => {
    const { page } = await pages.open();
    await page.getByRole('tab', { name: 'Diff' }).click();
    await page.locator('textarea.before').fill('User-agent: *\nDisallow: /private/\n');
    await drop(page, 'access.log', ['/private/open/y', '/a'].map(logLine).join(''));
    const status = page.locator('.drop-status');
    await expect
      .poll(() => status.innerText())
      .toContain('would block: GPTBot 1. Requests that it would allow: Googlebot 1; * 1.');
  });
});
