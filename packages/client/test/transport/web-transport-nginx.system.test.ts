/** Redirect chains against a real nginx: outcomes and logged requests. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeWith } from '../../../../test/support/program.js';
import type { FetchOutcome } from '../../src/policy/fetch-outcome.js';
import type { FetchRequest } from '../../src/transport/transport.js';
import { type Nginx, startNginx } from '../support/nginx.js';
import { transportOptions } from '../support/transport-options.js';
import { webTransport } from '../support/web-transport.js';

const BODY = 'User-agent: *\nDisallow: /a\n';
const LIMIT = 512_000;
const line = (length: number) => Buffer.alloc(length, 'Allow: /\n');

/** nginx changes these to 400 or closes the connection. */
const OWN_TO_NGINX = new Set([444, 494, 495, 496, 497, 498, 499]);
const STATUSES = Array.from({ length: 400 }, (_, index) => 200 + index).filter((status) => !OWN_TO_NGINX.has(status));
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

describeWith(['nginx'], 'over nginx', () => {
  let nginx: Nginx;
  let first: string;
  let second: string;

  beforeAll(async () => {
    nginx = await startNginx({
      ports: 2,
      files: {
        'robots.txt': BODY,
        'below.txt': line(LIMIT - 1),
        'exact.txt': line(LIMIT),
        'above.txt': line(LIMIT + 1),
      },
      servers: ([one, two]) => `
        server {
          listen 127.0.0.1:${one};
          server_name 127.0.0.1;
          ${STATUSES.map((status) => `location = /${status} { return ${status} ${REDIRECTS.has(status) ? '/robots.txt' : '"some text"'}; }`).join('\n')}
          location = /other-port { return 301 http://127.0.0.1:${two}/robots.txt; }
          location = /other-host { return 308 http://localhost:${two}/moved.txt; }
          location = /hop1 { return 301 http://localhost:${one}/hop2; }
          location = /hop3 { return 303 http://127.0.0.1:${two}/hop4; }
          location = /hop5 { return 308 http://127.0.0.1:${one}/robots.txt; }
          location = /sixth { return 302 /hop1; }
          location = /there { return 302 http://127.0.0.1:${two}/back; }
        }
        server {
          listen 127.0.0.1:${one};
          server_name localhost;
          location = /hop2 { return 302 http://127.0.0.1:${one}/hop3; }
        }
        server {
          listen 127.0.0.1:${two} default_server;
          gzip on;
          gzip_min_length 1;
          gzip_types text/plain;
          location = /hop4 { return 307 http://127.0.0.1:${one}/hop5; }
          location = /back { return 302 http://127.0.0.1:${one}/there; }
        }
        server {
          listen 127.0.0.1:${two};
          server_name localhost;
          location = /moved.txt { try_files /robots.txt =404; }
        }`,
    });
    [first = '', second = ''] = nginx.ports.map((port) => `http://127.0.0.1:${port}`);
  });
  afterAll(() => nginx.stop());
  // Discard log lines of a failed test.
  beforeEach(async () => {
    await nginx.requests();
  });

  const fetch = (url: string, request: Partial<FetchRequest> = {}): Promise<FetchOutcome> =>
    webTransport(transportOptions()).fetch({
      url,
      signal: new AbortController().signal,
      ...request,
    });

  test('every nginx status is final, except the five redirects', async () => {
    for (const status of STATUSES) {
      const outcome = await fetch(`${first}/${status}`);
      const isRedirect = REDIRECTS.has(status);
      expect(outcome, `${status}`).toMatchObject({
        kind: 'http',
        status: isRedirect ? 200 : status,
        url: isRedirect ? `${first}/robots.txt` : `${first}/${status}`,
        hops: isRedirect ? [{ status, location: `${first}/robots.txt` }] : [],
        conditional: false,
      });
      const hasBody = isRedirect || (status < 300 && status !== 206);
      expect(outcome.kind === 'http' && outcome.body !== undefined, `${status}`).toBe(hasBody);
    }
    const requests = await nginx.requests();
    // One request each, one more per redirect, and one more for the unexpected 304.
    expect(requests).toHaveLength(STATUSES.length + REDIRECTS.size + 1);
    expect(requests.filter((request) => request.includes(' /304 '))).toHaveLength(2);
  });

  test.each([
    ['below', LIMIT - 1, LIMIT - 1, false],
    ['exact', LIMIT, LIMIT, false],
    ['above', LIMIT + 1, LIMIT + 1, true],
  ])('a file %s the limit, plain and in gzip (RFC 9309 2.5)', async (name, length, kept, truncated) => {
    const plain = await fetch(`${first}/${name}.txt`);
    const coded = await fetch(`${second}/${name}.txt`);
    const bytes = new Uint8Array(line(kept));
    expect(plain).toMatchObject({ body: { bytes, truncated, wireBytes: length } });
    expect(coded).toMatchObject({ body: { bytes, truncated } });
    expect(coded.kind === 'http' && coded.body && coded.body.wireBytes < length / 10).toBe(true);
    expect(await nginx.requests()).toHaveLength(2);
  });

  test('validators: 304 if they match, otherwise 200 (RFC 9110 13.1)', async () => {
    for (const origin of [first, second]) {
      const url = `${origin}/robots.txt`;
      const copy = await fetch(url);
      if (copy.kind !== 'http') throw new Error(copy.kind);
      const { etag = '', 'last-modified': lastModified = '' } = copy.headers;
      expect(etag.startsWith('W/')).toBe(origin === second);
      for (const validators of [{ etag }, { lastModified }, { etag, lastModified }]) {
        const renewed = await fetch(url, { validators });
        expect(renewed).toMatchObject({ status: 304, conditional: true, body: undefined });
        expect(renewed).toMatchObject({ headers: { date: expect.any(String) } });
      }
      const changed = await fetch(url, { validators: { etag: '"other"' } });
      expect(changed).toMatchObject({ status: 200, conditional: true });
    }
    expect((await nginx.requests()).map((request) => request.split(' ')[3])).toEqual(
      Array.from({ length: 2 }, () => ['200', '304', '304', '304', '200']).flat(),
    );
  });

  test('redirects across ports and hosts (RFC 9309 2.3.1.2)', async () => {
    const [one, two] = nginx.ports;
    const byPort = await fetch(`${first}/other-port`);
    expect(byPort).toMatchObject({ url: `${second}/robots.txt`, status: 200 });
    const byHost = await fetch(`${first}/other-host`);
    const location = `http://localhost:${two}/moved.txt`;
    expect(byHost).toMatchObject({ url: location, status: 200 });
    expect(byHost.hops).toEqual([{ url: `${first}/other-host`, status: 308, location }]);
    expect(await nginx.requests()).toEqual([
      `${one} 127.0.0.1 /other-port 301 "-"`,
      `${two} 127.0.0.1 /robots.txt 200 "-"`,
      `${one} 127.0.0.1 /other-host 308 "-"`,
      `${two} localhost /moved.txt 200 "-"`,
    ]);
  });

  test('five redirects are followed, the sixth is not', async () => {
    const [one, two] = nginx.ports;
    const chain = [
      `${one} 127.0.0.1 /hop1 301 "-"`,
      `${one} localhost /hop2 302 "-"`,
      `${one} 127.0.0.1 /hop3 303 "-"`,
      `${two} 127.0.0.1 /hop4 307 "-"`,
      `${one} 127.0.0.1 /hop5 308 "-"`,
    ];
    const five = await fetch(`${first}/hop1`);
    expect(five).toMatchObject({ kind: 'http', status: 200, url: `${first}/robots.txt` });
    expect(five.hops).toHaveLength(5);
    expect(await nginx.requests()).toEqual([...chain, `${one} 127.0.0.1 /robots.txt 200 "-"`]);

    const six = await fetch(`${first}/sixth`);
    expect(six).toMatchObject({ kind: 'too-many-redirects', url: `${first}/hop5` });
    expect(six.hops).toHaveLength(6);
    expect(six.hops.at(-1)?.location).toBe(`${first}/robots.txt`);
    expect(await nginx.requests()).toEqual([`${one} 127.0.0.1 /sixth 302 "-"`, ...chain]);
  });

  test('a loop over two ports ends as a redirect loop', async () => {
    const outcome = await fetch(`${first}/there`);
    expect(outcome).toMatchObject({ kind: 'redirect-loop', url: `${second}/back` });
    expect(outcome.hops).toHaveLength(2);
    expect(await nginx.requests()).toHaveLength(2);
  });
});
