/**
 * repkit, used in several ways, and other libraries from npm, each in its fastest way. Each has its own loop over URLs: in a
 * shared one, engines cannot inline the calls, and repkit takes 3 to 16 % longer.
 */
import { Readable } from 'node:stream';
import { parseRobotsTxt } from '@repkit/core';
import dropIn from '@repkit/robots-parser';
import robotsParserModule from 'robots-parser';
import makeGuard from 'robots-txt-guard';
import parseStream from 'robots-txt-parse';
import makeRobots from 'robots-txt-parser';
import { type Body, ORIGIN, TOKEN } from './inputs.ts';

/** Checks `count` URLs, starting at index `from` and wrapping around, and returns how many are allowed. */
type CountAllowed = (urls: readonly string[], from: number, count: number) => number;

export interface Contender {
  readonly name: string;
  /** Parses a file and checks one URL. */
  readonly oneShot?: (file: Body, url: string) => boolean | Promise<boolean>;
  /** Parses once and returns a function that checks URLs. */
  readonly prepare?: (body: string, token: string) => CountAllowed | Promise<CountAllowed>;
  /** Parses and returns everything that a user would hold on to. */
  readonly keep?: (file: Body) => unknown;
}

const ROBOTS_URL = `${ORIGIN}/robots.txt`;

/** One-shot checks of a string, the only input that other libraries accept; repeated checks through a matcher. */
export const REPKIT: Contender = {
  name: 'repkit',
  oneShot: ({ body }, url) => parseRobotsTxt(body).isAllowed(url, TOKEN),
  prepare: (body, token) => {
    const matcher = parseRobotsTxt(body).matcher(token);
    return (urls, from, count) => {
      let allowed = 0;
      let at = from % urls.length;
      for (let left = count; left > 0; left--) {
        if (matcher.isAllowed(urls[at] as string)) allowed++;
        if (++at === urls.length) at = 0;
      }
      return allowed;
    };
  },
  keep: ({ body }) => parseRobotsTxt(body),
};

/** One-shot checks of bytes, as received from the network. */
export const REPKIT_BYTES: Contender = {
  name: 'repkit (bytes)',
  oneShot: ({ bytes }, url) => parseRobotsTxt(bytes).isAllowed(url, TOKEN),
  keep: ({ bytes }) => parseRobotsTxt(bytes),
};

/** Repeated checks through the file, passing the product token each time. */
export const REPKIT_FILE: Contender = {
  name: 'repkit (file)',
  prepare: (body, token) => {
    const robots = parseRobotsTxt(body);
    return (urls, from, count) => {
      let allowed = 0;
      let at = from % urls.length;
      for (let left = count; left > 0; left--) {
        if (robots.isAllowed(urls[at] as string, token)) allowed++;
        if (++at === urls.length) at = 0;
      }
      return allowed;
    };
  },
};

/** The replacement of robots-parser, called like it. */
export const REPKIT_DROP_IN: Contender = {
  name: 'repkit (drop-in)',
  oneShot: ({ body }, url) => dropIn(ROBOTS_URL, body).isAllowed(url, TOKEN) === true,
  prepare: (body, token) => {
    const robots = dropIn(ROBOTS_URL, body);
    return (urls, from, count) => {
      let allowed = 0;
      let at = from % urls.length;
      for (let left = count; left > 0; left--) {
        if (robots.isAllowed(urls[at] as string, token)) allowed++;
        if (++at === urls.length) at = 0;
      }
      return allowed;
    };
  },
};

/** Its types declare a `default` export that the CommonJS module does not have. */
const robotsParser = robotsParserModule as unknown as typeof robotsParserModule.default;

/** Every ratio of the bench refers to this library. */
export const REFERENCE = 'robots-parser';

const ROBOTS_PARSER: Contender = {
  name: REFERENCE,
  oneShot: ({ body }, url) => robotsParser(ROBOTS_URL, body).isAllowed(url, TOKEN) === true,
  prepare: (body, token) => {
    const robots = robotsParser(ROBOTS_URL, body);
    return (urls, from, count) => {
      let allowed = 0;
      let at = from % urls.length;
      for (let left = count; left > 0; left--) {
        if (robots.isAllowed(urls[at] as string, token)) allowed++;
        if (++at === urls.length) at = 0;
      }
      return allowed;
    };
  },
  keep: ({ body }) => robotsParser(ROBOTS_URL, body),
};

async function parseGuard(body: string) {
  return makeGuard(await parseStream(Readable.from([body])));
}

/** The guard takes a path. Slicing is faster than a URL parser, although not always correct. */
function pathOf(url: string): string {
  return url.slice(url.indexOf('/', 8));
}

const ROBOTS_TXT_GUARD: Contender = {
  name: 'robots-txt-guard',
  oneShot: async ({ body }, url) => (await parseGuard(body)).isAllowed(TOKEN, pathOf(url)),
  prepare: async (body, token) => {
    const guard = await parseGuard(body);
    return (urls, from, count) => {
      let allowed = 0;
      let at = from % urls.length;
      for (let left = count; left > 0; left--) {
        if (guard.isAllowed(token, pathOf(urls[at] as string))) allowed++;
        if (++at === urls.length) at = 0;
      }
      return allowed;
    };
  },
  keep: ({ body }) => parseGuard(body),
};

function parsed(body: string, token: string) {
  const robots = makeRobots({ userAgent: token });
  robots.parseRobots(ROBOTS_URL, body);
  return robots;
}

const ROBOTS_TXT_PARSER: Contender = {
  name: 'robots-txt-parser',
  oneShot: ({ body }, url) => parsed(body, TOKEN).canCrawlSync(url),
  prepare: (body, token) => {
    const robots = parsed(body, token);
    return (urls, from, count) => {
      let allowed = 0;
      let at = from % urls.length;
      for (let left = count; left > 0; left--) {
        if (robots.canCrawlSync(urls[at] as string)) allowed++;
        if (++at === urls.length) at = 0;
      }
      return allowed;
    };
  },
  keep: ({ body }) => parsed(body, TOKEN),
};

export const OTHER_LIBRARIES: readonly Contender[] = [ROBOTS_PARSER, ROBOTS_TXT_GUARD, ROBOTS_TXT_PARSER];
