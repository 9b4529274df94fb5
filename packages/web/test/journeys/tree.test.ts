/** A site owner uses the Tree view. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeFragment } from '../../src/link/fragment.js';
import { initialState } from '../../src/state/app-state.js';
import { describeInChromium, ServedPages } from '../support/served-pages.js';

describeInChromium('the Tree view', () => {
  let pages: ServedPages;
  beforeAll(async () => {
    pages = await ServedPages.start();
  });
  afterAll(() => pages.stop());

  test('shows blocked paths and is usable with the keyboard alone', async () => {
    const { page, problems } = await pages.open();
    await page.getByRole('tab', { name: 'Check' }).focus();
    await page.keyboard.press('End');
    await page.getByRole('tab', { name: 'Tree' }).focus();
    await page.keyboard.press('Enter');
    const tree = page.getByRole('tree', { name: 'Site paths' });
    await tree.focus();
    await page.keyboard.press('p');
    const branch = page.getByRole('treeitem', { name: 'private/' }).first();
    expect(await branch.innerText()).toContain('1 of 2 disallowed');
    await page.keyboard.press('ArrowLeft');
    expect(await branch.getAttribute('aria-expanded')).toBe('false');
    for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('heading', { name: 'Disallowed for Googlebot' }).waitFor();
    await page.locator('.line-blocks', { hasText: 'Disallow: /private/' }).waitFor();
    await page.getByRole('combobox', { name: 'Crawler', exact: true }).selectOption('GPTBot');
    await page.getByRole('heading', { name: 'Disallowed for GPTBot' }).waitFor();
    expect(problems).toEqual([]);
  });

  test('agrees with the other views, and explains only listed URLs', async () => {
    const { page } = await pages.open();
    await page.getByText('Googlebot: 2 of 9 URLs blocked').waitFor();
    await page.getByRole('tab', { name: 'Tree' }).click();
    await page.getByText('9 URLs, 2 disallowed').waitFor();
    await page.getByRole('heading', { name: 'Allowed for Googlebot' }).waitFor();
    await page.getByRole('tab', { name: 'Check' }).click();
    await page.getByRole('textbox', { name: 'URLs' }).fill('/private/notes\n/b\n');
    await page.getByText('Googlebot: 1 of 2 URLs blocked').waitFor();
    for (const view of ['Tree', 'Dialects', 'Check']) {
      await page.getByRole('tab', { name: view }).click();
      await page.getByText(/^2 URLs[,;]/).waitFor();
      await page.getByText(/^Select a (verdict|page) to see which rule decides/).waitFor();
      expect([view, await page.locator('.explanation').count()]).toEqual([view, 0]);
    }
  });

  test('opens with 10,000 URLs (time printed)', async () => {
    const urls = Array.from(
      { length: 10_000 },
      (_, id) => `https://example.com/${id % 40}/${id % 7}/page-${id}`,
    );
    const link = await writeFragment({ ...initialState('en'), urls: urls.join('\n') });
    const { page, problems } = await pages.open({}, `/${link}`);
    await page.getByText('10,000 URLs,').waitFor();
    const milliseconds = await page.evaluate(async () => {
      const begin = performance.now();
      document.querySelector<HTMLElement>('#tab-tree')?.click();
      const isThere = () => document.querySelector('[role=treeitem]') !== null;
      while (!isThere()) await new Promise((resolve) => requestAnimationFrame(resolve));
      return Math.round(performance.now() - begin);
    });
    console.log(`tree of 10,000 URLs after ${milliseconds} ms`);
    const tree = page.getByRole('tree');
    await tree.focus();
    await page.keyboard.press('End');
    const last = page.getByRole('treeitem', { name: '9/' }).last();
    expect(await last.innerText()).toContain('250 allowed');
    await page.keyboard.press('ArrowRight');
    expect(await last.getAttribute('aria-expanded')).toBe('true');
    expect(await page.getByRole('treeitem').count()).toBeLessThan(150);
    expect(problems).toEqual([]);
  });
});
