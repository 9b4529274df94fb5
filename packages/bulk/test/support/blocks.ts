import type { Rules } from '../../src/filter/rules.js';
import type { Outcome } from '../../src/rows/row-format.js';

const encoder = new TextEncoder();

/** Checks one URL. */
export function outcomeOf(rules: Rules, url: string, productToken = 0): Outcome {
  const bytes = Buffer.from(url);
  return rules.outcome(bytes, 0, bytes.length, productToken);
}

/** Yields bytes in chunks of a size. */
export async function* pieces(content: string | Uint8Array, size = 7): AsyncGenerator<Uint8Array> {
  const bytes = typeof content === 'string' ? encoder.encode(content) : content;
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Decodes all chunks as one text. */
export async function joined(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  return Buffer.concat(await all(chunks)).toString();
}

/** Collects all items. */
export async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}
