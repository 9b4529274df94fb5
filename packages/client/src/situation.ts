/** What stands for an origin when a question is asked. */
import type { HeldCopy } from './held-copy.js';
import type { Policy } from './policy/policy.js';
import { type Standing, standing } from './policy/standing.js';

export interface Situation {
  readonly origin: string;
  readonly held: HeldCopy;
  readonly policy: Policy;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** True where the entry was in this process before the question. */
  readonly remembered: boolean;
}

/** What stands, also at a time when a request is due but did not come about: then what stood last. */
export function standingOf({ held: { entry }, policy, now }: Situation): Standing {
  const stands = standing(entry, policy, now) ?? standing(entry, policy, entry.refreshAt);
  if (stands !== undefined) return stands;
  throw new Error('An entry holds neither a result nor a failure.');
}
