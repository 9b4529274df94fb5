import { expect, test } from 'vitest';
import type { FailureKind, FetchOutcome } from '../../src/policy/fetch-outcome.js';
import { failureOf, TransportError } from '../../src/transport/failure.js';
import { respond, startRawServer } from '../support/raw-server.js';
import { transportOptions } from '../support/transport-options.js';
import { webTransport } from '../support/web-transport.js';

/** An error per kind. The type requires each kind. */
const ERRORS: Readonly<Record<FailureKind, string | TransportError>> = {
  dns: 'ENOTFOUND',
  connect: 'ECONNREFUSED',
  timeout: 'UND_ERR_HEADERS_TIMEOUT',
  reset: 'ECONNRESET',
  tls: 'CERT_HAS_EXPIRED',
  protocol: 'UND_ERR_HEADERS_OVERFLOW',
  unreadable: 'Z_DATA_ERROR',
  'content-encoding': new TransportError('content-encoding', 'the compressed body has too many members'),
  'refused-address': new TransportError('refused-address', 'the host has no public address'),
  'bad-redirect': new TransportError('bad-redirect', 'the redirect has no Location'),
  proxy: 'UND_ERR_PRX_CONN',
  aborted: 'UND_ERR_DESTROYED',
};

test('every kind of failure has a distinct detail for people', () => {
  for (const [kind, error] of Object.entries(ERRORS)) {
    const { failure, detail } = failureOf(typeof error === 'string' ? Object.assign(new Error(), { code: error }) : error);
    expect(failure).toBe(kind);
    expect(detail).toMatch(/^(the|no) [a-zA-Z ]+$/);
  }
});

test('an outcome is plain data that a store can clone', async () => {
  const server = await startRawServer((socket, head) => {
    if (head.startsWith('GET /a ')) respond(socket, 302, ['Location: /b']);
    else if (head.startsWith('GET /loop ')) respond(socket, 302, ['Location: /loop']);
    else respond(socket, 200, ['ETag: "a"'], 'Disallow: /\n');
  });
  const transport = webTransport(transportOptions());
  const outcomes: FetchOutcome[] = [];
  for (const url of [`${server.origin}/a`, `${server.origin}/loop`, 'http://127.0.0.1:1/']) {
    outcomes.push(await transport.fetch({ url, signal: new AbortController().signal }));
  }
  expect(outcomes.map(({ kind }) => kind)).toEqual(['http', 'redirect-loop', 'failure']);
  for (const outcome of outcomes) expect(structuredClone(outcome)).toEqual(outcome);
});
