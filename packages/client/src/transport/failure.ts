/** Classifies errors of networks, servers, and libraries, with messages that contain no secrets. */
import type { Dispatcher } from 'undici';
import type { FailureKind, FailureResult } from '../policy/fetch-outcome.js';

/** A failure detected by the transport itself. Its message is a reason to embed in a sentence and contains no secrets. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly failure: FailureKind;

  constructor(failure: FailureKind, detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.failure = failure;
  }
}

/** Reports the error of a request that was not sent. `aborted` prevents a retry by undici's `retry`. */
export function failUnsent(handler: Dispatcher.DispatchHandler, reason: Error): void {
  const idle = { abort() {}, pause() {}, resume() {} };
  handler.onResponseError?.({ aborted: true, paused: false, reason, ...idle }, reason);
}

type Failure = readonly [failure: FailureKind, detail: string];

const ABORTED: Failure = ['aborted', 'the attempt was aborted'];
const NOT_HTTP: Failure = ['protocol', 'the response is not valid HTTP'];
const LOST: Failure = ['reset', 'the connection was lost before the response was complete'];

/** For a lost connection that a library reports as a normal end. */
export function connectionLost(cause: unknown): TransportError {
  return new TransportError(...LOST, { cause });
}

/**
 * Codes of Node (system, c-ares, OpenSSL, HTTP/2), of undici and of llhttp. `*` stands for the rest. The first match counts.
 * Node.js derives ERR__ERROR from Brotli codes: ERR__ERROR_FORMAT_…
 */
const FAILURE_CODES: readonly (readonly [...Failure, codes: string])[] = [
  ['dns', 'the host name does not exist', 'ENOTFOUND ENODATA EAI_NONAME EAI_NODATA'],
  ['dns', 'the name server did not respond', 'EAI_AGAIN ETIMEOUT EDNSTIMEOUT'],
  [
    'dns',
    'the host name could not be resolved',
    'EAI_FAIL EAI_SYSTEM EAI_MEMORY EAI_FAMILY ESERVFAIL EREFUSED EBADNAME EBADQUERY EBADRESP EFORMERR ENOTIMP EBADFAMILY',
  ],
  ['connect', 'the connection was refused', 'ECONNREFUSED'],
  ['connect', 'no route to the host', 'EHOSTUNREACH ENETUNREACH EHOSTDOWN ENETDOWN'],
  [
    'connect',
    'the connection could not be opened',
    'EACCES EPERM EADDRNOTAVAIL EADDRINUSE EAFNOSUPPORT EINVAL ERR_INVALID_IP_ADDRESS',
  ],
  ['connect', 'this machine cannot open more connections', 'EMFILE ENFILE ENOBUFS ENOMEM'],
  [
    'timeout',
    'the connection attempt timed out',
    'UND_ERR_CONNECT_TIMEOUT ETIMEDOUT ERR_TLS_HANDSHAKE_TIMEOUT ERR_SOCKET_CONNECTION_TIMEOUT',
  ],
  ['timeout', 'the response headers timed out', 'UND_ERR_HEADERS_TIMEOUT'],
  ['timeout', 'the response body timed out', 'UND_ERR_BODY_TIMEOUT'],
  [
    ...LOST,
    'ECONNRESET EPIPE ECONNABORTED UND_ERR_SOCKET UND_ERR_INFO ERR_STREAM_PREMATURE_CLOSE HPE_INVALID_EOF_STATE HPE_CLOSED_CONNECTION',
  ],
  ['reset', 'the body length differs from Content-Length', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'],
  ['tls', 'the certificate has expired', 'CERT_HAS_EXPIRED'],
  ['tls', 'the certificate is not valid yet', 'CERT_NOT_YET_VALID'],
  ['tls', 'the certificate is for another host', 'ERR_TLS_CERT_ALTNAME_INVALID HOSTNAME_MISMATCH'],
  [
    'tls',
    'the certificate authority is not trusted',
    'DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_VERIFY_LEAF_SIGNATURE UNABLE_TO_GET_ISSUER_CERT UNABLE_TO_GET_ISSUER_CERT_LOCALLY CERT_UNTRUSTED INVALID_CA',
  ],
  ['tls', 'the certificate was revoked', 'CERT_REVOKED'],
  ['tls', 'the certificate is not valid for servers', 'INVALID_PURPOSE'],
  ['tls', 'the certificate was not accepted', 'CERT_* ERROR_IN_CERT_* UNABLE_TO_DEC* PATH_LENGTH_EXCEEDED UNSPECIFIED'],
  ['tls', 'the TLS handshake failed', 'EPROTO ERR_SSL_* ERR_TLS_* ERR_OSSL_*'],
  ['protocol', 'the response headers are too large', 'UND_ERR_HEADERS_OVERFLOW'],
  [...NOT_HTTP, 'HPE_* ERR_HTTP2_* NGHTTP2_*'],
  ['unreadable', 'the compressed body is corrupt', 'Z_* ERR_BROTLI* ERR_PADDING* ERR__ERROR*'],
  ['proxy', 'the proxy could not be reached', 'UND_ERR_PRX_CONN'],
  ['proxy', 'the proxy certificate was not accepted', 'UND_ERR_PRX_TLS'],
  ['proxy', 'the proxy failed', 'UND_ERR_SOCKS5*'],
  ['aborted', 'the client was closed', 'UND_ERR_DESTROYED UND_ERR_CLOSED'],
  [...ABORTED, 'UND_ERR_ABORTED UND_ERR_ABORT ABORT_ERR ECANCELLED'],
];

const FAILURE_BY_CODE = FAILURE_CODES.map(([failure, detail, codes]) => {
  const pattern = new RegExp(`^(?:${codes.replaceAll('*', '.*').replaceAll(' ', '|')})$`);
  return { pattern, failure: [failure, detail] as const };
});

const TOTAL_TIMEOUT: Failure = ['timeout', 'the attempt exceeded its total time limit'];

/** Messages of undici and basic-ftp that have no code, or a code shared by different errors. */
const FAILURE_BY_MESSAGE: readonly (readonly [message: RegExp, Failure])[] = [
  [/^Response does not match the HTTP\/1\.1 protocol \(Invalid EOF state\)/, LOST],
  [/^Response does not match the HTTP\/1\.1 protocol/, NOT_HTTP],
  // An unexpected 100 or 101.
  [/^bad (?:response|upgrade)/, NOT_HTTP],
  [/^Proxy Authentication Required|^Proxy response \(407\)/, ['proxy', 'the proxy requires a password']],
  [/^Proxy response/, ['proxy', 'the proxy refused the connection']],
  // basic-ftp embeds its messages in others.
  [/\bTimeout \((?:control|data) socket\)/, ['timeout', 'the FTP server timed out']],
  [/\bServer (?:sent FIN|closed connection)|\bSocket closed due to/, LOST],
];

/** Responses that undici cannot parse end in an assertion or an unclassified code. */
const UNKNOWN: Failure = NOT_HTTP;

/** Limit for nested causes and for the attempts of happy eyeballs (RFC 8305). */
const MAX_ERRORS = 32;

/**
 * Classifies an error. A TransportError takes precedence, then a proxy failure, which would otherwise be attributed to
 * its cause, then the innermost known cause.
 */
export function failureOf(error: unknown): FailureResult {
  const errors = withCauses(error);
  const detected = errors.find((nested) => nested instanceof TransportError);
  if (detected !== undefined) {
    return result([detected.failure, detected.message], codeOf(detected.cause));
  }
  const known = errors.flatMap((nested) => {
    const failure = knownFailure(nested);
    return failure === undefined ? [] : [{ failure, code: codeOf(nested) }];
  });
  const decisive = known.find(({ failure }) => failure[0] === 'proxy') ?? known.at(-1);
  if (decisive !== undefined) return result(decisive.failure, decisive.code);
  return result(
    UNKNOWN,
    errors.map(codeOf).findLast((code) => code !== undefined),
  );
}

/** Classifies the reason of an aborted signal: the total time limit, or a cancellation. */
export function failureOfSignal({ reason }: AbortSignal): FailureResult {
  return result(isTimeout(reason) ? TOTAL_TIMEOUT : ABORTED, undefined);
}

function result([failure, detail]: Failure, code: string | undefined): FailureResult {
  return { kind: 'failure', failure, detail, ...(code !== undefined && { code }) };
}

/**
 * Returns an error and its causes from the outside in. The first of several attempts comes last, as the innermost
 * cause.
 */
function withCauses(error: unknown): Error[] {
  const errors: Error[] = [];
  const waiting = [error];
  while (waiting.length > 0 && errors.length < MAX_ERRORS) {
    const next = waiting.pop();
    if (!(next instanceof Error) || errors.includes(next)) continue;
    errors.push(next);
    if (next.cause !== undefined) waiting.push(next.cause);
    if (next instanceof AggregateError) waiting.push(...next.errors);
  }
  return errors;
}

function knownFailure(error: Error): Failure | undefined {
  if (isTimeout(error)) return TOTAL_TIMEOUT;
  const code = codeOf(error) ?? '';
  // Other messages may quote the server: that of a certificate for another host contains its names.
  const byMessage = /^(?:UND_ERR_|HPE_|$)/.test(code)
    ? FAILURE_BY_MESSAGE.find(([message]) => message.test(error.message))?.[1]
    : undefined;
  return byMessage ?? FAILURE_BY_CODE.find(({ pattern }) => pattern.test(code))?.failure;
}

/** System and library codes are words; those of DOMException are numbers, and basic-ftp uses "0" for none. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const { code } = error;
  return typeof code === 'string' && /^[a-z][\w-]{0,79}$/i.test(code) ? code : undefined;
}

/** Returns whether an error is the reason of AbortSignal.timeout(). */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}
