/** Compresses the lines of a piece for Redis. Sorted URLs shrink to a tenth. */
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { bytesOf } from '@repkit/bulk/blocks';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Line numbers are stored as differences. */
export async function compressLines(lines: readonly string[]): Promise<Buffer> {
  let text = '';
  let previous = 0;
  for (const line of lines) {
    const tab = line.indexOf('\t');
    const number = Number(line.slice(0, tab));
    text += `${number - previous}${line.slice(tab)}\n`;
    previous = number;
  }
  return await deflate(bytesOf(text), { level: 4 });
}

/** Rejects if the bytes were not written by `compressLines`. */
export async function decompressLines(compressed: Uint8Array): Promise<string[]> {
  const text = (await inflate(compressed)).toString('latin1');
  const lines = text.split('\n');
  lines.pop();
  let number = 0;
  return lines.map((line) => {
    const tab = line.indexOf('\t');
    number += Number(line.slice(0, tab));
    return `${number}${line.slice(tab)}`;
  });
}
