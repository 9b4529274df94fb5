/** A site owner checks what crawlers may do with the content of a page. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pasteInField, urlField } from '../support/page-states.js';
import { describeInChromium, ServedPages } from '../support/served-pages.js';

describeInChromium('the preferences in an explanation', () => {
  let pages: ServedPages;
  beforeAll(async () => {
    pages = await ServedPages.start();
  });
  afterAll(() => pages.stop());

  test('name the line that decides', async () => {
    const { page, problems } = await pages.open();
    await pasteInField(
      page,
      'User-agent: *\nContent-Signal: search=yes, ai-train=no\nAllow: /\n\n' +
        'User-agent: GPTBot\nContent-Usage: train-ai=y\nDisallow: /private/\n',
    );
    await (await urlField(page)).fill('/\n/private/x\n');
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
    const cells = async (name: string) => await row(name).getByRole('cell').allInnerTexts();
    const verdict = (url: number, crawler: number) =>
      page.locator('.verdicts tbody tr').nth(url).getByRole('gridcell').nth(crawler);
    await page.keyboard.press('Escape');
    await verdict(1, 1).click();
    await page.getByText('Preferences', { exact: true }).click();
    // The columns are Googlebot, GPTBot and all other crawlers.
    await page.getByText('GPTBot may not fetch this URL').waitFor();
    await verdict(0, 1).click();
    await row('Content-Usage: train-ai').getByText('line 6').waitFor();
    expect(await cells('Content-Usage: train-ai')).toEqual(['yes line 6']);
    await verdict(0, 0).click();
    await row('Content-Signal: ai-train').getByText('line 2').waitFor();
    expect(await cells('Content-Signal: ai-train')).toEqual(['no line 2']);
    expect(await row('Content-Usage').count()).toBe(0);
    expect(requested.filter((url) => !url.includes('/assets/'))).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('are one sentence and an example if the file states none', async () => {
    const { page, problems } = await pages.open();
    await pasteInField(page, 'User-agent: *\nDisallow: /a\n');
    await page.getByRole('gridcell').first().click();
    await page.getByText('Preferences', { exact: true }).click();
    await page.getByText('This robots.txt states no preferences.').waitFor();
    await page.getByText('Content-Signal: ai-train=no').waitFor();
    expect(await page.getByText('not stated').count()).toBe(0);
    expect(problems).toEqual([]);
  });
});
