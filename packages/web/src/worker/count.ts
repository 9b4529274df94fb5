/** Counts the requests of an access log by what a file, or an edit, means for their crawlers. Loaded with the first log. */
import { type Access, type Decider, decider, type Outcome, robotsFile } from '@repkit/core';
import type { CountedRequests, CountRequest } from './requests.js';
import { crawlerOf } from './site.js';

/** O(lines of the log × rules): each crawler is judged as `check` judges it. */
export function count({ before, robotsTxt, dialect, traffic }: CountRequest): CountedRequests {
  const accesses = [before, robotsTxt].map((text): Access => ({ kind: 'file', file: robotsFile(text) }));
  const deciders = new Map<string, readonly Decider[]>();
  const decidersOf = (token: string) => {
    const both = deciders.get(token) ?? accesses.map((access) => decider(access, crawlerOf(token), { dialect }));
    deciders.set(token, both);
    return both;
  };
  const blocked = new Map<string, number>();
  const allowed = new Map<string, number>();
  const notGoverned = new Map<string, number>();
  let others = 0;
  for (const [target, requests] of traffic) {
    for (const [token, number] of requests) {
      if (token === '') {
        others += number;
        continue;
      }
      const [was, is] = decidersOf(token).map((site) => outcomeOf(site, target));
      const counts = countsFor(was, is);
      counts?.set(token, (counts.get(token) ?? 0) + number);
    }
  }
  return { blocked, allowed, notGoverned, others };

  function countsFor(was: Outcome | undefined, is: Outcome | undefined) {
    if (is === 'not-governed') return notGoverned;
    if (was === is) return undefined;
    return is === 'disallowed' ? blocked : allowed;
  }
}

/** Returns undefined for a target that is not a URL. */
function outcomeOf(site: Decider, target: string): Outcome | undefined {
  try {
    return site.outcome(target);
  } catch {
    return undefined;
  }
}
