/** A new user runs `npm start`, tries the page and shares a link. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LiveSites, startSites } from '../support/live-sites.js';
import { type RunningService, startService } from '../support/running-service.js';
import {
  describeInChromium,
  type OpenPage,
  ServedPages,
  titleAfterInlineScript,
} from '../support/served-pages.js';

describeInChromium('a new user', () => {
  let pages: ServedPages;
  let service: RunningService;
  let sites: LiveSites;
  beforeAll(async () => {
    const starting = startService();
    pages = await ServedPages.start(starting);
    service = await starting;
    sites = await startSites();
  });
  afterAll(() => Promise.all([pages.stop(), sites.stop()]));

  const editorOf = ({ page }: OpenPage) =>
    page.getByRole('textbox', { name: 'robots.txt', exact: true });

  test('pastes a robots.txt, fetches a live one and shares a link', async () => {
    const mine = await pages.open({ permissions: ['clipboard-read', 'clipboard-write'] });
    const { page } = mine;
    const paste = async (text: string) => {
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.press('ControlOrMeta+v');
    };
    await editorOf(mine).click();
    await paste('User-agent: *\nDisallow: /\n');
    await page.getByRole('textbox', { name: 'URLs' }).click();
    await paste('https://shop.example/checkout/pay\nhttps://shop.example/checkout/help\n');
    await page.getByText('6 disallowed verdicts').waitFor();

    await page.getByRole('tab', { name: 'Live site' }).click();
    await page.getByRole('textbox', { name: 'Site', exact: true }).fill(sites.origins.shop);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Open in the editor' }).click();
    await page.getByRole('tab', { name: 'Check' }).click();
    await page.getByText('4 disallowed verdicts').waitFor();

    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Copied.').waitFor();
    const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
    expect(link.origin).toBe(service.origin);
    const theirs = await pages.open({}, link.pathname + link.hash);
    await theirs.page.getByText('4 disallowed verdicts').waitFor();
    expect(await editorOf(theirs).innerText()).toContain('Allow: /checkout/help');
    expect([...mine.problems, ...theirs.problems]).toEqual([]);
  });

  test.each([
    ['over the example', 'ControlOrMeta+a'],
    ['after clearing it', undefined],
  ])('sees paths of a robots.txt pasted %s, not the URLs of the example', async (_, select) => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    const mine = await pages.open({ permissions });
    const { page } = mine;
    await page.locator('.verdict').first().waitFor();
    const hint = page.getByText('The URLs of the example.');
    await hint.waitFor();
    if (select === undefined) {
      await page.getByRole('button', { name: 'Clear' }).click();
      await hint.waitFor({ state: 'detached' });
    }
    await editorOf(mine).click();
    if (select !== undefined) await page.keyboard.press(select);
    const copied = 'User-agent: *\nDisallow: /a/\n';
    await page.evaluate((text) => navigator.clipboard.writeText(text), copied);
    await page.keyboard.press('ControlOrMeta+v');
    await page.getByText('Googlebot: 1 of 2 URLs blocked').waitFor();
    await page.getByText('Paths from the rules of this robots.txt.').waitFor();
    expect(mine.problems).toEqual([]);
    await page.close();
  });

  test('gets pages with a CSP that blocks inline scripts', async () => {
    const { headers } = await fetch(service.origin);
    const policy = headers.get('content-security-policy')?.split('; ');
    expect(policy).toEqual(
      expect.arrayContaining(["default-src 'none'", "script-src 'self'", "connect-src 'self'"]),
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    const { page, problems } = await pages.open();
    expect(await titleAfterInlineScript(page)).not.toBe('run');
    await expect.poll(() => problems).toEqual([expect.stringContaining('Content Security Policy')]);
  });
});
