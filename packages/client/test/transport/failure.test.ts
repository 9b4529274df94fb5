import { describe, expect, test } from 'vitest';
import { failureOf, failureOfSignal, TransportError } from '../../src/transport/failure.js';

function coded(code: string | number, message = 'a secret: http://user:password@proxy'): Error {
  return Object.assign(new Error(message), { code });
}

describe('codes of Node, undici, OpenSSL, and zlib', () => {
  test.each([
    ['ENOTFOUND', 'dns', 'the host name does not exist'],
    ['EAI_AGAIN', 'dns', 'the name server did not respond'],
    ['ESERVFAIL', 'dns', 'the host name could not be resolved'],
    ['ECONNREFUSED', 'connect', 'the connection was refused'],
    ['ENETUNREACH', 'connect', 'no route to the host'],
    ['EADDRNOTAVAIL', 'connect', 'the connection could not be opened'],
    ['EMFILE', 'connect', 'this machine cannot open more connections'],
    ['ETIMEDOUT', 'timeout', 'the connection attempt timed out'],
    ['UND_ERR_CONNECT_TIMEOUT', 'timeout', 'the connection attempt timed out'],
    ['UND_ERR_HEADERS_TIMEOUT', 'timeout', 'the response headers timed out'],
    ['UND_ERR_BODY_TIMEOUT', 'timeout', 'the response body timed out'],
    ['ECONNRESET', 'reset', 'the connection was lost before the response was complete'],
    ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'reset', 'the body length differs from Content-Length'],
    ['CERT_HAS_EXPIRED', 'tls', 'the certificate has expired'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls', 'the certificate is for another host'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'tls', 'the certificate authority is not trusted'],
    ['CERT_SIGNATURE_FAILURE', 'tls', 'the certificate was not accepted'],
    ['UNABLE_TO_DECRYPT_CERT_SIGNATURE', 'tls', 'the certificate was not accepted'],
    ['ERROR_IN_CERT_NOT_AFTER_FIELD', 'tls', 'the certificate was not accepted'],
    ['PATH_LENGTH_EXCEEDED', 'tls', 'the certificate was not accepted'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls', 'the TLS handshake failed'],
    ['HPE_INVALID_CHUNK_SIZE', 'protocol', 'the response is not valid HTTP'],
    ['ERR_HTTP2_SESSION_ERROR', 'protocol', 'the response is not valid HTTP'],
    ['UND_ERR_HEADERS_OVERFLOW', 'protocol', 'the response headers are too large'],
    ['Z_DATA_ERROR', 'unreadable', 'the compressed body is corrupt'],
    ['ERR__ERROR_FORMAT_PADDING_1', 'unreadable', 'the compressed body is corrupt'],
    ['UND_ERR_PRX_TLS', 'proxy', 'the proxy certificate was not accepted'],
    ['UND_ERR_DESTROYED', 'aborted', 'the client was closed'],
    ['UND_ERR_ABORTED', 'aborted', 'the attempt was aborted'],
    // Unclassified codes: undici could not parse the response.
    ['ERR_ASSERTION', 'protocol', 'the response is not valid HTTP'],
  ])('%s is %s', (code, failure, detail) => {
    expect(failureOf(coded(code))).toEqual({ kind: 'failure', failure, detail, code });
  });
});

describe('messages of undici that are more specific than their code', () => {
  test.each([
    ['UND_ERR_ABORTED', 'Proxy response (407) !== 200 when HTTP Tunneling', 'proxy'],
    ['UND_ERR_ABORTED', 'Proxy response (502) !== 200 when HTTP Tunneling', 'proxy'],
    ['UND_ERR_INVALID_ARG', 'Proxy Authentication Required (407)', 'proxy'],
    ['UND_ERR_SOCKET', 'bad response', 'protocol'],
    ['UND_ERR_SOCKET', 'bad upgrade', 'protocol'],
    ['UND_ERR_SOCKET', 'other side closed', 'reset'],
  ])('%s "%s" is %s', (code, message, failure) => {
    expect(failureOf(coded(code, message))).toMatchObject({ failure, code });
  });
});

test.each([
  'Server closed connection',
  'Server sent FIN',
  'Socket closed due to',
  'Timeout (data socket)',
  'Proxy response (407)',
])('the names in a certificate do not decide: %s', (name) => {
  const error = coded('ERR_TLS_CERT_ALTNAME_INVALID', `${name}, not in: DNS:${name}`);
  expect(failureOf(error)).toMatchObject({ failure: 'tls' });
});

describe('precedence among several errors', () => {
  const refused = coded('ECONNREFUSED');
  const unreachable = coded('ENETUNREACH');
  const circular = coded('EPIPE');
  circular.cause = circular;
  const own = new TransportError('refused-address', 'the address is not public', {
    cause: refused,
  });
  test.each([
    ['the innermost known cause', new TypeError('a', { cause: refused }), 'ECONNREFUSED'],
    ['not an unknown cause', Object.assign(coded('EPIPE'), { cause: coded('X') }), 'EPIPE'],
    ['the first attempt (RFC 8305)', new AggregateError([unreachable, refused]), 'ENETUNREACH'],
    ['a proxy failure', Object.assign(coded('UND_ERR_PRX_CONN'), { cause: refused }), 'UND_ERR_PRX_CONN'],
    ['a cause that is its own cause', circular, 'EPIPE'],
  ])('%s', (_, error, code) => {
    expect(failureOf(error).code).toBe(code);
  });

  test('a TransportError at any depth', () => {
    expect(failureOf(new Error('a', { cause: new AggregateError([refused, own]) }))).toEqual({
      kind: 'failure',
      failure: 'refused-address',
      detail: 'the address is not public',
      code: 'ECONNREFUSED',
    });
  });

  test('an endless chain of causes', () => {
    let error = coded('EPIPE');
    for (let depth = 0; depth < 1000; depth++) error = new Error('a', { cause: error });
    expect(failureOf(error)).toMatchObject({ failure: 'protocol' });
  });
});

describe('values without a system error', () => {
  test.each([
    [undefined],
    ['a secret'],
    [new Error('a secret')],
    [coded('a secret: http://user:password@proxy')],
    [coded(23)],
    [{ code: 'ECONNRESET' }],
  ])('%j has no code, and its text is not exposed', (error) => {
    expect(failureOf(error)).toEqual({
      kind: 'failure',
      failure: 'protocol',
      detail: 'the response is not valid HTTP',
    });
  });
});

describe('an aborted signal', () => {
  test.each([
    [AbortSignal.abort(new DOMException('a', 'TimeoutError')), 'timeout'],
    [AbortSignal.abort(), 'aborted'],
    [AbortSignal.abort(new Error('a secret')), 'aborted'],
    [AbortSignal.abort('a secret'), 'aborted'],
  ])('%# is %s', (signal, failure) => {
    const result = failureOfSignal(signal);
    expect(result).toMatchObject({ failure });
    expect(JSON.stringify(result)).not.toContain('secret');
  });

  test('a TimeoutError within an error', () => {
    const error = new Error('a', { cause: new DOMException('a', 'TimeoutError') });
    expect(failureOf(error)).toMatchObject({ failure: 'timeout' });
  });
});
