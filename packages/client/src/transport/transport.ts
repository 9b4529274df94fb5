/** The interfaces of a transport, which follows redirects, and of an exchange, which makes one request. */
import type { FailureResult, FetchOutcome, FtpResult, HttpResult, Validators } from '../policy/fetch-outcome.js';

export interface FetchRequest {
  /** Whether a redirect to the URL may be followed (default: all may). Its time does not count against the site. */
  readonly mayFollow?: (url: string) => boolean | Promise<boolean>;
  /** The robots.txt URL of the origin. */
  readonly url: string;
  readonly validators?: Validators | undefined;
  /**
   * The URL from which the validators came after redirects (default: `url`). They are sent only to that URL, because
   * they say nothing about other resources (RFC 9110 8.8).
   */
  readonly validatorsUrl?: string | undefined;
  readonly signal: AbortSignal;
}

/** Fetches a robots.txt. Never rejects because of network or server errors. */
export interface Transport {
  fetch(request: FetchRequest): Promise<FetchOutcome>;
  /** Closes idle and running connections. */
  close(): Promise<void>;
}

export interface ExchangeRequest {
  readonly url: URL;
  /** Whether a redirect of another origin leads to the URL. */
  readonly isRedirected?: boolean;
  /** Validators to send. */
  readonly validators?: Validators | undefined;
  /** Requires intermediate caches to revalidate (RFC 9111 5.2.1.4). */
  readonly noCache?: boolean;
  /** Waits for something other than the site, without counting the time against the total time limit. */
  readonly uncounted?: <Value>(wait: Promise<Value>) => Promise<Value>;
  /** Ends the exchange at the total time limit (reason: a TimeoutError) or when the attempt is canceled. */
  readonly signal: AbortSignal;
}

/** Makes one request. Never rejects because of network or server errors. */
export interface Exchange {
  request(request: ExchangeRequest): Promise<HttpResult | FtpResult | FailureResult>;
  close(): Promise<void>;
}
