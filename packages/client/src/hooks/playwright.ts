/** Checks the requests of a Playwright browser against robots.txt. */
import '../runtime.js';

import type { Page, PageOptions } from '../client/page.js';
import type { RobotsClient } from '../client/robots-client.js';
import { isHtml } from '../page/html-head.js';
import { type Checker, emitWarning, permit, RobotsDisallowedError, userAgentFor } from './permit.js';

/** Request types as named by the Chrome DevTools Protocol (Network.ResourceType). */
export type BrowserResourceType =
  | 'Document'
  | 'Stylesheet'
  | 'Image'
  | 'Media'
  | 'Font'
  | 'Script'
  | 'TextTrack'
  | 'XHR'
  | 'Fetch'
  | 'Prefetch'
  | 'EventSource'
  | 'Manifest'
  | 'SignedExchange'
  | 'Ping'
  | 'CSPViolationReport'
  | 'Preflight'
  | 'Other';

export interface RobotsRouteOptions {
  /** Called for each refused request. If it throws, the process gets a warning: nothing else awaits it. */
  readonly onRefused?: ((refusal: RobotsDisallowedError) => void) | undefined;
}

export interface RobotsBrowserOptions extends RobotsRouteOptions {
  /** The types of requests to check (default: all http and https requests). Other types are sent unchecked. */
  readonly resourceTypes?: readonly BrowserResourceType[] | undefined;
  /**
   * Whether pages may register service workers (default: `block`). Chromium does not show their navigation preloads, nor the
   * network side of a `race-network-and-fetch-handler` route.
   */
  readonly serviceWorkers?: 'allow' | 'block' | undefined;
}

/** The part of a Playwright Browser that is used. */
export interface ChromiumBrowser {
  newBrowserCDPSession(): Promise<ChromiumSession>;
  contexts?(): readonly ChromiumContext[];
}

/** The part of a Playwright BrowserContext that is used: `launchPersistentContext` returns one instead of a browser. */
export interface ChromiumContext {
  browser(): ChromiumBrowser | null;
}

interface ChromiumSession {
  on(event: 'Fetch.requestPaused', listener: (event: RequestPaused) => void): unknown;
  send(method: 'Fetch.enable', options: { patterns: Pattern[] }): Promise<unknown>;
  send(method: 'Fetch.continueRequest', options: { requestId: string }): Promise<unknown>;
  send(method: 'Fetch.failRequest', options: { requestId: string; errorReason: 'BlockedByClient' }): Promise<unknown>;
}

interface RequestPaused {
  readonly requestId: string;
  readonly request: { readonly url: string; readonly headers: Readonly<Record<string, string>> };
  readonly resourceType: string;
}

interface Pattern {
  urlPattern: string;
  resourceType?: BrowserResourceType;
}

/**
 * Makes a Playwright Chromium check each http and https request of its pages against robots.txt before the request is
 * sent, and returns the same browser or persistent context. Call it before the first page opens:
 * `await robotsBrowser(client, await chromium.launch())`. Covers documents, subresources, popups, frames, workers, and all
 * their redirects. (Playwright routes see only the first request of a redirect chain.) A refused request fails with
 * `net::ERR_BLOCKED_BY_CLIENT`.
 *
 * Not checked, because Chromium does not show them: WebSockets, WebTransport, speculative loads, early hints, and reports.
 * Nor are requests that Playwright makes outside the browser (`page.request`, `context.request`, `route.fetch`).
 *
 * Rejects as `newBrowserCDPSession` does if the browser is not Chromium.
 *
 * @example
 * ```ts
 * import { chromium } from 'playwright-core';
 * import { RobotsClient } from '@repkit/client';
 * import { robotsBrowser } from '@repkit/client/playwright';
 *
 * const client = new RobotsClient({ userAgent: 'ExampleBot/1.0 (+https://example.com/bot)' });
 * const browser = await robotsBrowser(client, await chromium.launch());
 * const page = await browser.newPage({ userAgent: client.userAgent });
 * await page.goto('https://example.com/page');
 * ```
 */
export async function robotsBrowser<Target extends ChromiumBrowser | ChromiumContext>(
  client: Checker,
  target: Target,
  options: RobotsBrowserOptions = {},
): Promise<Target> {
  const session = await browserOf(target).newBrowserCDPSession();
  const isChecked = (type: string) =>
    options.resourceTypes === undefined || options.resourceTypes.some((checkedType) => checkedType === type);
  const blocksServiceWorkers = options.serviceWorkers !== 'allow';
  session.on('Fetch.requestPaused', async ({ requestId, request, resourceType }) => {
    const refuse = () => quietly(session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' }));
    // Refusing the script of a service worker makes its registration fail.
    if (blocksServiceWorkers && 'Service-Worker' in request.headers) return refuse();
    try {
      if (isChecked(resourceType)) {
        // Only the caller can set it: `browser.newContext({ userAgent })`.
        userAgentFor(client, request.headers['User-Agent']);
        await permit(client, request.url);
      }
    } catch (error) {
      await refuse();
      await reportRefusal(error, options);
      return;
    }
    await quietly(session.send('Fetch.continueRequest', { requestId }));
  });
  const types = options.resourceTypes;
  // Chromium reports the script of a service worker with the type `Other`.
  await session.send('Fetch.enable', {
    patterns: patternsOf(blocksServiceWorkers && types ? [...types, 'Other'] : types),
  });
  return target;
}

/** Returns the browser of a persistent context, even if Crawlee has wrapped the context as a browser. */
function browserOf(target: ChromiumBrowser | ChromiumContext): ChromiumBrowser {
  if ('browser' in target) {
    const browser = target.browser();
    if (browser === null) throw new TypeError('The context has no browser. Pass the browser itself.');
    return browser;
  }
  return target.contexts?.()[0]?.browser() ?? target;
}

/** The part of a Playwright Route that is used. */
export interface CheckedRoute {
  request(): { url(): string };
  abort(errorCode: 'blockedbyclient'): Promise<unknown>;
  fallback(): Promise<unknown>;
}

/**
 * Returns a route handler: `await context.route('**', robotsRoute(client))`. Use it for Firefox, WebKit, and single
 * contexts. Otherwise prefer `robotsBrowser`, because a route sees only the first request of a redirect chain.
 *
 * @example
 * ```ts
 * import { firefox } from 'playwright-core';
 * import { RobotsClient } from '@repkit/client';
 * import { robotsRoute } from '@repkit/client/playwright';
 *
 * const client = new RobotsClient({ userAgent: 'ExampleBot/1.0 (+https://example.com/bot)' });
 * const context = await (await firefox.launch()).newContext({ userAgent: client.userAgent });
 * await context.route('**', robotsRoute(client));
 * ```
 */
export function robotsRoute(client: Checker, options: RobotsRouteOptions = {}): (route: CheckedRoute) => Promise<void> {
  return async (route) => {
    const url = route.request().url();
    try {
      if (/^https?:/.test(url)) await permit(client, url);
    } catch (error) {
      await quietly(route.abort('blockedbyclient'));
      await reportRefusal(error, options);
      return;
    }
    await quietly(route.fallback());
  };
}

/** The part of a Playwright Response that is used. */
export interface PlaywrightResponse {
  url(): string;
  headersArray(): Promise<readonly { readonly name: string; readonly value: string }[]>;
  body(): Promise<Uint8Array>;
}

/**
 * Returns `client.page` for a response of Playwright, such as the result of `page.goto`. Reads the HTML as the server sent
 * it; meta elements that scripts add do not count. Rejects as `body` does, for example after the page was closed.
 *
 * @example
 * ```ts
 * import { chromium } from 'playwright-core';
 * import { RobotsClient } from '@repkit/client';
 * import { robotsBrowser, robotsPage } from '@repkit/client/playwright';
 *
 * const client = new RobotsClient({ userAgent: 'ExampleBot/1.0 (+https://example.com/bot)' });
 * const browser = await robotsBrowser(client, await chromium.launch());
 * const response = await (await browser.newPage()).goto('https://example.com/page');
 * if (response !== null) console.log((await robotsPage(client, response)).pageRules.index);
 * ```
 */
export async function robotsPage(
  client: Pick<RobotsClient, 'page'>,
  response: PlaywrightResponse,
  options?: PageOptions,
): Promise<Page> {
  const fields = await response.headersArray();
  const contentType = fields.find(({ name }) => name.toLowerCase() === 'content-type')?.value;
  return client.page(
    response.url(),
    {
      headers: fields.map(({ name, value }) => [name, value] as const),
      body: isHtml(contentType) ? await response.body() : undefined,
    },
    options,
  );
}

function patternsOf(resourceTypes: readonly BrowserResourceType[] | undefined): Pattern[] {
  return ['http://*', 'https://*'].flatMap((urlPattern): Pattern[] => {
    if (resourceTypes === undefined) return [{ urlPattern }];
    return resourceTypes.map((resourceType) => ({ urlPattern, resourceType }));
  });
}

/**
 * Passes a refusal to the caller. An error of the caller's function would end the process, because the browser calls the hooks.
 */
async function reportRefusal(error: unknown, { onRefused }: RobotsRouteOptions): Promise<void> {
  if (!(error instanceof RobotsDisallowedError)) return;
  try {
    // The function may be async.
    await onRefused?.(error);
  } catch (thrown) {
    emitWarning('REPKIT_ON_REFUSED', `onRefused failed: ${thrown}`);
  }
}

/** Ignores errors, because the page may have been closed meanwhile. */
async function quietly(command: Promise<unknown>): Promise<void> {
  await command.catch(() => {});
}
