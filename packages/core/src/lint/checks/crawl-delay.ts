/** Checks of crawl delays. */
import { parseDelay } from '../../file/groups.js';
import { groupCheck, lineCheck, namesInWords, quoted } from './check.js';
import { byLowerCase, CRAWL_DELAY_IGNORING } from './crawler-names.js';

/** With a longer delay, in seconds, a crawler can send fewer than 100 requests per day. */
const LONGEST_DELAY = 864;
const SECONDS_PER_DAY = 86_400;

export const crawlDelayNotANumber = lineCheck({
  code: 'crawl-delay-not-a-number',
  about: 'value',
  clause: 'RFC 9309 2.2.4',
  title: 'Invalid crawl delay',
  description: 'The crawl delay is not a number.',
  kinds: ['crawl-delay'],
  find: ({ value }) =>
    parseDelay(value) === undefined &&
    `${quoted(value)} is not a number of seconds, so crawlers ignore this line. Write a number such as "10".`,
});

export const crawlDelayTooLong = lineCheck({
  code: 'crawl-delay-too-long',
  about: 'value',
  clause: 'RFC 9309 2.2.4',
  title: 'Very long crawl delay',
  description: 'The crawl delay allows fewer than 100 requests per day.',
  kinds: ['crawl-delay'],
  find: ({ value }) => {
    const delay = parseDelay(value);
    if (delay === undefined || delay <= LONGEST_DELAY) return undefined;
    return `The value is in seconds: crawlers that support crawl-delay may send ${requestsInWords(SECONDS_PER_DAY / delay)} per day. Write a shorter delay, such as "10".`;
  },
});

function requestsInWords(count: number): string {
  if (count < 1) return 'less than 1 request';
  const requests = Math.floor(count);
  return requests === 1 ? '1 request' : `${requests} requests`;
}

export const crawlDelayOutsideGroup = lineCheck({
  code: 'crawl-delay-outside-group',
  about: 'field',
  clause: 'RFC 9309 2.2.4',
  title: 'Crawl delay outside a group',
  description: 'The crawl delay precedes the first user-agent line.',
  kinds: ['crawl-delay'],
  find: ({ groupIndex }) =>
    groupIndex === undefined &&
    'No user-agent line precedes this crawl-delay, so crawlers ignore it. Move it into the group of the crawlers that should follow it.',
});

const MAX_NAMES = 5;
const IGNORING = byLowerCase(CRAWL_DELAY_IGNORING);

export const crawlDelayIgnored = groupCheck({
  code: 'crawl-delay-ignored',
  severity: 'info',
  clause: 'documentation of the crawlers',
  title: 'Ignored crawl delay',
  description: 'The crawlers of the group are documented to ignore crawl-delay.',
  find: function* ({ robotsTxt }) {
    for (const { productTokens, otherRecords } of robotsTxt.groups) {
      const delays = otherRecords.filter(({ field }) => field === 'crawl-delay');
      if (delays.length === 0) continue;
      const names = productTokens.map((token) => IGNORING.get(token.toLowerCase()));
      const ignoring = [...new Set(names.flatMap((name) => name ?? []))];
      if (ignoring.length === 0) continue;
      const isForStar = names.includes(undefined);
      const subject = `${namesInWords(ignoring.slice(0, MAX_NAMES))} ${ignoring.length === 1 ? 'ignores' : 'ignore'} crawl-delay`;
      const message = isForStar
        ? `${subject}. It applies to the other crawlers of this group.`
        : `${subject}, so this line has no effect. Remove it.`;
      for (const { span } of delays) yield { message, span };
    }
  },
});
