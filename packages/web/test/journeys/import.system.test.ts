/** An SEO specialist drops files on the page. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goTo, openEditor, showExample } from '../support/page-states.js';
import { describeInChromium, ServedPages } from '../support/served-pages.js';

/** Drops a file on the editor, which would otherwise insert its text, or on the page. */
async function drop(
  page: Page,
  name: string,
  content: string | Uint8Array,
  target = '.editor .cm-content',
  copies = 1,
): Promise<void> {
  await page.locator(target).evaluate(
    (element, [fileName, bytes, count]) => {
      const dataTransfer = new DataTransfer();
      const file = new File([Uint8Array.from(bytes)], fileName);
      for (let copy = 0; copy < count; copy++) dataTransfer.items.add(file);
      for (const type of ['dragover', 'drop']) {
        const options = { dataTransfer, bubbles: true, cancelable: true };
        element.dispatchEvent(new DragEvent(type, options));
      }
    },
    [name, [...Buffer.from(content)], copies] as const,
  );
}

const logLine = (target: string, agent = 'GPTBot/1.2') =>
  `203.0.113.7 - - [21/Nov/2026:12:00:00 +0000] "GET ${target} HTTP/1.1" 200 5 "-" "${agent}"\n`;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const CHATGPT_USER = 'Mozilla/5.0 (compatible; ChatGPT-User/1.0; +https://openai.com/bot)';
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

describeInChromium('files dropped on the page', () => {
  let pages: ServedPages;
  beforeAll(async () => {
    pages = await ServedPages.start();
  });
  afterAll(() => pages.stop());

  test('are imported in the browser and weighed by requests', async () => {
    const { page, problems } = await pages.open();
    await showExample(page);
    await openEditor(page);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET' || request.postData() !== null) sent.push(request.url());
    });
    const locations = ['a', 'b'].map((path) => `<url><loc>https://example.com/${path}</loc></url>`);
    await drop(page, 'sitemap.xml', `<urlset>${locations.join('')}</urlset>`);
    await page.getByText('URLs read from sitemap.xml: 2.').waitFor();
    await page.getByText('2 URLs, 2 verdicts').waitFor();

    await drop(page, 'cut.xml', '<urlset><url><loc>https://example.com/a</loc></url><url>');
    await page.getByText('URLs read from cut.xml: 1. cut.xml is incomplete').waitFor();

    const targets = ['/private/x', '/private/x', '/private/open/y', '/drafts/z'];
    await drop(page, 'access.log', targets.map((target) => logLine(target)).join(''));
    await page.getByText('Requests read from access.log: 4.').waitFor();
    await page.getByText('The view "Visits" shows which of them this robots.txt blocks.').waitFor();
    await page.getByRole('columnheader', { name: 'Googlebot 1 blocked' }).waitFor();

    await drop(page, 'robots.txt', 'User-agent: *\nDisallow: /drafts/\n');
    await page.getByText('Opened robots.txt as the robots.txt.').waitFor();
    await page.getByRole('columnheader', { name: 'Googlebot 1 blocked' }).waitFor();
    const bytes = Uint8Array.from('User-agent: *\nDisallow: /caf\xe9', (at) => at.charCodeAt(0));
    await drop(page, 'robots.txt', bytes);
    await page.getByText('not valid UTF-8: line 2 contains invalid bytes').waitFor();
    await drop(page, 'urls.txt', '/a\n', 'body', 3);
    await page.getByText('Of 3 files, only urls.txt was opened.').waitFor();
    await drop(page, 'notes.md', '');
    const problem = page.getByText('notes.md contains no URLs.');
    await problem.waitFor();
    // It is about this view.
    await goTo(page, 'Block AI');
    await problem.waitFor({ state: 'detached' });
    await drop(page, 'urls.txt', '/a\n', 'body');
    await page.getByText('URLs read from urls.txt: 1.').waitFor();
    expect(sent).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('count each request for the crawler that made it', async () => {
    const { page, problems } = await pages.open();
    await showExample(page);
    await openEditor(page);
    const others = Array.from({ length: 1001 }, (_, id) => logLine(`/browsed/${id}`, FIREFOX));
    await drop(
      page,
      'access.log',
      [
        ...[logLine('/private/x', FIREFOX), logLine('/private/x', FIREFOX)],
        ...[logLine('/private/x', GOOGLEBOT), logLine('/a', GOOGLEBOT)],
        ...[logLine('/drafts/z', 'ExampleBot/1.0'), logLine('/drafts/z', CHATGPT_USER), ...others],
      ].join(''),
    );
    await page.getByText('Requests read from access.log: 1,007.').waitFor();
    await page.getByText('The table shows the 1,000 most requested URLs.').waitFor();
    const row = page.getByRole('row', { name: '/private/x' });
    expect(await row.locator('.requests').innerText()).toBe('3');
    await page.getByLabel('Show').selectOption('blocked with traffic');
    await page.getByText('Showing 2 of 1,000 URLs').waitFor();
    await page.getByRole('columnheader', { name: 'Requests' }).getByRole('button').click();
    const urls = page.locator('.verdicts tbody th');
    await expect.poll(() => urls.allInnerTexts()).toEqual(['/drafts/z', '/private/x']);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    const csv = await readFile(await (await download).path(), 'utf8');
    expect(csv).toContain('line,requests\r\n');
    expect(csv).toContain('/private/x,Googlebot,disallowed,rule,disallow: /private/,9,1\r\n');
    expect(csv).toContain('/drafts/z,*,disallowed,rule,disallow: /drafts/,6,1\r\n');
    await goTo(page, 'Visits');
    await page.getByText('would have turned away 1 of 2 requests of Googlebot.').waitFor();
    await page.getByText('1 request not governed').waitFor();
    await page.getByText('Requests of browsers and unknown clients: 1,004.').waitFor();
    expect(problems).toEqual([]);
  });

  test('can be opened from the start page: an access log', async () => {
    const { page, problems } = await pages.open();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Who visits?' }).click();
    const buffer = Buffer.from(logLine('/a') + logLine('/a', GOOGLEBOT));
    await (await chooser).setFiles({ name: 'access.log', mimeType: 'text/plain', buffer });
    await page.getByRole('tab', { name: 'Visits', selected: true }).waitFor();
    await page.getByText('2 requests').first().waitFor();
    expect(await page.locator('.visitors h3').allInnerTexts()).toEqual(['GPTBot', 'Googlebot']);
    expect(problems).toEqual([]);
  });
});
