/** What a run did not read of its sources, which is reported at its end. */

/** Why a sitemap is not requested. */
export interface Refusal {
  readonly why: string;
  /** The site, if all its sitemaps are refused for the same reason. */
  readonly site?: string;
}

/** The sitemaps of a site that are refused for the same reason. */
interface RefusedSite {
  readonly why: string;
  readonly firstUrl: string;
  count: number;
}

/** Sentences, and sites, that are kept; further ones are counted. */
const MAX_KEPT = 100;

export class UnreadSources {
  readonly #reasons = new Set<string>();
  readonly #sites = new Map<string, RefusedSite>();
  #more = 0;

  /** Whether all sources were read, and to their end. */
  get isEmpty(): boolean {
    return this.#reasons.size === 0 && this.#sites.size === 0;
  }

  /** Adds a sentence about a source. */
  add(reason: string): void {
    if (this.#reasons.size < MAX_KEPT) this.#reasons.add(reason);
    else this.#more++;
  }

  addSitemap(url: string, { why, site }: Refusal): void {
    if (site === undefined) {
      this.add(`Did not request the sitemap ${url}: ${why}.`);
      return;
    }
    const refused = this.#sites.get(site);
    if (refused !== undefined) refused.count++;
    else if (this.#sites.size < MAX_KEPT) this.#sites.set(site, { why, firstUrl: url, count: 1 });
    else this.#more++;
  }

  *sentences(): Generator<string> {
    for (const [site, { why, firstUrl, count }] of this.#sites) {
      const which = count === 1 ? `the sitemap ${firstUrl}` : `${count} sitemaps of ${site}, such as ${firstUrl}`;
      yield `Did not request ${which}: ${why}.`;
    }
    yield* this.#reasons;
    if (this.#more > 0) yield `Further sources that were not read completely: ${this.#more}.`;
  }
}
