/** A browser of Playwright that asks for nothing that robots.txt does not allow. */
import { RobotsDisallowedError } from '../robots-disallowed-error.js';
import { type Checker, permit } from './permit.js';

/** The types of requests by the names of the Chrome DevTools Protocol (Network.ResourceType). */
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
  /** Called for each refused request. */
  readonly onRefused?: ((refusal: RobotsDisallowedError) => void) | undefined;
}

export interface RobotsBrowserOptions extends RobotsRouteOptions {
  /** Which requests are checked: all over http and https by default. The others are sent unasked. */
  readonly resourceTypes?: readonly BrowserResourceType[] | undefined;
}

/** What is read of a Browser of Playwright. */
export interface ChromiumBrowser {
  newBrowserCDPSession(): Promise<ChromiumSession>;
}

interface ChromiumSession {
  on(event: 'Fetch.requestPaused', listener: (event: RequestPaused) => void): unknown;
  send(method: 'Fetch.enable', options: { patterns: Pattern[] }): Promise<unknown>;
  send(method: 'Fetch.continueRequest', options: { requestId: string }): Promise<unknown>;
  send(
    method: 'Fetch.failRequest',
    options: { requestId: string; errorReason: 'BlockedByClient' },
  ): Promise<unknown>;
}

interface RequestPaused {
  readonly requestId: string;
  readonly request: { readonly url: string };
}

interface Pattern {
  urlPattern: string;
  resourceType?: BrowserResourceType;
}

/**
 * Makes a Chromium of Playwright ask the client before each request of all its pages, and returns it:
 * `await robotsBrowser(client, await chromium.launch())`, before the first page is opened. Documents, subresources,
 * popups, frames and workers are checked, and each redirect on their way: routes of Playwright see only the first request
 * of a chain. A refused request fails with `net::ERR_BLOCKED_BY_CLIENT`. Not checked are WebSockets, and what Playwright
 * asks for outside the browser: `request` of a page or context, and `route.fetch`.
 *
 * Rejects as `newBrowserCDPSession` does where the browser is not a Chromium.
 */
export async function robotsBrowser<Browser extends ChromiumBrowser>(
  client: Checker,
  browser: Browser,
  options: RobotsBrowserOptions = {},
): Promise<Browser> {
  const session = await browser.newBrowserCDPSession();
  session.on('Fetch.requestPaused', async ({ requestId, request }) => {
    try {
      await permit(client, request.url);
    } catch (error) {
      await quietly(
        session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' }),
      );
      if (error instanceof RobotsDisallowedError) options.onRefused?.(error);
      return;
    }
    await quietly(session.send('Fetch.continueRequest', { requestId }));
  });
  await session.send('Fetch.enable', { patterns: patternsOf(options.resourceTypes) });
  return browser;
}

/** What is read of a Route of Playwright. */
export interface CheckedRoute {
  request(): { url(): string };
  abort(errorCode: 'blockedbyclient'): Promise<unknown>;
  fallback(): Promise<unknown>;
}

/**
 * A handler of routes: `await context.route('**', robotsRoute(client))`. For Firefox and WebKit, and for single contexts;
 * elsewhere `robotsBrowser` is better, since a route sees only the first request of a chain of redirects.
 */
export function robotsRoute(
  client: Checker,
  { onRefused }: RobotsRouteOptions = {},
): (route: CheckedRoute) => Promise<void> {
  return async (route) => {
    const url = route.request().url();
    try {
      if (/^https?:/.test(url)) await permit(client, url);
    } catch (error) {
      await quietly(route.abort('blockedbyclient'));
      if (error instanceof RobotsDisallowedError) onRefused?.(error);
      return;
    }
    await quietly(route.fallback());
  };
}

function patternsOf(resourceTypes: readonly BrowserResourceType[] | undefined): Pattern[] {
  return ['http://*', 'https://*'].flatMap((urlPattern): Pattern[] => {
    if (resourceTypes === undefined) return [{ urlPattern }];
    return resourceTypes.map((resourceType) => ({ urlPattern, resourceType }));
  });
}

/** A page that was closed meanwhile wants no answer. */
async function quietly(answer: Promise<unknown>): Promise<void> {
  await answer.catch(() => {});
}
