import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeInChromium, ServedPages } from './support/served-pages.js';

describeInChromium('the served page', () => {
  let pages: ServedPages;
  beforeAll(async () => {
    pages = await ServedPages.start();
  });
  afterAll(() => pages.stop());

  test('asks its question in the language of the browser', async () => {
    const { page, problems } = await pages.open({ locale: 'tr-TR' });
    expect(await page.title()).toBe('repkit: robots.txt test aracı');
    expect(await page.locator('html').getAttribute('lang')).toBe('tr');
    await page.getByRole('heading', { name: 'Sitenizin hangi sayfalarını' }).waitFor();
    expect(problems).toEqual([]);
  });

  test('loads another language on selection', async () => {
    const { page, problems } = await pages.open();
    await page.getByLabel('Language').selectOption('ja');
    await page.getByRole('heading', { name: '誰がクロールできますか' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('ja');
    expect(problems).toEqual([]);
  });
});
