/**
 * Fetches URLs one after the other with a real transport and prints the memory of each as a line of JSON. Arguments:
 * a URL to warm up code and buffers, then the URLs to measure.
 */
import type { FetchOutcome } from '../../src/policy/fetch-outcome.js';
import { WebTransport } from '../../src/transport/web-transport.js';
import { peak, resetPeak } from './peak-memory.js';
import { transportOptions } from './transport-options.js';

export interface Cost {
  readonly kind: FetchOutcome['kind'];
  /** Stored bytes of the body. */
  readonly kept: number;
  readonly truncated: boolean;
  /** The peak memory of the process, less the memory in use before. */
  readonly grownBytes: number;
}

/** Concurrent fetches for the warm-up: twice the number of decoding threads, so that all have allocated their memory. */
const WARM_UPS = 12;

async function costOf(url: string): Promise<Cost> {
  const before = resetPeak();
  const outcome = await transport.fetch({ url, signal: new AbortController().signal });
  const grownBytes = peak() - before;
  const body = outcome.kind === 'http' ? outcome.body : undefined;
  return {
    kind: outcome.kind,
    kept: body?.bytes.length ?? 0,
    truncated: body?.truncated ?? false,
    grownBytes,
  };
}

const [, , warmUp = '', ...urls] = process.argv;
const transport = new WebTransport(transportOptions());
for (let left = WARM_UPS; left > 0; left--) await costOf(warmUp);
for (const url of urls) process.stdout.write(`${JSON.stringify(await costOf(url))}\n`);
await transport.close();
