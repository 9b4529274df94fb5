/** A new user runs `npm start`, tries the page and shares a link. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LiveSites, startSites } from '../support/live-sites.js';
import { checkSite, openEditor, showExample, siteField, urlField } from '../support/page-states.js';
import { type RunningService, startService } from '../support/running-service.js';
import { describeInChromium, ServedPages, titleAfterInlineScript } from '../support/served-pages.js';

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

  test('pastes a robots.txt, checks a live one and shares a link', async () => {
    const mine = await pages.open({ permissions: ['clipboard-read', 'clipboard-write'] });
    const { page } = mine;
    const paste = async (text: string) => {
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.press('ControlOrMeta+v');
    };
    await siteField(page).click();
    await paste('User-agent: *\nDisallow: /\n');
    await page.getByText('blocked (lines 1–2)').first().waitFor();
    await (await urlField(page)).click();
    await paste('https://shop.example/checkout/pay\nhttps://shop.example/checkout/help\n');
    await page.getByText('6 verdicts are “blocked”').waitFor();

    await checkSite(page, sites.origins.shop);
    await page.getByText('status 200').waitFor();
    expect(await (await openEditor(page)).innerText()).toContain('Allow: /checkout/help');

    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Copied.').waitFor();
    const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
    expect(link.origin).toBe(service.origin);
    const theirs = await pages.open({}, link.pathname + link.hash);
    await theirs.page.getByText('status 200').waitFor();
    expect(await (await openEditor(theirs.page)).innerText()).toContain('Allow: /checkout/help');
    expect([...mine.problems, ...theirs.problems]).toEqual([]);
  });

  test.each([
    ['over the example', 'ControlOrMeta+a'],
    ['after clearing it', undefined],
  ])('sees paths of a robots.txt pasted %s, not the URLs of the example', async (_, select) => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    const mine = await pages.open({ permissions });
    const { page } = mine;
    await showExample(page);
    const editor = await openEditor(page);
    if (select === undefined) {
      await page.getByRole('button', { name: 'Clear' }).click();
      await page.getByText('No robots.txt is given. Without one, everything may be read.').waitFor();
    }
    await editor.click();
    if (select !== undefined) await page.keyboard.press(select);
    const copied = 'User-agent: *\nDisallow: /a/\n';
    await page.evaluate((text) => navigator.clipboard.writeText(text), copied);
    await page.keyboard.press('ControlOrMeta+v');
    await page.getByRole('columnheader', { name: 'Googlebot 1 blocked' }).waitFor();
    await page.getByText('Paths from the rules of this robots.txt.').waitFor();
    expect(mine.problems).toEqual([]);
    await page.close();
  });

  test('gets pages with a CSP that blocks inline scripts', async () => {
    const { headers } = await fetch(service.origin);
    const policy = headers.get('content-security-policy')?.split('; ');
    expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "script-src 'self'", "connect-src 'self'"]));
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    const { page, problems } = await pages.open();
    expect(await titleAfterInlineScript(page)).not.toBe('run');
    await expect.poll(() => problems).toEqual([expect.stringContaining('Content Security Policy')]);
  });
});
