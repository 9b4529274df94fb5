/** Crawlers that are known by name, as their operators document them. */

import type { DialectName } from '../dialect/dialect.js';
import type { CrawlerBehavior, CrawlerFact, FactSource } from '../file/crawler.js';
import { aiPages } from './ai-pages.js';
import { googlePages } from './google-pages.js';
import type { CrawlerAddresses, CrawlerDetails, CrawlerKind, CrawlerPurpose, Fact, OperatorPage } from './operator-page.js';
import { otherPages } from './other-pages.js';
import { searchPages } from './search-pages.js';
import { sitePages } from './site-pages.js';

/** A crawler and what is documented about it. Without documented facts, it follows RFC 9309. */
export interface CrawlerProfile extends CrawlerBehavior {
  /** The name to write on a user-agent line (RFC 9309 2.2.1), as its operator spells it. */
  readonly name: string;
  readonly kind: CrawlerKind;
  /**
   * The name with all its words, to write on a user-agent line: the product token is its first word, and other parsers compare
   * the whole value. Absent if the name has one word.
   */
  readonly fullName?: string;
  /** The dialect closest to how it interprets a robots.txt, if that is documented. */
  readonly dialect?: DialectName;
  /** The name of the access policy of @repkit/client closest to how it fetches, if that is documented. */
  readonly policy?: string;
  readonly operator: string;
  /** What it is for, the main purpose first; at least one. */
  readonly purposes: readonly CrawlerPurpose[];
  /** The URL of its operator's page about it; if there is none, a third party's, as the note states. */
  readonly source: string;
  /** Where its requests come from, if its operator documents that. */
  readonly addresses?: CrawlerAddresses;
  /** What the owner of a site loses by blocking it, in one sentence, if its operator documents that. */
  readonly blocking?: string;
  /** What a site owner must know: it may send another name, or read no robots.txt. */
  readonly note?: string;
  /** For each documented fact, its page and when that was checked. */
  readonly facts: Readonly<Partial<Record<CrawlerFact, FactSource>>>;
}

/** All of them by name, in alphabetical order regardless of case. Bundlers drop them if they are not used. */
export const knownCrawlers: readonly CrawlerProfile[] = /* @__PURE__ */ allProfiles();

const byName: ReadonlyMap<string, CrawlerProfile> = /* @__PURE__ */ new Map(
  knownCrawlers.map((crawler) => [crawler.name.toLowerCase(), crawler]),
);

function allProfiles(): CrawlerProfile[] {
  return [...googlePages, ...searchPages, ...aiPages, ...sitePages, ...otherPages]
    .flatMap(profilesOf)
    .sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));
}

/**
 * Returns the profile of a known crawler; case makes no difference (RFC 9309 2.2.1).
 *
 * @example
 * ```ts
 * import { crawlerProfile } from '@repkit/core/crawlers';
 *
 * crawlerProfile('gptbot')?.operator; // 'OpenAI'
 * crawlerProfile('ExampleBot'); // undefined
 * ```
 */
export function crawlerProfile(name: string): CrawlerProfile | undefined {
  return byName.get(name.toLowerCase());
}

function profilesOf({ operator, source, checked, all, crawlers }: OperatorPage): CrawlerProfile[] {
  return crawlers.map(([name, purpose, crawlerDetails = {}]) => {
    const ofCrawler = typeof crawlerDetails === 'string' ? { note: crawlerDetails } : crawlerDetails;
    const { thenTokens, alsoFor, governs, fullName, note, ...details }: CrawlerDetails = { ...all, ...ofCrawler };
    const documented = { ...details, productTokens: thenTokens, purposes: alsoFor };
    const { values, facts } = readFacts(documented, { name, source, checked });
    const { productTokens = [], purposes = [], ...behavior } = values;
    return {
      name,
      productTokens: [name, ...productTokens],
      fallsBackToStar: true,
      kind: 'crawler',
      ...behavior,
      ...(governs !== undefined && { governs }),
      ...(fullName !== undefined && { fullName }),
      ...(note !== undefined && { note }),
      facts,
      operator,
      purposes: [purpose, purposes].flat(),
      source,
    };
  });
}

type Documented = Pick<CrawlerProfile, CrawlerFact>;

/** Divides documented facts into their values and sources. A fact without a page or date of its own has those of the page. */
function readFacts(
  documented: { readonly [Name in CrawlerFact]?: Fact<Documented[Name]> | undefined },
  page: { readonly name: string; readonly source: string; readonly checked: string | undefined },
) {
  const values: Partial<Record<string, unknown>> = {};
  const facts: Partial<Record<string, FactSource>> = {};
  for (const [fact, value] of Object.entries(documented)) {
    if (value === undefined) continue;
    const stated = typeof value === 'object' && 'is' in value ? value : { is: value };
    const { source, checked } = { ...page, ...stated };
    if (checked === undefined) throw new Error(`${page.name}: ${fact} has no date`);
    values[fact] = stated.is;
    facts[fact] = { source, checked };
  }
  return { values: values as Partial<Documented>, facts: facts as CrawlerProfile['facts'] };
}
