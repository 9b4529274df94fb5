/** What one attempt to fetch a robots.txt met, as facts without judgment, and the interface of one request. */

/** A redirect that was followed or refused. */
export interface Hop {
  /** The URL that answered with the redirect. */
  readonly url: string;
  readonly status: number;
  /** Where its Location led, as an absolute URL; undefined where it could not be read. */
  readonly location: string | undefined;
}

/** What of a response's header decides about its life, its renewal and the next try. Names in lower case. */
export interface ResponseHeaders {
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

/** How the bytes of a body became UTF-8. */
export interface BodyCharset {
  /** `utf-8`, or the label of the WHATWG Encoding Standard that it was decoded from. */
  readonly name: string;
  /** Who said so; `default` where nobody did. */
  readonly from: 'byte-order-mark' | 'content-type' | 'default';
  /** A charset that was declared, but is not known or cannot be; the body was read as UTF-8. */
  readonly unknown?: string;
}

/** A body as far as the parsing limit, its content-encoding taken off, in UTF-8. */
export interface ReceivedBody {
  /** At most the parsing limit and one byte more, which tells the parser whether the limit falls on a line's end. */
  readonly bytes: Uint8Array;
  /** True where the body went on past the limit; the rest was not read. */
  readonly truncated: boolean;
  readonly charset: BodyCharset;
  /** Bytes that came over the wire for this body, before decoding. */
  readonly wireBytes: number;
}

/** Every kind of failure of an attempt. */
export const FAILURE_KINDS = [
  /** The name was not found, or could not be looked up. */
  'dns',
  /** No connection: refused, no route. */
  'connect',
  /** Connecting, the headers, the body or the whole took too long. */
  'timeout',
  /** The connection was lost before the answer was whole; a body shorter than announced. */
  'reset',
  /** The certificate or the handshake was not accepted. */
  'tls',
  /** The answer is not HTTP or FTP as it should be: bad chunking, headers past the limit. */
  'protocol',
  /** The content-encoding is unknown or its data is broken; a transfer-encoding other than chunked. */
  'content-encoding',
  /** The guard refused the addresses of a host. */
  'refused-address',
  /** A redirect without a usable Location, or to a scheme other than http, https and ftp. */
  'bad-redirect',
  /** The proxy failed or refused. */
  'proxy',
  /** The attempt was called off: the client was closed. */
  'aborted',
] as const;

export type FailureKind = (typeof FAILURE_KINDS)[number];

interface Attempt {
  /** The URL that gave the last answer, or was asked last. */
  readonly url: string;
  readonly hops: readonly Hop[];
}

export interface HttpOutcome extends Attempt {
  readonly kind: 'http';
  /** The final status; a redirect only where more than five came or they ran in a circle. */
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** Of a status 200-299 other than 206; undefined for the others, whose bodies are not read. */
  readonly body: ReceivedBody | undefined;
  /** Whether the request bore validators: only then is a 304 ours. */
  readonly conditional: boolean;
}

export interface FtpOutcome extends Attempt {
  readonly kind: 'ftp';
  /** The final reply (RFC 959): 226, 550, 530, 4yz … */
  readonly code: number;
  /** The text of a reply that is no success. */
  readonly detail: string;
  readonly body: ReceivedBody | undefined;
}

interface RedirectsOutcome extends Attempt {
  readonly kind: 'too-many-redirects' | 'redirect-loop';
}

export interface FailureOutcome extends Attempt {
  readonly kind: 'failure';
  readonly failure: FailureKind;
  /** What happened, as a clause for people: `the connection was refused`. Never holds a secret. */
  readonly detail: string;
  /** The code of the system or of the library, where there is one: `ECONNREFUSED`. */
  readonly code?: string;
}

export type FetchOutcome = HttpOutcome | FtpOutcome | RedirectsOutcome | FailureOutcome;

/** The validators of the last good copy (RFC 9110 13.1). */
export interface Validators {
  readonly etag?: string;
  readonly lastModified?: string;
}

export interface FetchRequest {
  /** The robots.txt URL of the origin. */
  readonly url: string;
  readonly validators?: Validators | undefined;
  /**
   * The URL that gave the copy of the validators, wherever redirects led then; `url` where it is left out. They are sent
   * to that URL alone: they say nothing about what another URL has (RFC 9110 8.8).
   */
  readonly validatorsUrl?: string | undefined;
  readonly signal: AbortSignal;
}

/** Gets a robots.txt. Never rejects for what a network or a server does. */
export interface Transport {
  fetch(request: FetchRequest): Promise<FetchOutcome>;
  /** Closes idle and running connections. */
  close(): Promise<void>;
}

export interface ExchangeRequest {
  readonly url: URL;
  /** Sent where the URL is the one that gave the copy. */
  readonly validators?: Validators | undefined;
  /** Caches on the way shall ask the server themselves (RFC 9111 5.2.1.4). */
  readonly noCache?: boolean;
  /** Ends the exchange where the whole attempt took too long (reason: a TimeoutError) or was called off. */
  readonly signal: AbortSignal;
}

export interface HttpResult {
  readonly kind: 'http';
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** The Location of a redirect as it came. */
  readonly location: string | undefined;
  readonly body: ReceivedBody | undefined;
  /** Whether only the end of the connection marked the end of the body (RFC 9112 6.3). */
  readonly closeDelimited: boolean;
  /** Whether the request bore validators. */
  readonly conditional: boolean;
}

export interface FtpResult {
  readonly kind: 'ftp';
  readonly code: number;
  readonly detail: string;
  readonly body: ReceivedBody | undefined;
}

export interface FailureResult {
  readonly kind: 'failure';
  readonly failure: FailureKind;
  readonly detail: string;
  readonly code?: string;
}

/** Never rejects for what a network or a server does. */
export interface Exchange {
  request(request: ExchangeRequest): Promise<HttpResult | FtpResult | FailureResult>;
  close(): Promise<void>;
}
