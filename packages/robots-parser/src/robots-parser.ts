/** The API of robots-parser 3, with the verdicts of RFC 9309. */
import { type Dialect, dialects, type Matcher, parseRobotsTxt, type RobotsTxt } from '@repkit/core';
import type { Robot, RobotsParser } from './robots-parser.cjs';

const { rfc9309 } = dialects;
/** RFC 9309. Where it leaves a choice, as in robots-parser: misspelled fields and lines without a colon are ignored. */
const dialect: Dialect = {
  ...rfc9309,
  name: 'robots-parser',
  fieldNames: {
    ...rfc9309.fieldNames,
    'user-agent': ['user-agent'],
    disallow: ['disallow'],
    sitemap: ['sitemap'],
  },
  missingColon: 'ignored',
};

/** The most that core accepts: the text is in memory already. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Relative URLs belong to this site, which cannot exist (RFC 2606 2). */
const RELATIVE_BASE = 'http://relative.invalid/';
const STAR = '*';

/** The base changes no URL with an authority, but takes time. */
function parseUrl(url: string): URL | undefined {
  // URL.parse is missing in the first releases of Node 20.
  try {
    return new URL(url, /^https?:\/\//i.test(url) ? undefined : RELATIVE_BASE);
  } catch {
    return undefined;
  }
}

/** Returns how the URLs of a site start; undefined for a URL such as `mailto:a`, which belongs to no site. */
function siteOf({ protocol, host }: URL): string | undefined {
  return host === '' && protocol !== 'file:' ? undefined : `${protocol}//${host}/`;
}

/** Returns the product token at the start of a name: up to the first character that RFC 9309 2.2.1 does not allow. */
function tokenOf(ua: string | undefined): string {
  return /^\s*([\w.-]+)/.exec(ua ?? STAR)?.[1] ?? STAR;
}

/** The lines from a run of user-agent lines to the next. */
interface Block {
  delay?: number;
}

class ParsedRobots implements Robot {
  readonly #robotsTxt: RobotsTxt;
  /** The start of all URLs of the site; undefined if the URL of the file is invalid. */
  readonly #site: string | undefined;
  /** The latest name and its token, cached because most crawlers pass one name. */
  #name: string | undefined;
  #token = STAR;
  /** By the lines of the user-agent records. */
  #blocks: ReadonlyMap<number, Block> | undefined;

  constructor(url: string, contents: string) {
    const parsed = parseUrl(url);
    this.#site = parsed && siteOf(parsed);
    // A lone surrogate would become U+FFFD, as it does in URLs. An escape that no URL has keeps the rule without effect.
    const text = contents.isWellFormed() ? contents : contents.replaceAll(/\p{Surrogate}/gu, '%ED%A0%80');
    this.#robotsTxt = parseRobotsTxt(text, { dialect, maxBytes: MAX_BYTES });
  }

  isAllowed(url: string, ua?: string): boolean | undefined {
    const parsed = this.#ownUrl(url);
    return parsed === undefined ? undefined : this.#matcher(ua).isAllowed(parsed);
  }

  isDisallowed(url: string, ua?: string): boolean | undefined {
    return !this.isAllowed(url, ua);
  }

  isExplicitlyDisallowed(url: string, ua: string): boolean | undefined {
    const parsed = this.#ownUrl(url);
    if (parsed === undefined) return undefined;
    const matcher = this.#matcher(ua);
    return matcher.group?.productToken === this.#token && !matcher.isAllowed(parsed);
  }

  getMatchingLineNumber(url: string, ua?: string): number {
    const parsed = this.#ownUrl(url);
    const verdict = parsed === undefined ? undefined : this.#matcher(ua).explain(parsed);
    return verdict?.reason === 'rule' ? verdict.rule.line : -1;
  }

  getCrawlDelay(ua?: string): number | undefined {
    this.#blocks ??= this.#readBlocks();
    const lines = this.#matcher(ua).group?.userAgentLines ?? [];
    const delays = lines.map((line) => this.#blocks?.get(line)?.delay);
    return delays.findLast((delay) => delay !== undefined);
  }

  getSitemaps(): string[] {
    return this.#valuesOf('sitemap');
  }

  getPreferredHost(): string | null {
    return this.#valuesOf('host').at(-1)?.toLowerCase() ?? null;
  }

  /** Returns the URL, parsed if necessary; undefined if it is invalid or belongs to another site. */
  #ownUrl(url: string): string | URL | undefined {
    const site = this.#site;
    if (site === undefined) return undefined;
    if (typeof url === 'string' && url.startsWith(site)) return url;
    const parsed = parseUrl(url);
    return parsed && siteOf(parsed) === site ? parsed : undefined;
  }

  #matcher(ua: string | undefined): Matcher {
    if (ua !== this.#name) {
      this.#name = ua;
      this.#token = tokenOf(ua);
    }
    return this.#robotsTxt.matcher(this.#token);
  }

  #valuesOf(field: 'sitemap' | 'host'): string[] {
    return this.#robotsTxt.otherRecords
      .filter((record) => record.field === field && record.value !== '')
      .map(({ value }) => value);
  }

  /** RFC 9309 does not define crawl-delay: as in robots-parser, it is for the user-agent lines directly before its block. */
  #readBlocks(): Map<number, Block> {
    const blocks = new Map<number, Block>();
    let block: Block = {};
    let isClosed = false;
    for (const { kind, line, field, value } of this.#robotsTxt.records) {
      if (field === undefined || field.text === '') continue;
      if (kind === 'user-agent') {
        if (isClosed) block = {};
        blocks.set(line, block);
      }
      isClosed = kind !== 'user-agent';
      const delay = Number(kind === 'crawl-delay' ? value?.text : undefined);
      if (!Number.isNaN(delay)) block.delay = delay;
    }
    return blocks;
  }
}

function parse(url: string, robotstxt: string): Robot {
  return new ParsedRobots(url, robotstxt || '');
}

const robotsParser: RobotsParser = Object.assign(parse, { default: parse as RobotsParser });

// The second name is what require() returns.
export { robotsParser as default, robotsParser as 'module.exports' };
