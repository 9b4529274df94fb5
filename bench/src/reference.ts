/** robots-parser, which every ratio of the bench refers to. */
import robotsParserModule from 'robots-parser';
import { type Contender, checkAt } from './contender.js';
import { ORIGIN, TOKEN } from './inputs.js';

/** Its types declare a `default` export that the CommonJS module does not have. */
const robotsParser = robotsParserModule as unknown as typeof robotsParserModule.default;

export const REFERENCE = 'robots-parser';
export const ROBOTS_URL = `${ORIGIN}/robots.txt`;

export const ROBOTS_PARSER: Contender = {
  name: REFERENCE,
  oneShot: (files, from, count) => {
    let allowed = 0;
    for (let turn = from; turn < from + count; turn++) {
      const { input, url } = checkAt(files, turn);
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
