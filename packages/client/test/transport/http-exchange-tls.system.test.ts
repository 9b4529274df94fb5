/** Only valid certificates are accepted. */

import type { Socket } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { describeWith } from '../../../../test/support/program.js';
import type { FailureKind } from '../../src/policy/fetch-outcome.js';
import { type Certificates, makeCertificates } from '../support/certificates.js';
import { get, textOf } from '../support/exchange.js';
import { flood, respond, startRawServer } from '../support/raw-server.js';
import { transportOptions } from '../support/transport-options.js';

const BODY = 'User-agent: *\nDisallow: /a\n';
const UNTRUSTED = 'the certificate authority is not trusted';

describeWith(['openssl'], 'over TLS', () => {
  let certificates: Certificates;
  beforeAll(() => {
    certificates = makeCertificates();
  });

  test.each(['localhost', '127.0.0.1'])('a valid certificate for %s from a trusted authority', async (host) => {
    const server = await startRawServer((socket) => respond(socket, 200, [], BODY), certificates.right);
    const options = transportOptions({}, { ca: [certificates.ca] });
    expect(textOf(await get(options, `https://${host}:${server.port}/robots.txt`))).toBe(BODY);
    expect(server.lines).toEqual(['GET /robots.txt']);
  });

  test.each([
    ['right', false, UNTRUSTED, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
    ['selfSigned', true, UNTRUSTED, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['expired', true, 'the certificate has expired', 'CERT_HAS_EXPIRED'],
    ['notYetValid', true, 'the certificate is not valid yet', 'CERT_NOT_YET_VALID'],
    ['otherHost', true, 'the certificate is for another host', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['misleading', true, 'the certificate is for another host', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['weakKey', true, 'the certificate was not accepted', 'UNSPECIFIED'],
  ] as const)('%s, authority trusted: %s: %s', async (name, isTrusted, detail, code) => {
    const server = await startRawServer((socket) => respond(socket, 200, [], BODY), {
      ...certificates[name],
      ciphers: 'DEFAULT@SECLEVEL=0',
    });
    const options = transportOptions({}, { ca: isTrusted ? [certificates.ca] : [] });
    const result = await get(options, `${server.origin}/robots.txt`);
    expect(result).toEqual({ kind: 'failure', failure: 'tls', detail, code });
    expect(server.requests).toEqual([]);
  });

  test('no common TLS version', async () => {
    const server = await startRawServer((socket) => respond(socket, 200, [], BODY), {
      ...certificates.right,
      minVersion: 'TLSv1.1',
      maxVersion: 'TLSv1.1',
    });
    const result = await get(transportOptions(), `${server.origin}/robots.txt`);
    expect(result).toMatchObject({ failure: 'tls', detail: 'the TLS handshake failed' });
  });

  test('the bytes of an endless chunk extension are counted', async () => {
    const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;';
    const server = await startRawServer((socket) => flood(socket, head, Buffer.from('a')), certificates.right);
    const options = transportOptions({}, { ca: [certificates.ca] });
    const result = await get(options, `${server.origin}/robots.txt`);
    expect(result).toMatchObject({
      failure: 'protocol',
      detail: 'the response takes far too many bytes',
    });
  });

  test.each([
    ['plain HTTP on the port', (socket) => respond(socket, 200, [], BODY), 'tls'],
    ['a reset in the handshake', (socket) => socket.resetAndDestroy(), 'reset'],
    ['an end of the connection in the handshake', (socket) => socket.end(), 'reset'],
  ] as const satisfies readonly (readonly [string, (socket: Socket) => void, FailureKind])[])('%s', async (_, greet, failure) => {
    const server = await startRawServer(() => {}, undefined, greet);
    const result = await get(transportOptions(), `https://127.0.0.1:${server.port}/`);
    expect(result).toMatchObject({ kind: 'failure', failure });
  });

  test('a hanging handshake', async () => {
    const server = await startRawServer(() => {});
    const options = transportOptions({ connectMs: 200 });
    const result = await get(options, `https://127.0.0.1:${server.port}/`);
    expect(result).toMatchObject({
      failure: 'timeout',
      detail: 'the connection attempt timed out',
    });
  });
});
