/** The view Dialects as somebody uses it who wants to know how others read the file. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeInChromium, ServedPages } from '../support/served-pages.js';

describeInChromium('the dialects side by side', () => {
  let pages: ServedPages;
  beforeAll(async () => {
    pages = await ServedPages.start();
  });
  afterAll(() => pages.stop());

  test('a disagreement is marked, explained with its clause, and more of them are offered', async () => {
    const { page, problems } = await pages.open();
    await page.getByRole('tab', { name: 'Dialects' }).click();
    await page.getByRole('combobox', { name: 'Crawler', exact: true }).selectOption('*');
    const row = page.getByRole('row', { name: 'search/help' });
    expect(await row.innerText()).toContain('differ');
    await row.getByRole('gridcell').last().click();
    await page.getByText('As read by: Draft of 1996').waitFor();
    expect(await page.locator('.explanation').innerText()).toContain('1996 draft 3.2.2');
    await expect
      .poll(() => page.locator('.lit-deciding').innerText())
      .toContain('Disallow: /search');
    await page.keyboard.press('Home');
    await page.getByText('As read by: RFC 9309').waitFor();
    const add = page.getByRole('button', { name: /^Add \d+ to the URLs|^Add it/ });
    const before = await page.locator('.table-foot').innerText();
    await add.click();
    await page.getByText('The list has URLs for each disagreement').waitFor();
    expect(await page.locator('.table-foot').innerText()).not.toBe(before);
    expect(problems).toEqual([]);
  });

  test('on a phone the sign of a disagreement has room around it', async () => {
    const { page, problems } = await pages.open({ viewport: { width: 390, height: 844 } });
    await page.getByRole('tab', { name: 'Dialects' }).click();
    await page.getByRole('combobox', { name: 'Crawler', exact: true }).selectOption('*');
    const box = await page.locator('.differs-sign').first().boundingBox();
    expect(box?.height).toBeGreaterThan(14);
    expect(problems).toEqual([]);
  });
});
