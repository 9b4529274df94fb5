import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEditor, pasteInField, showExample } from '../support/page-states.js';
import { describeInChromium, ServedPages } from '../support/served-pages.js';

describeInChromium('a link to the page', () => {
  let pages: ServedPages;
  beforeAll(async () => {
    pages = await ServedPages.start();
  });
  afterAll(() => pages.stop());

  test('shows another user the same state', async () => {
    const { page, problems } = await pages.open({
      permissions: ['clipboard-write', 'clipboard-read'],
    });
    await pasteInField(page, 'User-agent: *\nDisallow: /mine\n');
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Copied.').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toMatch(/#v1=[\w-]+$/);
    const other = await pages.open({}, new URL(link).pathname + new URL(link).hash);
    expect(await (await openEditor(other.page)).innerText()).toContain('Disallow: /mine');
    expect([...problems, ...other.problems]).toEqual([]);
  });

  test('is reported if it is truncated, and the page works', async () => {
    const { page, problems } = await pages.open({}, '/#v1=7VjbTuM');
    await page.getByRole('alert').getByText('It was truncated or modified').waitFor();
    await page.getByRole('heading', { name: 'Who may read which pages' }).waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    expect((await page.getByRole('alert').allInnerTexts()).join('')).toBe('');
    expect(problems).toEqual([]);
  });

  test('leads from the address of the start page back to the work', async () => {
    const { page } = await pages.open();
    await pasteInField(page, 'User-agent: *\nDisallow: /mine\n');
    await page.locator('.verdicts').waitFor();
    await page.waitForFunction(() => location.hash !== '');
    await page.getByRole('link', { name: 'repkit' }).click();
    await page.getByRole('heading', { name: 'Who may read which pages' }).waitFor();
    await page.goBack();
    await page.getByText('allowed, except /mine').first().waitFor();
  });

  test('survives a reload', async () => {
    const { page, problems } = await pages.open();
    await showExample(page);
    await page.getByLabel('Check as').selectOption('google');
    await page.waitForFunction(() => location.hash !== '');
    await page.reload();
    await page.locator('.verdicts').waitFor();
    expect(await page.getByLabel('Check as').inputValue()).toBe('google');
    expect(problems).toEqual([]);
  });
});
