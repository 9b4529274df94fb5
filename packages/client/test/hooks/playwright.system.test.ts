import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { CHROMIUM_ARGS, PATIENT_MS } from '../../../../test/support/chromium.js';
import { describeWith, programPath } from '../../../../test/support/program.js';
import type { RobotsClient } from '../../src/client/robots-client.js';
import type { RobotsDisallowedError } from '../../src/hooks/permit.js';
import { type RobotsBrowserOptions, robotsBrowser, robotsPage } from '../../src/hooks/playwright.js';
import { holdRobotsTxt, newClient, redirectTo, startSites } from '../support/crawled-sites.js';
import type { Answer } from '../support/site.js';

/** One browser and one client for most tests: a browser takes a second to start. */
let shared: { readonly client: RobotsClient; readonly browser: Browser };
const refusals: RobotsDisallowedError[] = [];
const onRefused = (refusal: RobotsDisallowedError) => void refusals.push(refusal);

async function startBrowser(options: RobotsBrowserOptions = {}): Promise<typeof shared> {
  const client = newClient();
  const browser = await chromium.launch({
    executablePath: programPath('chromium'),
    args: CHROMIUM_ARGS,
  });
  return { client, browser: await robotsBrowser(client, browser, { onRefused, ...options }) };
}

async function stop({ client, browser }: typeof shared): Promise<void> {
  await browser.close();
  await client.close();
}

async function startCrawl({ browser } = shared) {
  refusals.length = 0;
  const context = await browser.newContext();
  context.setDefaultTimeout(PATIENT_MS);
  onTestFinished(() => context.close());
  return { ...(await startSites()), page: await context.newPage() };
}

const html =
  (text: string): Answer =>
  (_request, response) =>
    void response.setHeader('content-type', 'text/html').end(text);

const script =
  (text: string): Answer =>
  (_request, response) =>
    void response.setHeader('content-type', 'text/javascript').end(text);

/** The result of a fetch in the page: its status or its failure. */
function fetchIn(page: Page, url: string): Promise<string> {
  return page.evaluate((wanted) => fetch(wanted).then(({ status }) => `${status}`, String), url);
}

describeWith(['chromium'], 'a real Chromium', () => {
  beforeAll(async () => {
    // The others test the default, which blocks service workers.
    shared = await startBrowser({ serviceWorkers: 'allow' });
  });

  afterAll(() => stop(shared));

  test('an allowed page loads', async () => {
    const { page, site } = await startCrawl();
    const response = await page.goto(`${site.origin}/page`);
    expect([response?.status(), await page.textContent('body')]).toEqual([200, 'a page']);
    expect(site.log.slice(0, 2)).toEqual(['GET /robots.txt', 'GET /page']);
    expect(refusals).toEqual([]);
  });

  test('robotsPage reads page rules and preferences as the server sent them', async () => {
    const { page, site } = await startCrawl();
    site.answer('/page', (_request, response) => {
      response.setHeader('x-robots-tag', ['otherbot: noindex', 'nosnippet']);
      response.setHeader('content-usage', 'train-ai=n').setHeader('content-type', 'text/html');
      response.end('<meta name=robots content=nofollow><script>document.head.remove()</script>');
    });
    const response = await page.goto(`${site.origin}/page`);
    if (response === null) throw new Error('no response');
    expect(await robotsPage(shared.client, response)).toMatchObject({
      access: { outcome: 'allowed' },
      pageRules: { restrictions: ['nofollow', 'nosnippet'] },
      preferences: { aipref: { categories: { 'train-ai': { value: 'no' } } } },
      html: 'read',
    });
  });

  test('a disallowed page does not reach the server', async () => {
    const { page, site } = await startCrawl();
    const url = `${site.origin}/private`;
    await expect(page.goto(url)).rejects.toThrow('net::ERR_BLOCKED_BY_CLIENT');
    expect(refusals).toMatchObject([{ name: 'RobotsDisallowedError', decision: { outcome: 'disallowed', url } }]);
    expect(site.log).toEqual(['GET /robots.txt']);
  });

  test('an unreachable robots.txt refuses (RFC 9309 2.3.1.4)', async () => {
    const { page, broken } = await startCrawl();
    await expect(page.goto(`${broken.origin}/page`)).rejects.toThrow('net::ERR_BLOCKED_BY_CLIENT');
    expect(refusals).toMatchObject([{ decision: { outcome: 'unreachable' } }]);
    expect(broken.log).toEqual(['GET /robots.txt']);
  });

  test('the robots.txt itself may be fetched (RFC 9309 2.2.2)', async () => {
    const { page, site } = await startCrawl();
    expect((await page.goto(`${site.origin}/robots.txt`))?.status()).toBe(200);
  });

  test('redirects are followed, each request is sent once, and the page shows its final URL', async () => {
    const { page, site, other } = await startCrawl();
    const response = await page.goto(`${site.origin}/to-open`);
    expect([page.url(), response?.url()]).toEqual([`${other.origin}/open`, `${other.origin}/open`]);
    expect(other.log.filter((line) => line === 'GET /open')).toHaveLength(1);
  });

  test('a disallowed URL of the same origin is refused at its hop', async () => {
    const { page, site } = await startCrawl();
    const sent = page.goto(`${site.origin}/to-private-in-two-steps`);
    await expect(sent).rejects.toThrow('net::ERR_BLOCKED_BY_CLIENT');
    expect(refusals).toMatchObject([{ decision: { url: `${site.origin}/private` } }]);
    expect(site.log).toEqual(['GET /robots.txt', 'GET /to-private-in-two-steps', 'GET /to-private']);
  });

  test('a redirect to another origin is checked against its own robots.txt', async () => {
    const { page, site, other } = await startCrawl();
    await expect(page.goto(`${site.origin}/to-closed`)).rejects.toThrow('ERR_BLOCKED_BY_CLIENT');
    expect(refusals).toMatchObject([{ decision: { url: `${other.origin}/closed` } }]);
    expect(other.log).toEqual(['GET /robots.txt']);
  });

  test('subresources, frames, popups, and both kinds of workers are checked, including redirects', async () => {
    const { page, site } = await startCrawl();
    // Another site to the browser, so that its frame runs in another process.
    const foreign = site.origin.replace('127.0.0.1', 'localhost');
    const paths = ['frame', 'image', 'popup', 'script', 'service-worker', 'style', 'worker'];
    for (const path of paths) {
      site.answer(`/to-${path}`, redirectTo(`/private/${path}`));
      site.answer(`/private/${path}`, 'private');
    }
    site.answer('/worker.js', script("fetch('/to-worker').catch(() => postMessage('refused'))"));
    site.answer(
      '/service-worker.js',
      script("oninstall = (event) => event.waitUntil(fetch('/to-service-worker').catch(() => {}))"),
    );
    site.answer(
      '/all',
      html(`<img src="/to-image"><link rel="stylesheet" href="/to-style">
        <iframe src="${foreign}/to-frame"></iframe>
        <script src="/to-script"></script>
        <script>
          open('/to-popup');
          navigator.serviceWorker.register('/service-worker.js');
          new Worker('/worker.js').onmessage = () => { document.title = 'done'; };
        </script>`),
    );
    await page.goto(`${site.origin}/all`);
    await page.waitForFunction("document.title === 'done'");
    await expect.poll(() => refusals).toHaveLength(paths.length);
    expect(refusals.map(({ decision }) => new URL(decision.url).pathname).sort()).toEqual(
      paths.map((path) => `/private/${path}`).sort(),
    );
    expect(site.log.filter((line) => line.startsWith('GET /private'))).toEqual([]);
  });

  test('only the given request types are checked, but no service worker can be registered', async () => {
    const own = await startBrowser({ resourceTypes: ['Document'] });
    onTestFinished(() => stop(own));
    const { page, site } = await startCrawl(own);
    site.answer('/worker.js', script(''));
    site.answer(
      '/registers',
      html(`<script>
        navigator.serviceWorker.register('/worker.js')
          .then(() => { document.title = 'ready'; }, () => { document.title = 'failed'; });
      </script>`),
    );
    await page.goto(`${site.origin}/registers`);
    await page.waitForFunction('document.title');
    expect(await page.title()).toBe('failed');
    expect(site.log).not.toContain('GET /worker.js');
    expect(await fetchIn(page, '/private')).toBe('200');
    await expect(page.goto(`${site.origin}/private`)).rejects.toThrow('ERR_BLOCKED_BY_CLIENT');
  });

  test('a persistent context is checked, and a failing check refuses the request', async () => {
    const { site, other } = await startSites();
    const client = newClient();
    const launched = await chromium.launchPersistentContext('', {
      executablePath: programPath('chromium'),
      args: CHROMIUM_ARGS,
    });
    launched.setDefaultTimeout(PATIENT_MS);
    onTestFinished(() => launched.close());
    refusals.length = 0;
    const context = await robotsBrowser(client, launched, { onRefused });
    expect(context).toBe(launched);
    const page = await context.newPage();
    await expect(page.goto(`${site.origin}/to-private`)).rejects.toThrow('ERR_BLOCKED_BY_CLIENT');
    expect(site.log).not.toContain('GET /private');
    expect(refusals).toHaveLength(1);
    await client.close();
    await expect(page.goto(`${other.origin}/open`)).rejects.toThrow('net::ERR_BLOCKED_BY_CLIENT');
    expect(refusals).toHaveLength(1);
    expect(other.log).toEqual([]);
  });

  test("the caller's routes still run", async () => {
    const { page, site } = await startCrawl();
    await page.context().route('**/*', (route) => route.continue());
    await page.goto(`${site.origin}/to-page`);
    expect(page.url()).toBe(`${site.origin}/page`);
    expect(await fetchIn(page, '/to-private')).toContain('Failed to fetch');
    expect(site.log).not.toContain('GET /private');
  });

  test('20 concurrent requests fetch the robots.txt once', async () => {
    const { page, site } = await startCrawl();
    const image = Array.from({ length: 20 }, (_, i) => `<img src="/${i}">`).join('');
    await page.setContent(`<base href="${site.origin}/">${image}`);
    await expect.poll(() => site.log.length).toBeGreaterThanOrEqual(21);
    expect(site.log.filter((line) => line === 'GET /robots.txt')).toHaveLength(1);
  });

  test('a page that closes while the robots.txt is fetched sends nothing', async () => {
    const { page, site } = await startCrawl();
    const { requested, release } = holdRobotsTxt(site);
    const sent = page.goto(`${site.origin}/page`);
    sent.catch(() => {});
    await requested;
    await page.close();
    await expect(sent).rejects.toThrow();
    release();
    await fetch(`${site.origin}/after`);
    expect(site.log).not.toContain('GET /page');
  });
});
