/** Memory use of hostile bodies, measured in a separate process against servers in this one. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Cost } from '../support/memory-child.js';
import { respond, startRawServer } from '../support/raw-server.js';

const MEBIBYTE = 1 << 20;
const BOMB = Buffer.alloc(64 * MEBIBYTE, 'Allow: /\n');
const LIMIT = 512_000;

const CHILD = fileURLToPath(new URL('../support/memory-child.ts', import.meta.url));
const HOOK = new URL('../support/import-sources.ts', import.meta.url).href;

const BODIES: Readonly<Record<string, readonly [codings: string, body: Uint8Array]>> = {
  '/warm-up': ['gzip', gzipSync(BOMB.subarray(0, 2 * LIMIT))],
  '/plain': ['identity', BOMB],
  '/gzip': ['gzip', gzipSync(BOMB)],
  '/br': [
    'br',
    brotliCompressSync(BOMB, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      },
    }),
  ],
};

/** One-byte chunks, which take more memory as objects than as bytes. */
const CHUNKS = '1\r\n#\r\n'.repeat(600_000);

const clearRefs = '/proc/self/clear_refs';

if (existsSync(clearRefs))
  describe('64 MiB take less than 16 MiB of memory, concurrently', () => {
    test('plain, gzip, br with the widest window, one-byte chunks', async () => {
      const server = await startRawServer((socket, head) => {
        const [codings, body] = BODIES[head.split(' ')[1] ?? ''] ?? [];
        if (body !== undefined) respond(socket, 200, [`Content-Encoding: ${codings}`], body);
        else socket.end(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${CHUNKS}`);
      });
      const paths = [...Object.keys(BODIES), '/chunks'];
      const { stdout } = await promisify(execFile)(process.execPath, [
        ...['--expose-gc', '--import', HOOK, CHILD],
        ...paths.map((path) => server.origin + path),
      ]);
      const costs: Cost[] = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(costs).toHaveLength(paths.length - 1);
      for (const [index, cost] of costs.entries()) {
        expect(cost, paths[index + 1]).toMatchObject({
          kind: 'http',
          kept: LIMIT + 1,
          truncated: true,
        });
        expect(cost.grownBytes, paths[index + 1]).toBeLessThan(16 * MEBIBYTE);
      }
    });
  });
