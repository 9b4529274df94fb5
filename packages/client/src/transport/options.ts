/** What a transport may be told. Times are in milliseconds, sizes in octets. */

export interface TransportLimits {
  /** To connect, the TLS handshake included: 10 s. */
  readonly connectMs: number;
  /** From the request to the whole header: 10 s. */
  readonly headersMs: number;
  /** Between two parts of a body: 10 s. */
  readonly bodyMs: number;
  /** For the whole attempt, redirects included: 30 s. */
  readonly totalMs: number;
  /** The parsing limit: 512,000 and never less (RFC 9309 2.5). */
  readonly maxBytes: number;
  /** For the header of a response: 64 KiB. */
  readonly maxHeaderBytes: number;
}

/** What may be reached although it is not public. */
export interface GuardOptions {
  /** Hosts by name, such as `intranet.example`; whatever address they have is allowed. */
  readonly allowHosts?: readonly string[];
  /** Addresses as CIDR, such as `10.1.0.0/16` or `::1/128`. */
  readonly allowCidrs?: readonly string[];
}

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
  /** Certificates of authorities to trust beside the usual ones, in PEM. */
  readonly ca: readonly string[];
}
