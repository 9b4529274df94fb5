/** The real service on a real socket, with simulated sites. */
import { type FetchOutcome, MemoryStore, type Transport } from '@repkit/client';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { createServer } from '../../src/create-server.js';
import { serve } from '../../src/listen.js';
import type { ServerOptions } from '../../src/options.js';
import { startInProcess } from './threads.js';

export interface Service {
  readonly url: string;
  /** URLs of the fetched robots.txt files. */
  readonly fetched: readonly string[];
  /** Log lines. */
  readonly log: readonly string[];
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
}

export const EXAMPLE_ROBOTS_TXT = 'User-agent: *\nDisallow: /private/\n\nUser-agent: CCBot\nAllow: /\n';

/** Response of a simulated site; `silent` never responds. */
type SiteResponse = { readonly status: number; readonly body?: string | Uint8Array } | 'silent';

export interface ServiceOptions extends Partial<ServerOptions> {
  /** By origin or, first, by URL. */
  readonly sites?: Readonly<Record<string, SiteResponse>>;
  /** Whether tasks run in threads (default: in this process). */
  readonly withThreads?: boolean;
  /** Milliseconds to wait for running requests on close (default: 200). */
  readonly drainMs?: number;
}

/** Starts a service that is closed after the test. Sites not listed serve EXAMPLE_ROBOTS_TXT. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const service = await start(options);
  onTestFinished(service.close);
  return service;
}

/** Starts one service for the tests of a file or block. Each start compiles the schemas of all routes, most of a test's time. */
export function sharedService(options: ServiceOptions = {}): () => Service {
  let service: Service | undefined;
  beforeAll(async () => {
    service = await start(options);
  });
  afterAll(() => service?.close());
  return () => {
    if (service === undefined) throw new Error('The service starts before the first test.');
    return service;
  };
}

async function start(options: ServiceOptions): Promise<Service> {
  const { sites = {}, withThreads = false, drainMs = 200, limits, ...rest } = options;
  const fetched: string[] = [];
  const log: string[] = [];
  const settings = {
    store: new MemoryStore(),
    userAgent: 'repkit-test/1.0',
    transport: transportOf(sites, fetched),
    log: { level: 'info' as const, write: (line: string) => void log.push(line) },
    pages: 'no-such-folder',
    // The process of the tests is larger than a service.
    limits: { memoryBytes: Number.POSITIVE_INFINITY, ...limits },
    ...rest,
  };
  const app = await createServer(settings, withThreads ? undefined : startInProcess);
  const serving = await serve(app, { port: 0, drainMs });
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= serving.close();
    return closing;
  };
  const { url } = serving;
  return {
    url,
    fetched,
    log,
    get: (path, headers = {}) => fetch(url + path, { headers }),
    post: (path, body, headers = {}) =>
      fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    close,
  };
}

function transportOf(sites: Readonly<Record<string, SiteResponse>>, fetched: string[]): Transport {
  return {
    async fetch({ url, signal }) {
      fetched.push(url);
      const response = sites[url] ?? sites[new URL(url).origin] ?? { status: 200, body: EXAMPLE_ROBOTS_TXT };
      if (response === 'silent') {
        await new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        });
        throw new Error('not reached');
      }
      return outcome(url, response);
    },
    close: async () => {},
  };
}

function outcome(url: string, { status, body }: Exclude<SiteResponse, 'silent'>): FetchOutcome {
  const bytes = Buffer.from(body ?? '');
  const charset = { name: 'utf-8', from: 'default' } as const;
  return {
    kind: 'http',
    url,
    hops: [],
    status,
    headers: { 'cache-control': 'max-age=7200', 'content-type': 'text/plain' },
    body: status === 200 ? { bytes, truncated: false, charset, wireBytes: bytes.length } : undefined,
    conditional: false,
  };
}
