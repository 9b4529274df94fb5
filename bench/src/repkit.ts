/** repkit in the forms that people use it: a body as a string or as bytes, a matcher or the whole file. */
import { lint, parseRobotsTxt } from '@repkit/core';
import { type Contender, questionAt } from './contender.js';
import { TOKEN } from './inputs.js';

/** One-shot from a string, as the peers take it; repeated verdicts from a matcher. */
export const REPKIT: Contender = {
  name: 'repkit',
  oneShot: (questions, from, count) => {
    let allowed = 0;
    for (let turn = from; turn < from + count; turn++) {
      const { input, url } = questionAt(questions, turn);
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

/** One-shot from bytes, as they come from the network. */
export const REPKIT_BYTES: Contender = {
  name: 'repkit (bytes)',
  oneShot: (questions, from, count) => {
    let allowed = 0;
    for (let turn = from; turn < from + count; turn++) {
      const { input, url } = questionAt(questions, turn);
      if (parseRobotsTxt(input.bytes).isAllowed(url, TOKEN)) allowed++;
    }
    return allowed;
  },
  keep: ({ bytes }) => parseRobotsTxt(bytes),
};

/** Repeated verdicts from the file, the product token named each time. */
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

/** Lint of the whole file in place of a first verdict; it answers no questions afterwards. */
export const REPKIT_LINT: Contender = {
  name: 'repkit (lint)',
  prepare: (body) => {
    const { length } = lint(parseRobotsTxt(body));
    return () => length;
  },
};
