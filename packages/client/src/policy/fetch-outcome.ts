/**
 * What an attempt to fetch a robots.txt returned, as facts without interpretation. `access.ts` interprets them; core's
 * `Outcome` is what follows for a crawler.
 */

/** A redirect that was followed or refused. */
export interface Hop {
  /** The URL that redirected. */
  readonly url: string;
  readonly status: number;
  /** The absolute URL of its Location; undefined if invalid or missing. */
  readonly location: string | undefined;
}

/** The response headers that affect cache lifetime, renewal, and the next try. Names are in lower case. */
export interface FetchedHeaders {
  readonly age?: string;
  readonly 'cache-control'?: string;
  readonly date?: string;
  readonly etag?: string;
  readonly expires?: string;
  readonly 'last-modified'?: string;
  readonly pragma?: string;
  readonly 'retry-after'?: string;
  readonly 'content-type'?: string;
}

/** How the bytes of a body were converted to UTF-8. */
export interface BodyCharset {
  /** `utf-8`, or the label of the WHATWG Encoding Standard that it was decoded from. */
  readonly name: string;
  /** The source of the charset; `default` if none was declared. */
  readonly from: 'byte-order-mark' | 'content-type' | 'default';
  /** A declared charset that is unknown or implausible. The body was decoded as UTF-8. */
  readonly unknown?: string;
}

/** A body up to the parsing limit, decoded and in UTF-8. */
export interface ReceivedBody {
  /** At most one byte longer than the parsing limit, so that the parser can detect a line end at the limit. */
  readonly bytes: Uint8Array;
  /** Whether the body continued beyond the limit. The rest was not read. */
  readonly truncated: boolean;
  readonly charset: BodyCharset;
  /** Bytes on the wire, before decoding. */
  readonly wireBytes: number;
}

/** Every kind of failure of an attempt. */
export const FAILURE_KINDS = [
  /** The host name does not exist or could not be resolved. */
  'dns',
  /** No connection: refused, no route. */
  'connect',
  /** Connecting, headers, body, or the whole attempt timed out. */
  'timeout',
  /** The connection was lost before the response was complete, or the body was shorter than declared. */
  'reset',
  /** The certificate or the handshake was not accepted. */
  'tls',
  /** The response is not valid HTTP or FTP: bad chunking, headers beyond the limit. */
  'protocol',
  /** The body of a successful response cannot be decoded or is not text. The server is reachable, so it never counts as open. */
  'unreadable',
  /** The content-encoding exceeds a bound, or a transfer-encoding is not chunked. */
  'content-encoding',
  /** The guard refused the addresses of a host. */
  'refused-address',
  /** A redirect without a usable Location, or to a scheme other than http, https and ftp. */
  'bad-redirect',
  /** The proxy failed or refused. */
  'proxy',
  /** The attempt was aborted because the client was closed or all callers stopped waiting. */
  'aborted',
] as const;

export type FailureKind = (typeof FAILURE_KINDS)[number];

interface RequestedHops {
  /** The URL of the last response, or the last requested one. */
  readonly url: string;
  readonly hops: readonly Hop[];
}

export interface HttpResult {
  readonly kind: 'http';
  /** In the outcome of an attempt, never a redirect that could be followed. */
  readonly status: number;
  readonly headers: FetchedHeaders;
  /** The raw Location header. */
  readonly location: string | undefined;
  /** Set for status 200-299 other than 206; other bodies are not read. */
  readonly body: ReceivedBody | undefined;
  /**
   * Whether the page of a status from 500 to 599 says that it was not found; undefined if it was not read, which only a
   * policy with `softNotFound` needs.
   */
  readonly saysNotFound?: boolean | undefined;
  /** Whether only the end of the connection delimits the body (RFC 9112 6.3). */
  readonly closeDelimited: boolean;
  /** Whether the request was conditional. A 304 is valid only then. */
  readonly conditional: boolean;
}

export interface FtpResult {
  readonly kind: 'ftp';
  /** The final reply (RFC 959): 226, 550, 530, 4yz … */
  readonly code: number;
  /** The text of an error reply. */
  readonly detail: string;
  readonly body: ReceivedBody | undefined;
}

export interface FailureResult {
  readonly kind: 'failure';
  readonly failure: FailureKind;
  /** Reason to embed in a sentence, in lower case and without a period: `the connection was refused`. Contains no secrets. */
  readonly detail: string;
  /** The error code of the system or library, if any: `ECONNREFUSED`. */
  readonly code?: string;
}

export interface HttpOutcome extends RequestedHops, Omit<HttpResult, 'location' | 'closeDelimited'> {}

export interface FtpOutcome extends RequestedHops, FtpResult {}

interface RedirectsOutcome extends RequestedHops {
  readonly kind: 'too-many-redirects' | 'redirect-loop';
}

export interface FailureOutcome extends RequestedHops, FailureResult {}

export type FetchOutcome = HttpOutcome | FtpOutcome | RedirectsOutcome | FailureOutcome;

/** The validators of the last good copy (RFC 9110 13.1). */
export interface Validators {
  readonly etag?: string;
  readonly lastModified?: string;
}
