import { afterAll, beforeAll, expect, test } from 'vitest';
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
    await page.getByRole('textbox', { name: 'robots.txt', exact: true }).click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('User-agent: *\nDisallow: /mine\n');
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Copied.').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toMatch(/#v1=[\w-]+$/);
    const other = await pages.open({}, new URL(link).pathname + new URL(link).hash);
    expect(
      await other.page.getByRole('textbox', { name: 'robots.txt', exact: true }).innerText(),
    ).toContain('Disallow: /mine');
    expect([...problems, ...other.problems]).toEqual([]);
  });

  test('is reported if it is truncated, and the page works', async () => {
    const { page, problems } = await pages.open({}, '/#v1=7VjbTuM');
    await page.getByRole('alert').getByText('It was truncated or modified').waitFor();
    expect(
      await page.getByRole('textbox', { name: 'robots.txt', exact: true }).innerText(),
    ).toContain('Disallow: /search');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    expect((await page.getByRole('alert').allInnerTexts()).join('')).toBe('');
    expect(problems).toEqual([]);
  });

  test('survives a reload', async () => {
    const { page, problems } = await pages.open();
    await page.getByLabel('Dialect').selectOption('google');
    await page.waitForFunction(() => location.hash !== '');
    await page.reload();
    await page.getByRole('tab').first().waitFor();
    expect(await page.getByLabel('Dialect').inputValue()).toBe('google');
    expect(problems).toEqual([]);
  });
});
