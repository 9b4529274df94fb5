/** A site owner checks what crawlers may do with the content of a page. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeInChromium, ServedPages } from '../support/served-pages.js';

describeInChromium('the Preferences view', () => {
  let pages: ServedPages;
  beforeAll(async () => {
    pages = await ServedPages.start();
  });
  afterAll(() => pages.stop());

  test('names the line that decides for each crawler, and reads pasted headers and meta', async () => {
    const { page, problems } = await pages.open();
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await page.getByRole('textbox', { name: 'robots.txt', exact: true }).click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(
      'User-agent: *\nContent-Signal: search=yes, ai-train=no\nAllow: /\n\n' +
        'User-agent: GPTBot\nContent-Usage: train-ai=y\nDisallow: /private/\n',
    );
    await page.getByRole('tab', { name: 'Preferences' }).click();
    const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
    const cells = async (name: string) => await row(name).getByRole('cell').allInnerTexts();
    // The chosen URL of the example is below /private/.
    await page.getByText('GPTBot may not fetch this URL').waitFor();
    await page
      .getByRole('combobox', { name: 'URL', exact: true })
      .selectOption('https://example.com/');
    // The columns are Googlebot, GPTBot and all other crawlers.
    await row('Content-Signal: ai-train').getByText('line 2').first().waitFor();
    expect(await cells('Content-Signal: ai-train')).toEqual([
      'no line 2',
      'not stated',
      'no line 2',
    ]);
    expect(await cells('Content-Usage: train-ai')).toEqual([
      'not stated',
      'yes line 6',
      'not stated',
    ]);

    await page
      .getByRole('textbox', { name: 'Response headers' })
      .fill('HTTP/2 200\nContent-Usage: train-ai=n\nX-Robots-Tag: otherbot: noindex\n');
    await page
      .getByRole('textbox', { name: 'Meta elements (HTML)' })
      .fill('<meta name="googlebot" content="nosnippet, nofollow"><script>alert(1)</script>');
    await row('Content-Usage: train-ai').getByText('header content-usage').first().waitFor();
    expect(await cells('Google')).toEqual([
      ...['yes', 'no', 'nofollow, nosnippet', expect.stringContaining('noindex')],
    ]);
    expect(requested.filter((url) => !url.includes('/assets/'))).toEqual([]);
    expect(problems).toEqual([]);
  });
});
