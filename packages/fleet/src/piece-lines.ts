/** The lines of a piece as they lie in Redis: deflated, which makes a tenth of URLs that stand in order. */
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { bytesOf } from '@repkit/bulk/blocks';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Of numbers the difference to the line before is kept. */
export async function packedLines(lines: readonly string[]): Promise<Buffer> {
  let text = '';
  let before = 0;
  for (const line of lines) {
    const tab = line.indexOf('\t');
    const number = Number(line.slice(0, tab));
    text += `${number - before}${line.slice(tab)}\n`;
    before = number;
  }
  return await deflate(bytesOf(text), { level: 4 });
}

/** Rejects where the bytes are none of ours. */
export async function unpackedLines(packed: Uint8Array): Promise<string[]> {
  const text = (await inflate(packed)).toString('latin1');
  const lines = text.split('\n');
  lines.pop();
  let number = 0;
  return lines.map((line) => {
    const tab = line.indexOf('\t');
    number += Number(line.slice(0, tab));
    return `${number}${line.slice(tab)}`;
  });
}
