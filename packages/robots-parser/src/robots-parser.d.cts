/**
 * The types for ES modules and CommonJS: `export =`, as that is all that versions of TypeScript before 5.7 can read.
 */
declare namespace robotsParser {
  /** A parsed robots.txt. `ua` is a product token, with or without a version (default: `*`). */
  interface Robot {
    /** Returns whether a crawler may fetch a URL; undefined if the URL is invalid or belongs to another site. */
    isAllowed(url: string, ua?: string): boolean | undefined;
    /** Returns `!isAllowed`, so true for a URL of another site. */
    isDisallowed(url: string, ua?: string): boolean | undefined;
    /** Returns whether a group that names the crawler disallows the URL; the group of `*` does not count. */
    isExplicitlyDisallowed(url: string, ua: string): boolean | undefined;
    /** Returns the line of the deciding rule, from 1, or -1 if no rule decides. */
    getMatchingLineNumber(url: string, ua?: string): number;
    /** Returns the crawl delay in seconds. */
    getCrawlDelay(ua?: string): number | undefined;
    /** Returns the values of the sitemap lines. */
    getSitemaps(): string[];
    /** Returns the value of the last host line in lower case. */
    getPreferredHost(): string | null;
  }

  interface RobotsParser {
    /** Parses a robots.txt that was fetched from a URL. If the URL is relative, only relative URLs can be checked. */
    (url: string, robotstxt: string): Robot;
    /** The function itself, for code that was compiled against the declarations of robots-parser 3.0. */
    readonly default: RobotsParser;
  }
}

declare const robotsParser: robotsParser.RobotsParser;
export = robotsParser;
