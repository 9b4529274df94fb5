/** The real service on a real socket, with sites that a test tells what to answer. */
import { type FetchOutcome, MemoryStore, type Transport } from '@repkit/client';
import { onTestFinished } from 'vitest';
import { createServer } from '../../src/create-server.js';
import { serve } from '../../src/listen.js';
import type { ServerOptions } from '../../src/options.js';

export interface Service {
  readonly url: string;
  /** The robots.txt files that were asked for. */
  readonly asked: readonly string[];
  /** The lines of the log. */
  readonly log: readonly string[];
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
}

export const EXAMPLE_ROBOTS_TXT =
  'User-agent: *\nDisallow: /private/\n\nUser-agent: CCBot\nAllow: /\n';

/** What a site answers: a status and a body, or for ever nothing. */
type SiteAnswer = { readonly status: number; readonly body?: string } | 'silent';

export interface ServiceOptions extends Partial<ServerOptions> {
  readonly sites?: Readonly<Record<string, SiteAnswer>>;
}

/** Starts it; it ends with the test. Sites that are not named have the robots.txt of the examples. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const { sites = {}, ...rest } = options;
  const asked: string[] = [];
  const log: string[] = [];
  const app = await createServer({
    store: new MemoryStore(),
    userAgent: 'repkit-test/1.0',
    transport: transportOf(sites, asked),
    log: { level: 'info', write: (line) => void log.push(line) },
    pages: 'no-such-folder',
    ...rest,
  });
  const serving = await serve(app, { port: 0, drainMs: 200 });
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= serving.close();
    return closing;
  };
  onTestFinished(close);
  const { url } = serving;
  return {
    url,
    asked,
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

function transportOf(sites: Readonly<Record<string, SiteAnswer>>, asked: string[]): Transport {
  return {
    async fetch({ url, signal }) {
      asked.push(url);
      const answer = sites[new URL(url).origin] ?? { status: 200, body: EXAMPLE_ROBOTS_TXT };
      if (answer === 'silent') {
        await new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        });
        throw new Error('not reached');
      }
      return outcome(url, answer);
    },
    close: async () => {},
  };
}

function outcome(url: string, { status, body }: Exclude<SiteAnswer, 'silent'>): FetchOutcome {
  const bytes = new TextEncoder().encode(body ?? '');
  const charset = { name: 'utf-8', from: 'default' } as const;
  return {
    kind: 'http',
    url,
    hops: [],
    status,
    headers: { 'cache-control': 'max-age=7200', 'content-type': 'text/plain' },
    body:
      status === 200 ? { bytes, truncated: false, charset, wireBytes: bytes.length } : undefined,
    conditional: false,
  };
}
