/** The pages of a site, from the sitemaps that its robots.txt lists. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { TextDecoder } from 'node:util';
import { originOf, type ReceivedBody, type RobotsClient, type RobotsTxtResult, type Transport } from '@repkit/client';
import { SitemapReader, sitemapEncoding } from '@repkit/client/sitemap';
import { decodeGzip } from '@repkit/client/transport';
import { type Static, Type } from 'typebox';
import { MAX_URL_LENGTH } from '../options.js';
import { requestObject, responseObject, UrlString } from '../schema/parts.js';
import { apiResponses } from '../schema/responses.js';
import { originOrProblem } from './robots.js';
import type { AddRoutes } from './services.js';

const MAX_URLS = 5000;
/** Sitemaps that are fetched for one request, indexes included. */
const MAX_SITEMAPS = 3;
/** Locations that are read from one sitemap. */
const MAX_LOCATIONS = 5000;
/** Uncompressed bytes that are read from one sitemap. */
const MAX_BYTES = 4 * 1024 * 1024;

const SitemapResponse = responseObject({
  origin: Type.String(),
  sitemaps: Type.Array(Type.String(), { description: 'The sitemaps that were read.' }),
  found: Type.Integer({
    description: `Pages of the site in the part of the sitemaps that was read: at most ${MAX_LOCATIONS} per sitemap.`,
  }),
  urls: Type.Array(Type.String(), {
    description: `These pages; of more than ${MAX_URLS}, an evenly spread sample.`,
  }),
});

const SitemapQuery = requestObject({
  origin: Type.String({ ...UrlString, examples: ['https://example.com'] }),
});

/** Adds the route. @param transport fetches the sitemaps */
export function addSitemap(transport: Transport): AddRoutes {
  const schema = {
    operationId: 'sitemap',
    summary: 'Get the pages of a site from its sitemaps',
    description: `Reads the beginning of up to ${MAX_SITEMAPS} sitemaps: those listed in the robots.txt of the site, otherwise \`/sitemap.xml\`. Sitemaps that the robots.txt of their host disallows are not requested. Lists no pages if there are none. Sitemaps are not cached.`,
    querystring: SitemapQuery,
    response: apiResponses(SitemapResponse, ['invalid-check', 'text-too-long']),
  };
  return (app, { clients: { client }, slots }) => {
    app.get('/v1/sitemap', { schema }, async ({ query, ended }) => {
      const url = originOrProblem((query as Static<typeof SitemapQuery>).origin);
      return slots.run(ended, () => pagesOf(url, client, transport, ended));
    });
  };
}

async function pagesOf(url: string, client: RobotsClient, transport: Transport, signal: AbortSignal) {
  const robots = await client.robotsTxt(url, { signal });
  const { origin, url: lastUrl } = robots.provenance;
  // After a redirect of robots.txt, the pages of a site are usually on the host that it leads to.
  const origins = new Set([origin, originOf(lastUrl)]);
  const queue = [...new Set(listedSitemaps(robots))];
  if (queue.length === 0) queue.push(`${origin}/sitemap.xml`);
  // By the robots.txt of the host that serves the sitemap.
  const mayRequest = async (sitemap: string) =>
    originOf(sitemap) !== undefined && (await client.check(sitemap, { signal })).outcome === 'allowed';
  const sitemaps: string[] = [];
  const pages = new Set<string>();
  for (let fetches = 0; fetches < MAX_SITEMAPS && queue.length > 0; fetches++) {
    const sitemap = queue.shift() ?? '';
    if (!(await mayRequest(sitemap))) continue;
    const outcome = await transport.fetch({ url: sitemap, signal, mayFollow: mayRequest });
    signal.throwIfAborted();
    if (outcome.kind !== 'http' || outcome.body === undefined) continue;
    const { root, locations } = await readSitemap(outcome.body);
    if (root === undefined) continue;
    sitemaps.push(sitemap);
    // The sitemaps of an index come first: an index lists no pages.
    if (root === 'sitemapindex') queue.unshift(...locations.filter(isWebUrl));
    else for (const page of locations) if (origins.has(originOf(page))) pages.add(page);
  }
  return { origin, sitemaps, found: pages.size, urls: spread([...pages], MAX_URLS) };
}

function listedSitemaps({ robotsTxt }: RobotsTxtResult): readonly string[] {
  return (robotsTxt?.sitemaps ?? []).filter(isWebUrl);
}

function isWebUrl(url: string): boolean {
  return url.length <= MAX_URL_LENGTH && /^https?:\/\//i.test(url) && URL.canParse(url);
}

/** Returns at most `count` items at equal distances, the first one included. */
function spread<Item>(items: readonly Item[], count: number): Item[] {
  if (items.length <= count) return [...items];
  return items.filter((_, at) => Math.floor((at * count) / items.length) !== Math.floor(((at - 1) * count) / items.length));
}

/**
 * Reads the beginning of a sitemap. A file that is cut short or damaged counts up to that point. The root is undefined if
 * the file is not a sitemap (sitemaps.org).
 */
async function readSitemap({ bytes, charset }: Pick<ReceivedBody, 'bytes' | 'charset'>) {
  const reader = new SitemapReader({ maxLocationLength: MAX_URL_LENGTH });
  const locations: string[] = [];
  let decoder: TextDecoder | undefined;
  let read = 0;
  for await (const chunk of uncompressed(bytes)) {
    // Other requests have a turn after each chunk.
    await nextTurn();
    // A charset outside of the XML takes precedence (RFC 7303 3); the transport has decoded it.
    decoder ??= decoderOf(charset.from === 'default' ? sitemapEncoding(chunk) : 'utf-8');
    locations.push(...reader.read(decoder.decode(chunk, { stream: true })));
    read += chunk.length;
    if (read >= MAX_BYTES || locations.length >= MAX_LOCATIONS || reader.isTooDeep) break;
    // A root that is not a sitemap is not read further.
    if (reader.root !== undefined && !SITEMAP_ROOTS.includes(reader.root)) break;
  }
  const root = SITEMAP_ROOTS.find((name) => name === reader.root);
  return { root, locations: locations.slice(0, MAX_LOCATIONS) };
}

/** An unknown label counts as UTF-8. */
function decoderOf(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding);
  } catch {
    return new TextDecoder();
  }
}

const SITEMAP_ROOTS: readonly string[] = ['urlset', 'sitemapindex', 'rss', 'feed'];

/** Yields the bytes in chunks, decompressed if they are gzip. Ends at the first damaged byte. */
async function* uncompressed(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  try {
    yield* isGzip ? decodeGzip(chunksOf(bytes)) : chunksOf(bytes);
  } catch {
    // What was decompressed before is used.
  }
}

const CHUNK_BYTES = 64 * 1024;

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}
