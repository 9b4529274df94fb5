/** Shared by the end-to-end proofs: clients, and the letters of the access table. */
import { expect, onTestFinished } from 'vitest';
import { type CheckedDecision, type PolicyName, policies, RobotsClient, type RobotsClientOptions } from '../../src/index.js';
import { DAY, type FakeClock, MINUTE } from './clock.js';

/** The body that every server of the proofs sends, even with a 404, where it must be ignored. */
export const RULES = 'User-agent: *\nDisallow: /private\n';

export const POLICIES = Object.keys(policies) as PolicyName[];

/** Policies under which a site whose robots.txt is unreachable counts as a site without one, if there is no copy. */
const OPEN_POLICIES: readonly string[] = ['amazon', 'yandex'];
export const CLOSED_POLICIES = POLICIES.filter((name) => !OPEN_POLICIES.includes(name));

/**
 * P: parsed and obeyed. E: an empty file, without rules. A: all allowed, since there is no file. D: all disallowed. U:
 * unreachable, which the policies interpret differently. N: unreadable, nothing may be fetched under any policy.
 */
type Letter = 'P' | 'E' | 'A' | 'D' | 'U' | 'N';

/** One value for all policies, or one for koster1996 after one for the others. */
type PerPolicy<Value> = Value | readonly [others: Value, koster1996: Value];

/** A row of the table. */
export interface Row {
  readonly row: string;
  readonly holds: PerPolicy<Letter>;
  /** The letter for yandex if it differs from that of the others. */
  readonly yandex?: Letter;
  /** Why it is unavailable or unreachable. */
  readonly reason?: PerPolicy<string>;
  /** Number of requests in the server's log (default: 1). */
  readonly requests?: PerPolicy<number>;
  /** Status of the deciding response. */
  readonly status?: number;
  /** From the response to the next request, if the server sets the delay. */
  readonly nextMs?: number;
}

export type Case<R extends Row = Row> = Omit<R, 'holds' | 'reason' | 'requests'> & {
  readonly reason?: string | undefined;
  readonly requests: number;
  readonly policy: PolicyName;
  readonly letter: Letter;
};

/** The expected results for one origin. */
type Expected = Pick<Case, 'letter' | 'policy' | 'reason' | 'status' | 'nextMs'>;

/** Each row under each policy. */
export function casesOf<R extends Row>(rows: readonly R[], names: readonly PolicyName[] = POLICIES): Case<R>[] {
  return rows.flatMap(({ holds, reason, requests = 1, ...row }) =>
    names.map((policy) => {
      const letter = valueFor(policy, holds);
      return {
        ...row,
        policy,
        letter: policy === 'yandex' ? (row.yandex ?? letter) : letter,
        reason: reason === undefined ? undefined : valueFor(policy, reason),
        requests: valueFor(policy, requests),
      };
    }),
  );
}

function valueFor<Value extends string | number>(policy: PolicyName, value: PerPolicy<Value>): Value {
  if (typeof value !== 'object') return value;
  return value[policy === 'koster1996' ? 1 : 0];
}

/** Returns a client without a proxy that is closed after the test. */
export function proofClient(options: Partial<RobotsClientOptions> = {}): RobotsClient {
  const client = new RobotsClient({
    userAgent: 'ExampleBot/1.0',
    proxy: 'none',
    guard: false,
    ...options,
  });
  onTestFinished(() => client.close());
  return client;
}

/** Checks two URLs of an origin and compares the results with the letter: verdict, reason, next request. */
export async function prove(
  client: RobotsClient,
  origin: string,
  { letter, policy, reason, status, nextMs }: Expected,
  clock: FakeClock,
): Promise<CheckedDecision> {
  const checkedAt = clock.time;
  const first = await client.check(`${origin}/private`);
  const second = await client.check(`${origin}/open`);
  const isOpen = letter === 'U' && OPEN_POLICIES.includes(policy);
  const [ofPrivate, ofOpen] = isOpen ? [BOTH_GIVEN_UP, BOTH_GIVEN_UP] : ANSWERS[letter];
  expect(first).toMatchObject(ofPrivate);
  expect(second).toMatchObject(ofOpen);
  for (const { provenance } of [first, second]) {
    expect(provenance).toMatchObject({
      origin,
      policy,
      access: ACCESS[letter],
      fetchedAt: checkedAt,
      ...(reason !== undefined && (letter === 'A' || letter === 'U') && { reason }),
      ...(status !== undefined && { status }),
    });
    const [earliest, latest] = nextMs === undefined ? spanOf(letter, policy) : [nextMs, nextMs];
    expect(provenance.nextRequestAt - checkedAt).toBeGreaterThanOrEqual(earliest);
    expect(provenance.nextRequestAt - checkedAt).toBeLessThanOrEqual(latest);
  }
  if (first.outcome === 'unreachable') {
    expect(first.nextTryAt).toBe(first.provenance.nextRequestAt);
    expect((await client.check(`${origin}/robots.txt`)).outcome).toBe('allowed');
  }
  expect(second.provenance.source).toBe('memory');
  return first;
}

const BOTH_ALLOWED = { outcome: 'allowed', reason: 'unavailable' };
const BOTH_WITHOUT_RULES = { outcome: 'allowed', reason: 'no-group' };
const BOTH_GIVEN_UP = { outcome: 'allowed', reason: 'given-up' };
const BOTH_FORBIDDEN = { outcome: 'disallowed', reason: 'forbidden' };
const BOTH_UNREACHABLE = { outcome: 'unreachable' };

/** The outcomes for `/private` and `/open`. */
const ANSWERS: Readonly<Record<Letter, readonly [object, object]>> = {
  P: [
    { outcome: 'disallowed', reason: 'rule' },
    { outcome: 'allowed', reason: 'no-rule' },
  ],
  E: [BOTH_WITHOUT_RULES, BOTH_WITHOUT_RULES],
  A: [BOTH_ALLOWED, BOTH_ALLOWED],
  D: [BOTH_FORBIDDEN, BOTH_FORBIDDEN],
  U: [BOTH_UNREACHABLE, BOTH_UNREACHABLE],
  N: [BOTH_UNREACHABLE, BOTH_UNREACHABLE],
};

const ACCESS: Readonly<Record<Letter, string>> = {
  P: 'successful',
  E: 'successful',
  A: 'unavailable',
  D: 'forbidden',
  U: 'unreachable',
  N: 'unreachable',
};

/**
 * Without caching headers: a refresh at 80 % of the lifetime, plus or minus 5; a retry after a minute, at most 20 %
 * earlier.
 */
function spanOf(letter: Letter, policy: PolicyName): readonly [number, number] {
  if (letter === 'U' || letter === 'N') return [0.8 * MINUTE, MINUTE];
  const isFile = letter === 'P' || letter === 'E';
  const life = isFile && policy === 'koster1996' ? 7 * DAY : DAY;
  return [0.75 * life, 0.85 * life];
}
