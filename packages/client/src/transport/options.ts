/** The options of a transport. Times are in milliseconds, sizes in bytes. */
import type { GuardOptions } from './guard.js';

export interface TransportLimits {
  /** Timeout for resolving a host name: 10 s. */
  readonly lookupMs: number;
  /** Timeout for connecting after the lookup, including the TLS handshake: 10 s. */
  readonly connectMs: number;
  /** Timeout from the request to the complete response headers: 10 s. */
  readonly headersMs: number;
  /** Timeout between two parts of a body: 10 s. */
  readonly bodyMs: number;
  /** Timeout for the whole attempt, including redirects: 30 s. */
  readonly totalMs: number;
  /** The parsing limit: 512,000, which is also the minimum (RFC 9309 2.5). */
  readonly maxBytes: number;
  /** Limit for the headers of a response, and for all replies of an FTP server together: 64 KiB. */
  readonly maxHeaderBytes: number;
}

export interface HostAddress {
  readonly address: string;
  readonly family: number;
}

/** Returns all addresses of a host name. Rejects if it has none or the lookup fails. */
export type LookupAddresses = (name: string) => Promise<readonly HostAddress[]>;

export interface TransportOptions {
  /** The User-Agent header of every request. */
  readonly userAgent: string;
  readonly limits: TransportLimits;
  /** Refuses addresses that are not public, with these exceptions; undefined allows all addresses. */
  readonly guard: GuardOptions | undefined;
  /**
   * `environment`: use HTTP_PROXY, HTTPS_PROXY, and NO_PROXY. `none`: no proxy. Otherwise the URL of a proxy for http
   * and https.
   */
  readonly proxy: 'environment' | 'none' | (string & {});
  /** Resolves host names instead of the system's DNS servers. */
  readonly lookup?: LookupAddresses | undefined;
  /** CA certificates in PEM to trust in addition to the default ones. */
  readonly ca: readonly string[];
  /** Number of consecutive redirects to follow: 5. */
  readonly maxRedirects?: number | undefined;
  /** Whether to read the page of a status from 500 to 599, for policies with `softNotFound`: false. */
  readonly readsErrorPages?: boolean | undefined;
  /**
   * `any` also accepts bodies that are not text, such as compressed sitemaps (default: `text`, because a robots.txt that
   * cannot be read must not count as one without rules).
   */
  readonly content?: 'text' | 'any' | undefined;
}
