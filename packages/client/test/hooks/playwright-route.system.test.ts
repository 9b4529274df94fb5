import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { CHROMIUM_ARGS, PATIENT_MS } from '../../../../test/support/chromium.js';
import { describeWith, programPath } from '../../../../test/support/program.js';
import type { RobotsDisallowedError } from '../../src/hooks/permit.js';
import { robotsRoute } from '../../src/hooks/playwright.js';
import { newClient, startSites } from '../support/crawled-sites.js';

describeWith(['chromium'], 'a route of Playwright', () => {
  let browser: Browser;

  beforeAll(async () => {
    const executablePath = programPath('chromium');
    browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
  });

  afterAll(() => browser.close());

  async function startCrawl() {
    const client = newClient();
    const context = await browser.newContext();
    context.setDefaultTimeout(PATIENT_MS);
    const refusals: RobotsDisallowedError[] = [];
    const onRefused = (refusal: RobotsDisallowedError) => void refusals.push(refusal);
    await context.route('**', robotsRoute(client, { onRefused }));
    onTestFinished(async () => {
      await context.close();
      await client.close();
    });
    return { ...(await startSites()), page: await context.newPage(), refusals };
  }

  test("an allowed page loads, and the caller's routes still run", async () => {
    const { page, site, refusals } = await startCrawl();
    const seen: string[] = [];
    await page.context().route('**/page', (route) => {
      seen.push(new URL(route.request().url()).pathname);
      return route.fallback();
    });
    const response = await page.goto(`${site.origin}/page`);
    expect(response?.status()).toBe(200);
    expect(seen).toEqual(['/page']);
    expect(refusals).toEqual([]);
  });

  test('disallowed and unreachable requests do not reach the server (RFC 9309 2.3.1.4)', async () => {
    const { page, site, broken, refusals } = await startCrawl();
    for (const url of [`${site.origin}/private`, `${broken.origin}/page`]) {
      await expect(page.goto(url)).rejects.toThrow('net::ERR_BLOCKED_BY_CLIENT');
    }
    expect(refusals.map(({ decision }) => decision.outcome)).toEqual(['disallowed', 'unreachable']);
    expect([...site.log, ...broken.log]).toEqual(['GET /robots.txt', 'GET /robots.txt']);
  });

  test('URLs of other schemes have no robots.txt and pass', async () => {
    const { page, refusals } = await startCrawl();
    await page.goto('data:text/html,a page');
    expect(await page.textContent('body')).toBe('a page');
    expect(refusals).toEqual([]);
  });
});
