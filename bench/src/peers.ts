/** The peers from npm, each in the form that serves it best. */
import { Readable } from 'node:stream';
import robotsParserModule from 'robots-parser';
import makeGuard, { type Guard } from 'robots-txt-guard';
import parseStream from 'robots-txt-parse';
import makeRobots from 'robots-txt-parser';
import { type Contender, questionAt } from './contender.js';
import { ORIGIN, TOKEN } from './inputs.js';

/** Its types speak of a `default` that the CommonJS module does not have. */
const robotsParser = robotsParserModule as unknown as typeof robotsParserModule.default;

export const REFERENCE = 'robots-parser';
const ROBOTS_URL = `${ORIGIN}/robots.txt`;

const robotsParserPeer: Contender = {
  name: REFERENCE,
  oneShot: (questions, from, count) => {
    let allowed = 0;
    for (let turn = from; turn < from + count; turn++) {
      const { input, url } = questionAt(questions, turn);
      if (robotsParser(ROBOTS_URL, input.body).isAllowed(url, TOKEN)) allowed++;
    }
    return allowed;
  },
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

async function parseGuard(body: string): Promise<Guard> {
  return makeGuard(await parseStream(Readable.from([body])));
}

/** The guard takes a path. This is the cheapest way to it, cheaper than a URL parser and not always right. */
function pathOf(url: string): string {
  return url.slice(url.indexOf('/', 8));
}

const guardPeer: Contender = {
  name: 'robots-txt-guard',
  oneShot: async (questions, from, count) => {
    let allowed = 0;
    for (let turn = from; turn < from + count; turn++) {
      const { input, url } = questionAt(questions, turn);
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

const robotsTxtParserPeer: Contender = {
  name: 'robots-txt-parser',
  oneShot: (questions, from, count) => {
    let allowed = 0;
    for (let turn = from; turn < from + count; turn++) {
      const { input, url } = questionAt(questions, turn);
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

export const PEERS: readonly Contender[] = [robotsParserPeer, guardPeer, robotsTxtParserPeer];
