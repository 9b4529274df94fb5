/** Other libraries from npm, each used in its fastest way. */
import { Readable } from 'node:stream';
import makeGuard, { type Guard } from 'robots-txt-guard';
import parseStream from 'robots-txt-parse';
import makeRobots from 'robots-txt-parser';
import { type Contender, checkAt } from './contender.js';
import { TOKEN } from './inputs.js';
import { ROBOTS_PARSER, ROBOTS_URL } from './reference.js';

async function parseGuard(body: string): Promise<Guard> {
  return makeGuard(await parseStream(Readable.from([body])));
}

/** The guard takes a path. Slicing is faster than a URL parser, although not always correct. */
function pathOf(url: string): string {
  return url.slice(url.indexOf('/', 8));
}

const guardContender: Contender = {
  name: 'robots-txt-guard',
  oneShot: async (files, from, count) => {
    let allowed = 0;
    for (let turn = from; turn < from + count; turn++) {
      const { input, url } = checkAt(files, turn);
      const guard = await parseGuard(input.body);
      if (guard.isAllowed(TOKEN, pathOf(url))) allowed++;
    }
    return allowed;
  },
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

const robotsTxtParserContender: Contender = {
  name: 'robots-txt-parser',
  oneShot: (files, from, count) => {
    let allowed = 0;
    for (let turn = from; turn < from + count; turn++) {
      const { input, url } = checkAt(files, turn);
      const robots = makeRobots({ userAgent: TOKEN });
      robots.parseRobots(ROBOTS_URL, input.body);
      if (robots.canCrawlSync(url)) allowed++;
    }
    return allowed;
  },
  prepare: (body, token) => {
    const robots = makeRobots({ userAgent: token });
    robots.parseRobots(ROBOTS_URL, body);
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
  keep: ({ body }) => {
    const robots = makeRobots({ userAgent: TOKEN });
    robots.parseRobots(ROBOTS_URL, body);
    return robots;
  },
};

export const OTHER_LIBRARIES: readonly Contender[] = [
  ROBOTS_PARSER,
  guardContender,
  robotsTxtParserContender,
];
