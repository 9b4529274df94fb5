/** A site owner asks what the robots.txt means for the crawlers in an access log. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goTo, showExample } from '../support/page-states.js';
import { describeInChromium, ServedPages } from '../support/served-pages.js';

const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

const line = (target: string, agent = GOOGLEBOT) =>
  `203.0.113.7 - - [21/Nov/2026:12:00:00 +0000] "GET ${target} HTTP/1.1" 200 5 "-" "${agent}"\n`;

/** Drops a file whose text is repeated, which takes no more memory. */
async function drop(page: Page, text: string, copies = 1): Promise<void> {
  await page.locator('.visits').evaluate(
    (element, { part, count }) => {
      const dataTransfer = new DataTransfer();
      const pieces: Blob[] = new Array(count).fill(new Blob([part]));
      dataTransfer.items.add(new File(pieces, 'access.log'));
      for (const type of ['dragover', 'drop']) {
        const options = { dataTransfer, bubbles: true, cancelable: true };
        element.dispatchEvent(new DragEvent(type, options));
      }
    },
    { part: text, count: copies },
  );
}

describeInChromium('the visits of crawlers', () => {
  let pages: ServedPages;
  beforeAll(async () => {
    pages = await ServedPages.start();
  });
  afterAll(() => pages.stop());

  test('are judged by the file, in the browser; a large log can be cancelled', async () => {
    const { page, problems } = await pages.open();
    await showExample(page);
    await goTo(page, 'Visits');
    await page.getByRole('heading', { name: 'Who visits your site?' }).waitFor();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET' || request.postData() !== null) sent.push(request.url());
    });
    const log = line('/private/x') + line('/a') + line('/a', 'bingbot/2.0') + line('/a', 'x');
    await drop(page, log);
    await page.getByText('would have turned away 1 of 2 requests of Googlebot.').waitFor();
    const names = page.locator('.visitors h3');
    expect(await names.allInnerTexts()).toEqual(['Googlebot', 'bingbot']);
    await page.getByRole('switch', { name: 'Only blocked' }).click();
    expect(await names.allInnerTexts()).toEqual(['Googlebot']);

    // Minutes of work.
    await drop(page, log.repeat(2000), 20_000);
    const progress = page.getByRole('progressbar');
    await expect.poll(() => progress.getAttribute('value').then(Number)).toBeGreaterThan(0);
    // The page and the other views answer while the log is read.
    await goTo(page, 'Check');
    await page.getByRole('columnheader', { name: 'Googlebot' }).waitFor();
    await goTo(page, 'Visits');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('heading', { name: 'Who visits your site?' }).waitFor();
    await drop(page, 'a,b\nc,d\n');
    await page.getByText('The format of access.log is not recognized.').waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Who visits your site?' }).waitFor();
    expect(sent).toEqual([]);
    expect(problems).toEqual([]);
  });
});
