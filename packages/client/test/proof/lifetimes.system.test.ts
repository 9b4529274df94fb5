/** How long each access result lives, with nginx; policy/lifetimes.test.ts has each response and headers under every policy. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeWith } from '../../../../test/support/program.js';
import { DAY, FakeClock, HOUR, MINUTE } from '../support/clock.js';
import { LIFETIME_CASES, LIFETIME_ROWS, type LifetimeCase, RESPONSES } from '../support/lifetime-table.js';
import { type Nginx, startNginx } from '../support/nginx.js';
import { CLOSED_POLICIES, POLICIES, proofClient } from '../support/proof.js';

const ACCESS = {
  P: 'successful',
  E: 'successful',
  A: 'unavailable',
  D: 'forbidden',
  U: 'unreachable',
} as const;

/** The outcomes for `/private` and `/open`. */
const OUTCOMES = {
  P: ['disallowed', 'allowed'],
  E: ['allowed', 'allowed'],
  A: ['allowed', 'allowed'],
  D: ['disallowed', 'disallowed'],
} as const;

/** Expires is relative to the clock of nginx, which sends its time as Date. */
const SET_UP_TIME = 5 * MINUTE;

/** Each row under one policy, so that every policy meets each response and each of the headers. */
const CASES = LIFETIME_CASES.filter(({ row, headers, policy }) => {
  const index = LIFETIME_ROWS.findIndex((one) => one.row === row && one.headers === headers);
  const response = RESPONSES.findIndex((one) => one.row === row);
  return policy === POLICIES[(index + response) % POLICIES.length];
});

const RETRY_AFTER = { server: 'retry-after', status: 503 } as const;
const BUSY = { server: 'busy', status: 503 } as const;

describeWith(['nginx'], 'lifetimes with nginx', () => {
  let nginx: Nginx;
  const lookup = async () => [{ address: '127.0.0.1', family: 4 }];
  const originOf = (name: string): string => `http://${name}.test:${nginx.ports[0]}`;
  const nameOf = ({ row, headers }: Pick<LifetimeCase, 'row' | 'headers'>): string =>
    `row${LIFETIME_ROWS.findIndex((one) => one.row === row && one.headers === headers)}`;

  beforeAll(async () => {
    const startedAt = Date.now();
    const header = (name: string, value: string | undefined) =>
      value === undefined ? '' : `add_header ${name} "${value}" always;`;
    nginx = await startNginx({
      ports: 1,
      servers: ([port]) => {
        const server = (name: string, serve: string) =>
          `server { listen 127.0.0.1:${port}; server_name ${name}.test; location = /robots.txt { ${serve} } }`;
        return [
          `server_names_hash_bucket_size 128; server_names_hash_max_size 4096;`,
          ...LIFETIME_ROWS.map(({ status, body, control, expires, ...row }) => {
            const until = typeof expires === 'number' ? new Date(startedAt + expires).toUTCString() : expires;
            const text = status === 204 ? '' : JSON.stringify(body);
            return server(
              nameOf(row),
              `${header('Cache-Control', control)} ${header('Expires', until)} return ${status} ${text};`,
            );
          }),
          server(RETRY_AFTER.server, `add_header Retry-After 7200 always; return 503 "<title>404 Not Found</title>";`),
          server(BUSY.server, 'return 503;'),
        ].join('\n');
      },
    });
  });
  afterAll(() => nginx.stop());
  beforeEach(async () => {
    await nginx.requests();
  });

  test.each(CASES)('$row, $headers, $policy: $letter', async (each) => {
    const { policy, softNotFound, letter, status, expires, reason, lifeMs } = each;
    const clock = new FakeClock();
    // The real time, because nginx has no other clock; Date and Expires are about it.
    clock.time = Date.now();
    const startedAt = clock.time;
    const client = proofClient({ clock: clock.now, policy, softNotFound, lookup });
    const origin = originOf(nameOf(each));
    const first = await client.check(`${origin}/private`);
    const { provenance } = first;
    const isNotFound = letter === 'A' || letter === 'U';
    expect(provenance).toMatchObject({
      origin,
      access: ACCESS[letter],
      status,
      reason: isNotFound ? reason : undefined,
      fetchedAt: startedAt,
      ageMs: 0,
      stale: false,
      source: 'fetched',
    });
    if (letter === 'U' || lifeMs === undefined) {
      expect(provenance.freshUntil).toBeUndefined();
      expect(provenance.nextRequestAt - startedAt).toBeGreaterThanOrEqual(0.8 * MINUTE);
      expect(provenance.nextRequestAt - startedAt).toBeLessThanOrEqual(MINUTE);
      clock.time = provenance.nextRequestAt - 1;
      expect((await client.check(`${origin}/open`)).provenance.source).toBe('memory');
      expect(await nginx.requests()).toHaveLength(1);
      clock.time = provenance.nextRequestAt;
      expect((await client.check(`${origin}/open`)).provenance.fetchedAt).toBe(clock.time);
      expect(await nginx.requests()).toHaveLength(1);
      return;
    }
    const { freshUntil = 0, nextRequestAt } = provenance;
    const actualMs = freshUntil - startedAt;
    // The time from the start of nginx to this test counts only if its Expires decided.
    const isExact = typeof expires !== 'number' || lifeMs !== expires;
    if (isExact) expect(actualMs).toBe(lifeMs);
    expect(actualMs).toBeLessThanOrEqual(lifeMs);
    expect(actualMs).toBeGreaterThan(lifeMs - SET_UP_TIME);
    expect(nextRequestAt - startedAt).toBeGreaterThanOrEqual(Math.min(0.75 * actualMs, MINUTE));
    expect(nextRequestAt - startedAt).toBeLessThanOrEqual(Math.max(0.85 * actualMs, MINUTE));

    expect([first.outcome, (await client.check(`${origin}/open`)).outcome]).toEqual(OUTCOMES[letter]);
    clock.time = nextRequestAt - 1;
    const cached = await client.check(`${origin}/open`);
    expect(cached.provenance).toMatchObject({ source: 'memory', fetchedAt: startedAt });
    expect(await nginx.requests()).toHaveLength(1);
    clock.time = freshUntil;
    const { source, fetchedAt } = (await client.check(`${origin}/open`)).provenance;
    expect({ source, fetchedAt }).toEqual({ source: 'fetched', fetchedAt: freshUntil });
    expect(await nginx.requests()).toHaveLength(1);
  });

  test.each(CLOSED_POLICIES)(
    '503 with Retry-After, %s: down for now, even if the page says that it was not found',
    async (policy) => {
      const clock = new FakeClock();
      const client = proofClient({ clock: clock.now, policy, softNotFound: true, lookup });
      const decision = await client.check(`${originOf(RETRY_AFTER.server)}/`);
      expect(decision).toMatchObject({
        outcome: 'unreachable',
        nextTryAt: clock.time + 2 * HOUR,
        provenance: { status: 503, reason: 'status', policy: `${policy}+soft-not-found` },
      });
      expect(await nginx.requests()).toHaveLength(1);
    },
  );

  test.each(CLOSED_POLICIES)('503 without Retry-After, %s: the waits', async (policy) => {
    const longest = policy.startsWith('google') ? 5 * MINUTE : HOUR;
    const clock = new FakeClock();
    const client = proofClient({ clock: clock.now, policy, lookup });
    const began = clock.time;
    for (let count = 1; clock.time < began + DAY / 4; count++) {
      const decision = await client.check(`${originOf(BUSY.server)}/`);
      if (decision.outcome !== 'unreachable') throw new Error(decision.outcome);
      const most = Math.min(MINUTE * 2 ** (count - 1), longest);
      expect(decision.nextTryAt - clock.time).toBeGreaterThanOrEqual(0.8 * most);
      expect(decision.nextTryAt - clock.time).toBeLessThanOrEqual(most);
      expect(await nginx.requests()).toHaveLength(1);
      clock.time = decision.nextTryAt - 1;
      await client.check(`${originOf(BUSY.server)}/`);
      expect(await nginx.requests()).toHaveLength(0);
      clock.time = decision.nextTryAt;
    }
  });
});
