/** A user compares dialects. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeInChromium, ServedPages } from '../support/served-pages.js';

describeInChromium('the Dialects view', () => {
  let pages: ServedPages;
  beforeAll(async () => {
    pages = await ServedPages.start();
  });
  afterAll(() => pages.stop());

  test('marks a disagreement, explains it with its clause and suggests more URLs', async () => {
    const { page, problems } = await pages.open();
    await page.getByRole('tab', { name: 'Dialects' }).click();
    await page.getByRole('combobox', { name: 'Crawler', exact: true }).selectOption('*');
    const row = page.getByRole('row', { name: 'search/help' });
    expect(await row.innerText()).toContain('differ');
    await row.getByRole('gridcell').last().click();
    await page.locator('.explanation').getByText('1996 draft 3.2.2').waitFor();
    await expect
      .poll(() => page.locator('.line-blocks').innerText())
      .toContain('Disallow: /search');
    await page.keyboard.press('Home');
    await page.locator('.explanation').getByText('RFC 9309 2.2.2').waitFor();
    const add = page.getByRole('button', { name: /^Add \d+ to the URLs|^Add it/ });
    const before = await page.locator('.table-foot').innerText();
    await add.click();
    await page.getByText('Your list already covers every disagreement').waitFor();
    expect(await page.locator('.table-foot').innerText()).not.toBe(before);
    expect(problems).toEqual([]);
  });

  test('shows the whole label of a disagreement on a phone', async () => {
    const { page, problems } = await pages.open({ viewport: { width: 390, height: 844 } });
    await page.getByRole('tab', { name: 'Dialects' }).click();
    await page.getByRole('combobox', { name: 'Crawler', exact: true }).selectOption('*');
    const box = await page.locator('.differs-sign').first().boundingBox();
    expect(box?.height).toBeGreaterThan(14);
    expect(problems).toEqual([]);
  });
});
