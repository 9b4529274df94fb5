/** Mistakes of other clients that this one must not make. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { describeWith } from '../../../../test/support/program.js';
import { makeCertificates } from '../support/certificates.js';
import type { ClientCost } from '../support/client-memory-child.js';
import { proofClient, RULES } from '../support/proof.js';
import { respond, startRawServer } from '../support/raw-server.js';

describeWith(['openssl'], 'also over TLS', () => {
  test('Scrapy shares one file between http and https: separate here, on one host and port', async () => {
    const { right, ca } = makeCertificates();
    const saying = (path: string) => (socket: Socket) => respond(socket, 200, [], `User-agent: *\nDisallow: ${path}\n`);
    const plain = await startRawServer(saying('/plain'));
    const secure = await startRawServer(saying('/secure'), right);
    const both = createServer((socket) => {
      socket.once('data', (bytes) => {
        // The first byte of TLS is 22 (RFC 8446 5.1).
        const upstream = connect(bytes[0] === 22 ? secure.port : plain.port, '127.0.0.1');
        upstream.write(bytes);
        upstream.on('error', () => socket.destroy());
        socket.on('error', () => upstream.destroy());
        socket.pipe(upstream).pipe(socket);
      });
    }).listen(0, '127.0.0.1');
    await once(both, 'listening');
    onTestFinished(() => new Promise((resolve) => both.close(() => resolve())));
    const host = `localhost:${(both.address() as AddressInfo).port}`;
    const client = proofClient({ ca });
    for (let round = 0; round < 2; round++) {
      expect(await client.isAllowed(`http://${host}/plain`)).toBe(false);
      expect(await client.isAllowed(`http://${host}/secure`)).toBe(true);
      expect(await client.isAllowed(`https://${host}/plain`)).toBe(true);
      expect(await client.isAllowed(`https://${host}/secure`)).toBe(false);
    }
    expect([plain.lines.length, secure.lines.length]).toEqual([1, 1]);
  });
});

const MEBIBYTE = 2 ** 20;
const WIDEST = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  },
};

/** Rules, then an endless comment line, to measure the transport and not the parsing of 50,000 rules. */
const bomb = (length: number): Buffer => Buffer.concat([Buffer.from(RULES), Buffer.alloc(length, '#')]);

describe.skipIf(!existsSync('/proc/self/clear_refs'))('Crawlee grew by 195 MB on a bomb', () => {
  test('64 MiB in gzip and br take less than 16 MiB of memory each', async () => {
    const whole = bomb(64 * MEBIBYTE);
    const bodies: readonly (readonly [coding: string, body: Uint8Array])[] = [
      ['gzip', gzipSync(bomb(MEBIBYTE))],
      ['gzip', gzipSync(whole)],
      ['br', brotliCompressSync(whole, WIDEST)],
    ];
    const servers = await Promise.all(
      bodies.map(([coding, body]) => startRawServer((socket) => respond(socket, 200, [`Content-Encoding: ${coding}`], body))),
    );
    const file = (name: string) => new URL(`../support/${name}.ts`, import.meta.url);
    const { stdout } = await promisify(execFile)(process.execPath, [
      ...['--expose-gc', '--import', file('import-sources').href],
      ...[fileURLToPath(file('client-memory-child')), ...servers.map(({ origin }) => origin)],
    ]);
    const costs: ClientCost[] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(costs).toHaveLength(bodies.length - 1);
    for (const [index, cost] of costs.entries()) {
      const [coding] = bodies[index + 1] ?? [];
      expect(cost, coding).toMatchObject({ outcome: 'disallowed', truncated: true });
      expect(cost.grownBytes, coding).toBeLessThan(16 * MEBIBYTE);
    }
  });
});
