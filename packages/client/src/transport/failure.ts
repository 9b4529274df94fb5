/** Any error of a network, a server or a library -> what failed, in words that hold no secret. */
import type { FailureKind, FailureResult } from './outcome.js';

/** A fault of the transport's own finding. Its message is a clause for people and holds no secret. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly failure: FailureKind;

  constructor(failure: FailureKind, detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.failure = failure;
  }
}

type Meaning = readonly [failure: FailureKind, detail: string];

const CALLED_OFF: Meaning = ['aborted', 'the attempt was called off'];
const LOST: Meaning = ['reset', 'the connection was lost before the answer was whole'];

/** Where nobody but the transport sees that it was: a library takes it for an end. */
export function connectionLost(cause: unknown): TransportError {
  return new TransportError(...LOST, { cause });
}

/** Codes of Node (system, c-ares, OpenSSL, HTTP/2), of undici and of llhttp. */
const CODES_BY_MEANING: readonly (readonly [...Meaning, codes: string])[] = [
  ['dns', 'the name of the host does not exist', 'ENOTFOUND ENODATA EAI_NONAME EAI_NODATA'],
  ['dns', 'the name server did not answer', 'EAI_AGAIN ETIMEOUT EDNSTIMEOUT'],
  [
    'dns',
    'the name of the host could not be looked up',
    'EAI_FAIL EAI_SYSTEM EAI_MEMORY EAI_FAMILY ESERVFAIL EREFUSED EBADNAME EBADQUERY EBADRESP EFORMERR ENOTIMP EBADFAMILY',
  ],
  ['connect', 'the connection was refused', 'ECONNREFUSED'],
  ['connect', 'there is no route to the host', 'EHOSTUNREACH ENETUNREACH EHOSTDOWN ENETDOWN'],
  [
    'connect',
    'no connection could be opened',
    'EACCES EPERM EADDRNOTAVAIL EADDRINUSE EAFNOSUPPORT EINVAL ERR_INVALID_IP_ADDRESS',
  ],
  ['connect', 'this machine has no room for a further connection', 'EMFILE ENFILE ENOBUFS ENOMEM'],
  [
    'timeout',
    'connecting took too long',
    'UND_ERR_CONNECT_TIMEOUT ETIMEDOUT ERR_TLS_HANDSHAKE_TIMEOUT ERR_SOCKET_CONNECTION_TIMEOUT',
  ],
  ['timeout', 'the header of the answer took too long', 'UND_ERR_HEADERS_TIMEOUT'],
  ['timeout', 'the body of the answer took too long', 'UND_ERR_BODY_TIMEOUT'],
  [
    ...LOST,
    'ECONNRESET EPIPE ECONNABORTED UND_ERR_SOCKET UND_ERR_INFO ERR_STREAM_PREMATURE_CLOSE HPE_INVALID_EOF_STATE HPE_CLOSED_CONNECTION',
  ],
  ['reset', 'the body is not as long as announced', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'],
  ['tls', 'the certificate has expired', 'CERT_HAS_EXPIRED'],
  ['tls', 'the certificate is not valid yet', 'CERT_NOT_YET_VALID'],
  ['tls', 'the certificate is for another host', 'ERR_TLS_CERT_ALTNAME_INVALID HOSTNAME_MISMATCH'],
  [
    'tls',
    'the certificate is of an authority that is not trusted',
    'DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_VERIFY_LEAF_SIGNATURE UNABLE_TO_GET_ISSUER_CERT UNABLE_TO_GET_ISSUER_CERT_LOCALLY CERT_UNTRUSTED INVALID_CA',
  ],
  ['tls', 'the certificate was withdrawn', 'CERT_REVOKED'],
  ['tls', 'the certificate is not for servers', 'INVALID_PURPOSE'],
  ['tls', 'the handshake of TLS failed', 'EPROTO'],
  ['protocol', 'the header of the answer is too long', 'UND_ERR_HEADERS_OVERFLOW'],
  ['proxy', 'no connection to the proxy', 'UND_ERR_PRX_CONN'],
  ['proxy', 'the certificate of the proxy was not accepted', 'UND_ERR_PRX_TLS'],
  ['aborted', 'the client was closed', 'UND_ERR_DESTROYED UND_ERR_CLOSED'],
  [...CALLED_OFF, 'UND_ERR_ABORTED UND_ERR_ABORT ABORT_ERR ECANCELLED'],
];

const MEANING_BY_CODE: ReadonlyMap<string, Meaning> = new Map(
  CODES_BY_MEANING.flatMap(([failure, detail, codes]) =>
    codes.split(' ').map((code) => [code, [failure, detail]] as const),
  ),
);

const NOT_HTTP: Meaning = ['protocol', 'the answer is not HTTP as it should be'];
const BROKEN_CODING: Meaning = ['content-encoding', 'the compressed body is broken'];
const WHOLE_TIMEOUT: Meaning = ['timeout', 'the whole attempt took too long'];
const BROKEN_TLS: Meaning = ['tls', 'the handshake of TLS failed'];

const NO_PASSWORD: Meaning = ['proxy', 'the proxy asks for a password'];

/** How messages of undici begin that have no code, or one code for different things. */
const MEANING_BY_MESSAGE: readonly (readonly [start: string, Meaning])[] = [
  ['Response does not match the HTTP/1.1 protocol (Invalid EOF state)', LOST],
  ['Response does not match the HTTP/1.1 protocol', NOT_HTTP],
  // A 100 that nobody asked for, and a 101.
  ['bad response', NOT_HTTP],
  ['bad upgrade', NOT_HTTP],
  ['Proxy Authentication Required', NO_PASSWORD],
  ['Proxy response (407)', NO_PASSWORD],
  ['Proxy response', ['proxy', 'the proxy refused the connection']],
];

/** Families of codes, after the codes of their own above. */
const MEANING_BY_PREFIX: readonly (readonly [prefix: string, Meaning])[] = [
  ['Z_', BROKEN_CODING],
  ['ZSTD_', BROKEN_CODING],
  ['ERR_ZSTD', BROKEN_CODING],
  ['ERR_BROTLI', BROKEN_CODING],
  ['ERR_PADDING', BROKEN_CODING],
  // What Node makes of the codes of Brotli: ERR__ERROR_FORMAT_…
  ['ERR__ERROR', BROKEN_CODING],
  ['ERR_SSL_', BROKEN_TLS],
  ['ERR_TLS_', BROKEN_TLS],
  ['ERR_OSSL_', BROKEN_TLS],
  ['CERT_', ['tls', 'the certificate was not accepted']],
  ['UND_ERR_SOCKS5', ['proxy', 'the proxy failed']],
  ['HPE_', NOT_HTTP],
  ['ERR_HTTP2_', NOT_HTTP],
  ['NGHTTP2_', NOT_HTTP],
];

/** An answer that the parser or undici cannot make sense of ends in an assertion of theirs, or in a code without a meaning. */
const UNKNOWN: Meaning = NOT_HTTP;

/** How many errors are looked at: causes of causes, and the attempts of happy eyeballs (RFC 8305). */
const MOST_ERRORS = 32;

/**
 * What failed. A fault of the transport's own finding counts most, then a failure of the proxy, which hides what it came
 * from; else the innermost cause that is known.
 */
export function failureOf(error: unknown): FailureResult {
  const errors = withCauses(error);
  const own = errors.find((each) => each instanceof TransportError);
  if (own !== undefined) return failure([own.failure, own.message], codeOf(own.cause));
  const known = errors.flatMap((each) => {
    const meaning = meaningOf(each);
    return meaning === undefined ? [] : [{ meaning, code: codeOf(each) }];
  });
  const decisive = known.find(({ meaning }) => meaning[0] === 'proxy') ?? known.at(-1);
  if (decisive !== undefined) return failure(decisive.meaning, decisive.code);
  return failure(
    UNKNOWN,
    errors.map(codeOf).findLast((code) => code !== undefined),
  );
}

/** Why a signal ended an exchange: it took too long as a whole, or nobody wants it any more. */
export function failureOfSignal({ reason }: AbortSignal): FailureResult {
  return failure(isTimeout(reason) ? WHOLE_TIMEOUT : CALLED_OFF, undefined);
}

function failure([kind, detail]: Meaning, code: string | undefined): FailureResult {
  const result: FailureResult = { kind: 'failure', failure: kind, detail };
  return code === undefined ? result : { ...result, code };
}

/** An error, then its causes from the outside inwards. Of several attempts the first one comes last: it is the innermost. */
function withCauses(error: unknown): Error[] {
  const errors: Error[] = [];
  const waiting = [error];
  while (waiting.length > 0 && errors.length < MOST_ERRORS) {
    const each = waiting.pop();
    if (!(each instanceof Error) || errors.includes(each)) continue;
    errors.push(each);
    if (each.cause !== undefined) waiting.push(each.cause);
    if (each instanceof AggregateError) waiting.push(...each.errors);
  }
  return errors;
}

function meaningOf(error: Error): Meaning | undefined {
  if (isTimeout(error)) return WHOLE_TIMEOUT;
  const byMessage = MEANING_BY_MESSAGE.find(([start]) => error.message.startsWith(start));
  if (byMessage !== undefined) return byMessage[1];
  const code = codeOf(error);
  if (code === undefined) return undefined;
  return (
    MEANING_BY_CODE.get(code) ?? MEANING_BY_PREFIX.find(([prefix]) => code.startsWith(prefix))?.[1]
  );
}

/** Codes are words in capitals; those of DOMException are numbers. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const { code } = error;
  return typeof code === 'string' && /^[\w-]{1,80}$/.test(code) ? code : undefined;
}

/** What AbortSignal.timeout() gives as its reason. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}
