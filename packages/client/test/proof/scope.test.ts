/** Scope of an origin (RFC 9309 2.3): the spelling of a URL does not matter, and only its own robots.txt applies. */
import { expect, test } from 'vitest';
import { startDnsServer } from '../support/dns-server.js';
import { transportWith } from '../support/named-transport.js';
import { POLICIES, proofClient, RULES } from '../support/proof.js';
import { respond, startRawServer } from '../support/raw-server.js';

const LOOPBACK = ['127.0.0.1'];

/** Each line one origin in several spellings; PORT is that of the server. */
const ORIGINS: readonly (readonly string[])[] = [
  [
    'http://www.example:PORT',
    'HTTP://WWW.EXAMPLE:PORT',
    'http://www.example.:PORT',
    'http://user:password@www.example:PORT',
    'http://%77ww.example:PORT',
  ],
  ['http://example:PORT'],
  ['http://bücher.example:PORT', 'http://xn--bcher-kva.example:PORT', 'http://BÜCHER.example:PORT'],
  ['http://127.0.0.1:PORT', 'http://0x7f.1:PORT', 'http://2130706433:PORT'],
];

test.each(POLICIES)('one request per origin, regardless of its spelling, %s', async (policy) => {
  const dns = await startDnsServer({
    'www.example': LOOPBACK,
    example: LOOPBACK,
    'xn--bcher-kva.example': LOOPBACK,
  });
  const server = await startRawServer((socket) => respond(socket, 200, [], RULES));
  const client = proofClient({ policy, transport: transportWith(dns.lookup) });
  for (const spellings of ORIGINS) {
    for (const spelling of spellings) {
      const origin = spelling.replace('PORT', `${server.port}`);
      expect([spelling, await client.isAllowed(`${origin}/private#part`)]).toEqual([spelling, false]);
      expect(await client.isAllowed(`${origin}/open?private`)).toBe(true);
    }
  }
  expect(server.lines).toEqual(ORIGINS.map(() => 'GET /robots.txt'));
  const hosts = server.requests.map((head) => /^host: (.*)$/im.exec(head)?.[1]);
  expect(hosts).toEqual(['www.example', 'example', 'xn--bcher-kva.example', '127.0.0.1'].map((host) => `${host}:${server.port}`));
  // Passwords and cookies are not sent for robots.txt.
  expect(server.requests.join('')).not.toMatch(/^(authorization|cookie|range):/im);
});
