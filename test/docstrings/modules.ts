/** The modules that examples import. */
import { RobotsClient, type RobotsClientOptions, type Transport } from '@repkit/client';

/** Examples that need a browser, a crawler or a server: the system tier compiles them, and no test runs them. */
export const COMPILED_ONLY: ReadonlySet<string> = new Set([
  '@repkit/client/crawlee: robotsCrawler',
  '@repkit/client/crawlee: robotsPlaywrightCrawler',
  '@repkit/client/crawlee: crawledPage',
  '@repkit/client/playwright: robotsBrowser',
  '@repkit/client/playwright: robotsRoute',
  '@repkit/client/playwright: robotsPage',
  '@repkit/client/redis: RedisStore',
]);

const ROBOTS_TXT = `User-agent: *
Disallow: /private/
Crawl-delay: 2
Sitemap: https://example.com/sitemap.xml
`;

/** Every site has the same robots.txt. */
const transport: Transport = {
  async fetch({ url }) {
    const bytes = new TextEncoder().encode(ROBOTS_TXT);
    const charset = { name: 'utf-8', from: 'default' } as const;
    const body = { bytes, truncated: false, charset, wireBytes: bytes.length };
    return { kind: 'http', url, hops: [], status: 200, headers: {}, body, conditional: false };
  },
  async close() {},
};

/** Fetches no robots.txt over the network. */
class OfflineClient extends RobotsClient {
  constructor(options: RobotsClientOptions) {
    super({ transport, ...options });
  }
}

/** Imports a module for an example. */
export async function load(name: string): Promise<object> {
  const module: object = await import(name);
  return name === '@repkit/client' ? { ...module, RobotsClient: OfflineClient } : module;
}
