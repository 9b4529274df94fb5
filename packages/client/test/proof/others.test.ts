import { describe, expect, test } from 'vitest';
import { proofClient, RULES } from '../support/proof.js';
import { respond, startRawServer } from '../support/raw-server.js';
import { startSite } from '../support/site.js';

describe('cases that other libraries get wrong', () => {
  test('Nutch, Storm, Heritrix, Scrapy, and Crawlee allow everything on network errors: unreachable here', async () => {
    const server = await startRawServer((socket) => socket.resetAndDestroy());
    const client = proofClient();
    for (const path of ['/', '/a', '/b?c']) {
      expect(await client.check(server.origin + path)).toMatchObject({
        outcome: 'unreachable',
        provenance: { reason: 'reset' },
      });
      expect(await client.isAllowed(server.origin + path)).toBe(false);
    }
    expect(server.lines).toHaveLength(1);
  });

  test('Crawlee sends one robots.txt request per URL under concurrency: one in total here', async () => {
    const site = await startSite({
      '/robots.txt': (_, response) => void setTimeout(() => response.end(RULES), 50),
    });
    const client = proofClient();
    const urls = Array.from({ length: 500 }, (_, index) => `${site.origin}/${index}`);
    const answers = await Promise.all(urls.map((url) => client.isAllowed(url)));
    expect(answers.every(Boolean)).toBe(true);
    expect(site.log).toEqual(['GET /robots.txt']);
  });

  test('Crawlee parses the body of a 404: ignored here', async () => {
    const server = await startRawServer((socket) =>
      respond(socket, 404, ['Content-Type: text/plain'], 'User-agent: *\nDisallow: /\n'),
    );
    const client = proofClient();
    const decision = await client.check(`${server.origin}/private`);
    expect(decision).toMatchObject({ outcome: 'allowed', reason: 'unavailable' });
    expect(decision.provenance.body).toBeUndefined();
  });

  test('colly keys by host without port: separate per port here', async () => {
    const closed = await startSite({ '/robots.txt': 'User-agent: *\nDisallow: /\n' });
    const open = await startSite({ '/robots.txt': 'User-agent: *\nDisallow:\n' });
    const client = proofClient();
    for (let round = 0; round < 2; round++) {
      expect(await client.isAllowed(`${closed.origin}/a`)).toBe(false);
      expect(await client.isAllowed(`${open.origin}/a`)).toBe(true);
    }
    expect([closed.log.length, open.log.length]).toEqual([1, 1]);
  });

  test('browsertrix buffers the whole body before its limit: here the connection closes at the limit', async () => {
    let sent = 0;
    const server = await startRawServer((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\n\r\n${RULES}`);
      const more = Buffer.alloc(64 * 1024, '# more\n');
      const pour = () => {
        while (!socket.destroyed && socket.write(more)) sent += more.length;
        sent += more.length;
      };
      socket.on('drain', pour);
      pour();
    });
    const client = proofClient();
    const { outcome, provenance } = await client.check(`${server.origin}/private`);
    expect([outcome, provenance.body?.truncated]).toEqual(['disallowed', true]);
    // Only the contents of system buffers.
    expect(sent).toBeLessThan(32 * 2 ** 20);
    await expect.poll(() => server.open).toBe(0);
    expect(client.counters.wireBytes).toBeLessThan(1_000_000);
  });
});
