/** What a transport may be told. Times are in milliseconds, sizes in bytes. */
import type { GuardOptions } from './guard.js';

export interface TransportLimits {
  /** To resolve a host name: 10 s. */
  readonly lookupMs: number;
  /** To connect once the name is resolved, TLS handshake included: 10 s. */
  readonly connectMs: number;
  /** From the request to the whole header: 10 s. */
  readonly headersMs: number;
  /** Between two parts of a body: 10 s. */
  readonly bodyMs: number;
  /** For the whole attempt, redirects included: 30 s. */
  readonly totalMs: number;
  /** The parsing limit: 512,000 and never less (RFC 9309 2.5). */
  readonly maxBytes: number;
  /** For the header of a response, and for all replies of an FTP server together: 64 KiB. */
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
  /** Refuses addresses that are not public; undefined where everything may be reached. */
  readonly guard: GuardOptions | undefined;
  /**
   * `environment`: what HTTP_PROXY, HTTPS_PROXY and NO_PROXY say. `none`: no proxy. Else the URL of a proxy for http and
   * https.
   */
  readonly proxy: 'environment' | 'none' | (string & {});
  /** Resolves host names in place of the DNS servers of the system. */
  readonly lookup?: LookupAddresses | undefined;
  /** Certificates of authorities to trust beside the usual ones, in PEM. */
  readonly ca: readonly string[];
}
