/**
 * Requests that Chromium sends without pausing them for the DevTools protocol. Each page is opened in a browser that permits
 * such requests, which proves that the page causes them, and in one that does not.
 */
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { CHROMIUM_ARGS } from '../../../../scripts/lib/chromium.mjs';
import { describeWith, programPath } from '../../../../test/support/program.js';
import { RobotsClient } from '../../src/client/robots-client.js';
import {
  type RobotsBrowserOptions,
  robotsBrowser,
  robotsLaunchArgs,
  type UncheckedRequests,
} from '../../src/hooks/playwright.js';
import { type Certificates, makeCertificates } from '../support/certificates.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const ALL: readonly UncheckedRequests[] = [
  'service-workers',
  'speculation',
  'early-hints',
  'browser-services',
];

let certificates: Certificates;
let client: RobotsClient;

async function launch(options: RobotsBrowserOptions = {}): Promise<Browser> {
  const own = ['--ignore-certificate-errors', '--short-reporting-delay'];
  const args = CHROMIUM_ARGS.filter((arg) => arg !== '--disable-quic');
  const browser = await chromium.launch({
    executablePath: programPath('chromium'),
    args: robotsLaunchArgs([...args, ...own], options),
  });
  return robotsBrowser(client, browser, options);
}

type Listener = (request: Http2ServerRequest, response: Http2ServerResponse) => void;

const send =
  (type: string, text: string, headers: Record<string, string> = {}): Listener =>
  (_request, response) =>
    void response.writeHead(200, { 'content-type': type, ...headers }).end(text);

const html = (text: string, headers?: Record<string, string>) => send('text/html', text, headers);
const script = (text: string) => send('text/javascript', text);

const redirect: Listener = (_request, response) =>
  void response.writeHead(302, { location: '/private' }).end();

/** Registers `/worker.js`; the title shows whether that worked. */
const registersWorker = html(`<script>
  navigator.serviceWorker.register('/worker.js')
    .then(() => navigator.serviceWorker.ready)
    .then(() => { document.title = 'ready'; }, () => { document.title = 'failed'; });
</script>`);

const speculates = (action: string, url: string) =>
  html(
    `<script type="speculationrules">${JSON.stringify({
      [action]: [{ source: 'list', urls: [url], eagerness: 'immediate' }],
    })}</script>`,
  );

/** Sends hints, and the page after enough time to follow them. */
const hints =
  (url: string): Listener =>
  (request, response) => {
    // Node would also send them over HTTP/1.1, but no browser follows them there.
    if (request.httpVersion === '2.0') {
      response.writeEarlyHints({ link: `<${url}>; rel=preload; as=script` });
    }
    setTimeout(() => html('a page')(request, response), 1000);
  };

async function throughWorker(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/`);
  await page.waitForFunction('document.title');
  await page.goto(`${origin}/private`).catch(() => {});
}

interface Case {
  readonly name: string;
  readonly kind: UncheckedRequests;
  readonly pages: Readonly<Record<string, Listener>>;
  /** The request of the page, which robots.txt disallows (default: `GET /private`). */
  readonly escapes?: string;
  readonly visit?: (page: Page, origin: string) => Promise<void>;
}

const CASES: readonly Case[] = [
  {
    name: 'navigation preload of a service worker',
    kind: 'service-workers',
    pages: {
      '/': registersWorker,
      '/worker.js': script(`
        oninstall = () => skipWaiting();
        onactivate = (event) => event.waitUntil(
          registration.navigationPreload.enable().then(() => clients.claim()));
        onfetch = (event) => {
          if (event.request.mode === 'navigate') event.respondWith(event.preloadResponse);
        };`),
    },
    visit: throughWorker,
  },
  {
    name: 'a race-network route of a service worker',
    kind: 'service-workers',
    pages: {
      '/': registersWorker,
      '/worker.js': script(`
        oninstall = (event) => {
          skipWaiting();
          event.waitUntil(event.addRoutes([
            { condition: { urlPattern: '/private' }, source: 'race-network-and-fetch-handler' }]));
        };
        onactivate = (event) => event.waitUntil(clients.claim());
        onfetch = (event) => event.respondWith(
          new Promise((resolve) => setTimeout(() => resolve(new Response('')), 1000)));`),
    },
    visit: throughWorker,
  },
  {
    name: 'prefetch by speculation rules',
    kind: 'speculation',
    pages: { '/': speculates('prefetch', '/private') },
  },
  {
    name: 'a redirect of a prefetch',
    kind: 'speculation',
    pages: { '/': speculates('prefetch', '/moved'), '/moved': redirect },
  },
  {
    name: 'prefetch by the header Speculation-Rules',
    kind: 'speculation',
    pages: {
      '/': html('a page', { 'speculation-rules': '"/rules"' }),
      '/rules': send(
        'application/speculationrules+json',
        '{"prefetch":[{"source":"list","urls":["/private"],"eagerness":"immediate"}]}',
      ),
    },
  },
  {
    name: 'prerender by speculation rules',
    kind: 'speculation',
    pages: { '/': speculates('prerender', '/private') },
  },
  {
    name: 'a redirect of a prerender',
    kind: 'speculation',
    pages: { '/': speculates('prerender', '/moved'), '/moved': redirect },
  },
  {
    name: 'prefetch when a link is pressed',
    kind: 'speculation',
    pages: {
      '/': html(`<a href="/private" onclick="return false">a link</a>
        <script type="speculationrules">
          {"prefetch": [{"where": {"href_matches": "/*"}, "eagerness": "conservative"}]}
        </script>`),
    },
    visit: async (page, origin) => {
      await page.goto(`${origin}/`);
      await page.click('a');
    },
  },
  {
    name: 'a preload by Early Hints',
    kind: 'early-hints',
    pages: { '/': hints('/private') },
  },
  {
    name: 'a report of the Reporting API',
    kind: 'browser-services',
    pages: {
      '/': html('<img src="/image">', {
        'reporting-endpoints': 'default="/private"',
        'content-security-policy-report-only': "img-src 'none'; report-to default",
      }),
    },
    escapes: 'POST /private',
  },
  {
    name: 'the configuration of a federated sign-in',
    kind: 'browser-services',
    pages: {
      '/': html(`<script>
        const providers = [{ configURL: location.origin + '/private', clientId: '1' }];
        navigator.credentials.get({ identity: { providers } }).catch(() => {});
      </script>`),
    },
  },
  {
    name: 'a payment manifest',
    kind: 'browser-services',
    pages: {
      '/': html(`<script>
        const total = { label: 'total', amount: { currency: 'USD', value: '1' } };
        new PaymentRequest([{ supportedMethods: location.origin + '/private' }], { total })
          .canMakePayment().catch(() => {});
      </script>`),
    },
    escapes: 'HEAD /private',
  },
];

/** Starts a site over HTTP/2 and HTTP/1.1 with a robots.txt that disallows `/private`. Stops with the test. */
async function startSite(pages: Readonly<Record<string, Listener>>) {
  const log: string[] = [];
  const server = createSecureServer(
    { ...certificates.right, allowHTTP1: true },
    (request, response) => {
      log.push(`${request.method} ${request.url}`);
      const answer = pages[request.url] ?? html('another page');
      if (request.url === '/robots.txt') {
        response.end('User-agent: *\nDisallow: /private\n');
      } else answer(request, response);
    },
  );
  const sessions = new Set<{ destroy(): void }>();
  server.on('session', (session) => sessions.add(session));
  server.on('secureConnection', (socket) => sessions.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const session of sessions) session.destroy();
    server.close();
  });
  return { origin: `https://localhost:${(server.address() as AddressInfo).port}`, log };
}

describeWith(['chromium', 'openssl'], 'requests that Chromium does not pause', () => {
  let permissive: Browser;
  let strict: Browser;

  beforeAll(async () => {
    certificates = makeCertificates();
    client = new RobotsClient({
      userAgent: 'ExampleBot/1.0 (+https://example.com/bot)',
      proxy: 'none',
      ca: certificates.ca,
    });
    [permissive, strict] = await Promise.all([launch({ unchecked: ALL }), launch()]);
  });

  afterAll(async () => {
    await Promise.all([permissive.close(), strict.close()]);
    await client.close();
  });

  async function open(browser: Browser): Promise<Page> {
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    return context.newPage();
  }

  test.each(CASES)(
    '$name is sent only if $kind requests may be unchecked',
    async ({
      pages,
      escapes = 'GET /private',
      visit = async (page, origin) => void (await page.goto(`${origin}/`)),
    }) => {
      const first = await startSite(pages);
      const second = await startSite(pages);
      const page = await open(strict);
      const unchecked = await open(permissive);
      await Promise.all([visit(unchecked, first.origin), visit(page, second.origin)]);
      // A busy browser may skip a request that nothing depends on, such as a preload: visit the page again.
      const again = async () => {
        if (!first.log.includes(escapes)) await visit(unchecked, first.origin);
        return first.log;
      };
      await expect.poll(again, { interval: 2000 }).toContain(escapes);
      // Both pages started together, so this one has had more time to send the request.
      await page.waitForTimeout(1000);
      expect(second.log).toContain('GET /');
      expect(second.log.filter((line) => line.includes('/private'))).toEqual([]);
    },
  );

  test('a page that was excluded from speculation can be visited', async () => {
    const { origin, log } = await startSite({
      '/': html(`<a href="/next">a link</a>
        <script type="speculationrules">
          {"prefetch": [{"source": "list", "urls": ["/next"], "eagerness": "immediate"}],
           "prerender": [{"where": {"href_matches": "/*"}, "eagerness": "conservative"}]}
        </script>`),
    });
    const page = await open(strict);
    await page.goto(`${origin}/`);
    await page.click('a');
    await page.waitForURL(`${origin}/next`);
    expect(await page.textContent('body')).toBe('another page');
    expect(log.filter((line) => line === 'GET /next')).toHaveLength(1);
  });

  test('a service worker is blocked even if only documents are checked', async () => {
    const browser = await launch({ resourceTypes: ['Document'] });
    onTestFinished(() => browser.close());
    const { origin, log } = await startSite({ '/': registersWorker, '/worker.js': script('') });
    const page = await open(browser);
    await page.goto(`${origin}/`);
    await page.waitForFunction('document.title');
    expect([await page.title(), log.includes('GET /worker.js')]).toEqual(['failed', false]);
  });
});

describeWith(['chromium'], 'launch arguments', () => {
  const executablePath = programPath('chromium');

  async function commandLineOf(args: string[]): Promise<string[]> {
    const browser = await chromium.launch({ executablePath, args });
    onTestFinished(() => browser.close());
    const session = await browser.newBrowserCDPSession();
    return (await session.send('SystemInfo.getInfo')).commandLine.split(' ');
  }

  test("Playwright's default features are preserved", async () => {
    const commandLine = await commandLineOf([...CHROMIUM_ARGS]);
    for (const prefix of ['--enable-features=', '--disable-features=']) {
      const [theirs = ''] = commandLine.filter((arg) => arg.startsWith(prefix));
      const [ours = ''] = robotsLaunchArgs().filter((arg) => arg.startsWith(prefix));
      expect(ours.split(/[=,]/)).toEqual(expect.arrayContaining(theirs.split(/[=,]/)));
    }
  });

  test('a browser launched without the arguments is refused, and the error lists them', async () => {
    const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
    onTestFinished(() => browser.close());
    const checked = (unchecked: readonly UncheckedRequests[]) =>
      robotsBrowser({ check: () => Promise.reject(new Error('unused')) }, browser, { unchecked });
    await expect(checked([])).rejects.toThrow(
      /^Chromium runs without --disable-http2 .*PrefetchSchedulerTesting.* Launch it with "args: robotsLaunchArgs\(\)"/,
    );
    await expect(checked(['speculation', 'browser-services'])).rejects.toThrow(
      'Chromium runs without --disable-http2, so',
    );
    await expect(checked(ALL)).resolves.toBe(browser);
  });
});

describe('robotsLaunchArgs', () => {
  test("preserves the caller's arguments and merges features", () => {
    const args = robotsLaunchArgs(['--mute-audio', '--enable-features=Mine,Other']);
    expect(args).toEqual(expect.arrayContaining(['--mute-audio', '--disable-http2']));
    const enabled = args.filter((arg) => arg.startsWith('--enable-features='));
    expect(enabled).toEqual([expect.stringMatching(/PrefetchSchedulerTesting:.*,Mine,Other$/)]);
  });

  test('omits settings for requests that may be unchecked', () => {
    const args = robotsLaunchArgs([], { unchecked: ['speculation', 'early-hints'] }).join(' ');
    expect(args).not.toMatch(/http2|quic|Prefetch|Prerender/);
    expect(args).toContain('Reporting');
  });
});
