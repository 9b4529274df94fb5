/** Types for the parts that the bench uses of libraries without type declarations. */

declare module 'robots-txt-parse' {
  import type { Readable } from 'node:stream';

  function parse(content: Readable): Promise<parse.Parsed>;
  namespace parse {
    interface Parsed {
      groups: { agents: string[]; rules: { rule: string; path: string }[] }[];
    }
  }
  export = parse;
}

declare module 'robots-txt-guard' {
  import type { Parsed } from 'robots-txt-parse';

  function makeGuard(config: Parsed): makeGuard.Guard;
  namespace makeGuard {
    interface Guard {
      isAllowed(userAgent: string, path: string): boolean;
    }
  }
  export = makeGuard;
}

declare module 'robots-txt-parser' {
  function robots(options?: { userAgent?: string; allowOnNeutral?: boolean }): robots.Robots;
  namespace robots {
    interface Robots {
      parseRobots(url: string, body: string): void;
      canCrawlSync(url: string): boolean;
    }
  }
  export = robots;
}
