/** Contenders for repkit: the body as a string or as bytes; checks through a matcher, the file, or the API of robots-parser. */
import { parseRobotsTxt } from '@repkit/core';
import robotsParser from '@repkit/robots-parser';
import { type Contender, checkAt } from './contender.js';
import { ORIGIN, TOKEN } from './inputs.js';

/** One-shot checks of a string, the only input that other libraries accept; repeated checks through a matcher. */
export const REPKIT: Contender = {
  name: 'repkit',
  oneShot: (files, from, count) => {
    let allowed = 0;
    for (let turn = from; turn < from + count; turn++) {
      const { input, url } = checkAt(files, turn);
      if (parseRobotsTxt(input.body).isAllowed(url, TOKEN)) allowed++;
    }
    return allowed;
  },
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

/** The verdicts of the dialect of Google's parser. */
export const REPKIT_GOOGLE: Contender = {
  name: 'repkit (google)',
  prepare: (body, token) => {
    const matcher = parseRobotsTxt(body, { dialect: 'google' }).matcher(token);
    return ([url = '']) => Number(matcher.isAllowed(url));
  },
};

/** One-shot checks of bytes, as received from the network. */
export const REPKIT_BYTES: Contender = {
  name: 'repkit (bytes)',
  oneShot: (files, from, count) => {
    let allowed = 0;
    for (let turn = from; turn < from + count; turn++) {
      const { input, url } = checkAt(files, turn);
      if (parseRobotsTxt(input.bytes).isAllowed(url, TOKEN)) allowed++;
    }
    return allowed;
  },
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

const ROBOTS_URL = `${ORIGIN}/robots.txt`;

/** The replacement of robots-parser, called like it. */
export const REPKIT_DROP_IN: Contender = {
  name: 'repkit (drop-in)',
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
};
