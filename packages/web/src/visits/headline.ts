/** The sentences about the requests of access logs. */
import { crawlerProfile } from '@repkit/core/crawlers';
import type { Messages } from '../messages/messages.js';
import { periodText } from '../messages/time-texts.js';
import type { Visits } from '../worker/requests.js';

export type CountedVisits = Extract<Visits, { kind: 'counted' }>;

/** Returns what the file means for the known crawler with the most blocked requests. */
export function headline({ crawlers }: CountedVisits, { visits: texts, fill }: Messages): string {
  const most = crawlers.find(({ crawler, blocked }) => blocked > 0 && crawlerProfile(crawler) !== undefined);
  if (most === undefined) return texts.noneBlocked;
  const { crawler, blocked, requests: count } = most;
  return fill(texts.turnedAway, { crawler, blocked, count });
}

/** Returns how many requests there are, and from when. */
export function extent({ crawlers, others, period }: CountedVisits, messages: Messages): string {
  const { visits: texts, fill, locale } = messages;
  const count = crawlers.reduce((sum, { requests }) => sum + requests, others);
  const total = fill(texts.requests, { count });
  if (period === undefined) return total;
  return fill(texts.extent, {
    requests: total,
    period: periodText(locale, period.first, period.last),
  });
}
