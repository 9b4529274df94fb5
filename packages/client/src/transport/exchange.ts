/** One request of a chain of redirects, whatever the scheme. */
import type { FailureKind, ReceivedBody, ResponseHeaders, Validators } from './outcome.js';

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
