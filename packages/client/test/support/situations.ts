/** Entries as a client would hold them after attempts. */
import { CachedEntry, type Situation } from '../../src/client/cached-entry.js';
import type { Entry } from '../../src/policy/entry.js';
import type { FetchOutcome } from '../../src/policy/fetch-outcome.js';
import { type Policy, policies } from '../../src/policy/policy.js';
import { nextEntry } from '../../src/policy/settle.js';

export const ORIGIN = 'https://example.com';
export const START: number = Date.parse('2026-11-21T12:00:00Z');

export interface Situated {
  readonly policy?: Policy;
  /** Attempts at milliseconds after START. */
  readonly attempts: readonly (readonly [at: number, outcome: FetchOutcome])[];
  /** Milliseconds after START of the check (default: right after the last attempt). */
  readonly at?: number;
  readonly remembered?: boolean;
}

/** Returns the situation of ORIGIN after attempts. */
export function situated({ policy = policies.rfc9309, attempts, at, remembered = false }: Situated): Situation {
  let entry: Entry | undefined;
  let last = 0;
  for (const [time, outcome] of attempts) {
    last = time;
    entry = nextEntry(entry, {
      key: ORIGIN,
      policy,
      now: START + time,
      outcome,
      maxBytes: 512_000,
    });
  }
  if (entry === undefined) throw new Error('There was no attempt.');
  const from = { source: 'fetched', store: 'memory', storeError: undefined } as const;
  const cached = new CachedEntry(entry, from, 512_000);
  return { origin: ORIGIN, cached, policy, now: START + (at ?? last), remembered };
}
