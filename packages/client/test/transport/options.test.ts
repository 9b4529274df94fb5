import { expect, test } from 'vitest';
import type { TransportLimits } from '../../src/transport/options.js';
import { type Answer, respond, startRawServer } from '../support/raw-server.js';
import { transportOptions } from '../support/transport-options.js';
import { webTransport } from '../support/web-transport.js';

interface Case {
  readonly limit: number;
  readonly scheme?: 'https';
  readonly host?: string;
  readonly answer: Answer;
  readonly expected: object;
}

const head = 'HTTP/1.1 200 OK\r\n';

/** A server that exceeds only this limit. The type requires a case for each limit. */
const CASES: Readonly<Record<keyof TransportLimits, Case>> = {
  lookupMs: {
    limit: 150,
    host: 'silent.example',
    answer: () => {},
    expected: {
      failure: 'dns',
      detail: 'the name server did not respond in time',
      code: 'ETIMEOUT',
    },
  },
  connectMs: {
    limit: 150,
    scheme: 'https',
    answer: () => {},
    expected: { failure: 'timeout', detail: 'the connection attempt timed out' },
  },
  headersMs: {
    limit: 150,
    answer: () => {},
    expected: { failure: 'timeout', detail: 'the response headers timed out' },
  },
  bodyMs: {
    limit: 150,
    answer: (socket) => socket.write(`${head}\r\na`),
    expected: { failure: 'timeout', detail: 'the response body timed out' },
  },
  totalMs: {
    limit: 150,
    answer: () => {},
    expected: { failure: 'timeout', detail: 'the attempt exceeded its total time limit' },
  },
  maxBytes: {
    limit: 10,
    answer: (socket) => respond(socket, 200, [], 'Disallow: /\n'),
    expected: {
      status: 200,
      body: { bytes: new TextEncoder().encode('Disallow: /'), truncated: true },
    },
  },
  maxHeaderBytes: {
    limit: 100,
    answer: (socket) => socket.write(`${head}A: ${'b'.repeat(100)}\r\n\r\n`),
    expected: { failure: 'protocol', detail: 'the response headers are too large' },
  },
};

test.each(Object.entries(CASES))('%s', async (name, { limit, scheme = 'http', host = '127.0.0.1', answer, expected }) => {
  const { port } = await startRawServer(answer);
  const transport = webTransport(transportOptions({ [name]: limit }, { lookup: () => new Promise(() => {}) }));
  const url = `${scheme}://${host}:${port}/`;
  expect(await transport.fetch({ url, signal: new AbortController().signal })).toMatchObject(expected);
});
