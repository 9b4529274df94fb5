/** Finds the requests of access logs that belong to the site: a robots.txt applies to one host only (RFC 9309 2.3). */

/** The hosts that the requests of a log name. */
export interface LogHosts {
  /** The host of the site; undefined if the robots.txt is not that of a known site, so that all requests count. */
  readonly site: string | undefined;
  /** The first two other hosts. */
  readonly examples: readonly string[];
  /** Requests for other hosts, which do not count. */
  readonly others: number;
}

const MAX_EXAMPLES = 2;

export class LogHostFilter {
  readonly #site: string | undefined;
  readonly #examples: string[] = [];
  #others = 0;

  /** @param source where the robots.txt was fetched from, if it is not the user's own text */
  constructor(source: string | undefined) {
    // Links can contain any text.
    this.#site = source !== undefined && URL.canParse(source) ? new URL(source).hostname : undefined;
  }

  /** Whether a request counts, as all without a host do. */
  accepts(host: string | undefined): boolean {
    if (host === undefined || host === this.#site) return true;
    if (this.#examples.length < MAX_EXAMPLES && !this.#examples.includes(host)) this.#examples.push(host);
    if (this.#site === undefined) return true;
    this.#others++;
    return false;
  }

  get hosts(): LogHosts {
    return { site: this.#site, examples: [...this.#examples], others: this.#others };
  }
}
