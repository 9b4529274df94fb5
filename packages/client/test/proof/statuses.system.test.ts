/** The access table with nginx: statuses, bodies, sizes, and validators under each policy. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeWith } from '../../../../test/support/program.js';
import { DAY, FakeClock, HOUR, MINUTE } from '../support/clock.js';
import { type Nginx, startNginx } from '../support/nginx.js';
import { casesOf, POLICIES, proofClient, prove, type Row, RULES } from '../support/proof.js';
import { STATUSES } from '../support/status-table.js';

interface NginxRow extends Row {
  /** Content of nginx's `location` block for robots.txt. */
  readonly serve: string;
}

/** Escapes a string for nginx. */
const QUOTED = JSON.stringify(RULES);
const LIMIT = 512_000;

/** What nginx sends for a status. It sends no body with 204 and 300. */
const WITHOUT_BODY: readonly number[] = [204, 300];

const retryAfter = (value: string | number, nextMs: number): NginxRow => ({
  row: `503 with Retry-After: ${value}`,
  holds: 'U',
  status: 503,
  reason: 'status',
  serve: `add_header Retry-After "${value}" always; return 503;`,
  nextMs,
});

const ROWS: readonly NginxRow[] = [
  ...STATUSES.map((each) => {
    const body = WITHOUT_BODY.includes(each.status) ? '' : ` ${QUOTED}`;
    return { ...each, serve: `return ${each.status}${body};` };
  }),
  {
    row: '200 with an empty body',
    holds: 'E',
    status: 200,
    serve: 'return 200 "";',
  },
  {
    row: 'HTML',
    holds: 'P',
    status: 200,
    serve: `types {} default_type text/html; return 200 ${QUOTED};`,
  },
  retryAfter(7200, 2 * HOUR),
  retryAfter(1, MINUTE),
  retryAfter(1_000_000, DAY),
  retryAfter('Sat, 21 Nov 2026 15:00:00 GMT', 3 * HOUR),
  retryAfter('Sat, 21 Nov 2026 11:00:00 GMT', MINUTE),
];

/** Returns a file of `length` bytes with an unterminated last rule. */
function sized(length: number): string {
  const last = 'Disallow: /last';
  return `${RULES}${'#'.repeat(length - RULES.length - last.length - 1)}\n${last}`;
}

describeWith(['nginx'], 'access results with nginx', () => {
  let nginx: Nginx;
  const sizes = [LIMIT - 1, LIMIT, LIMIT + 1];
  const extra = ['try_files /robots.txt =404;', ...sizes.map((size) => `try_files /${size} =404;`), 'try_files /empty.txt =404;'];
  const portOf = (index: number): number => nginx.ports[index] ?? 0;
  const originOf = (index: number): string => `http://127.0.0.1:${portOf(index)}`;
  const requestsOf = async (index: number): Promise<string[]> =>
    (await nginx.requests()).filter((line) => line.startsWith(`${portOf(index)} `));

  beforeAll(async () => {
    const served = [...ROWS.map(({ serve }) => serve), ...extra];
    nginx = await startNginx({
      ports: served.length,
      files: {
        'robots.txt': RULES,
        'empty.txt': '',
        ...Object.fromEntries(sizes.map((size) => [size, sized(size)])),
      },
      servers: (ports) =>
        served
          .map((serve, index) => `server { listen 127.0.0.1:${ports[index]}; location = /robots.txt { ${serve} } }`)
          .join('\n'),
    });
  });
  afterAll(() => nginx.stop());
  beforeEach(async () => {
    await nginx.requests();
  });

  test.each(casesOf(ROWS))('$row, $policy: $letter', async (each) => {
    const clock = new FakeClock();
    const client = proofClient({ clock: clock.now, policy: each.policy });
    const index = ROWS.findIndex(({ row }) => row === each.row);
    const { provenance } = await prove(client, originOf(index), each, clock);
    const requests = await requestsOf(index);
    expect(requests).toHaveLength(each.requests);
    expect(requests.every((line) => line.endsWith(`127.0.0.1 /robots.txt ${each.status} "-"`))).toBe(true);
    if (each.letter === 'P') {
      expect(provenance.body?.wrongMediaType).toBe(each.row === 'HTML');
      const { robotsTxt } = await client.robotsTxt(originOf(index));
      expect(robotsTxt?.groups).toHaveLength(1);
    }
  });

  test.each(POLICIES)('429 treated literally by RFC 9309 2.3.1.3, %s', async (policy) => {
    const clock = new FakeClock();
    const client = proofClient({ clock: clock.now, policy, treat429: 'unavailable' });
    const index = ROWS.findIndex(({ row }) => row === '429');
    const decision = await client.check(`${originOf(index)}/private`);
    expect(decision).toMatchObject({ outcome: 'allowed', reason: 'unavailable' });
    const isChanged = policy !== 'yandex';
    expect(decision.provenance.policy).toBe(isChanged ? `${policy}+429-unavailable` : policy);
    expect(await requestsOf(index)).toHaveLength(1);
  });

  test.each(sizes.flatMap((size, at) => POLICIES.map((policy) => ({ size, at, policy }))))(
    '$size bytes (RFC 9309 2.5), $policy: P of the first 500 KiB, without the truncated line',
    async ({ size, at, policy }) => {
      const client = proofClient({ policy });
      const index = ROWS.length + 1 + at;
      const origin = originOf(index);
      const isCut = size > LIMIT;
      const { provenance } = await client.check(`${origin}/private`);
      expect(provenance.body).toMatchObject({ bytes: size, truncated: isCut });
      expect(await client.isAllowed(`${origin}/private`)).toBe(false);
      expect(await client.isAllowed(`${origin}/last`)).toBe(isCut);
      // A truncated line must not become a shorter rule.
      expect(await client.isAllowed(`${origin}/las`)).toBe(true);
      expect(await requestsOf(index)).toHaveLength(1);
    },
  );

  test.each(POLICIES)('304 for an empty file, %s: the copy is renewed', async (policy) => {
    const clock = new FakeClock();
    const client = proofClient({ clock: clock.now, policy });
    const index = ROWS.length + extra.length - 1;
    const url = `${originOf(index)}/private`;
    const isConditional = !policy.startsWith('google');
    clock.time = (await client.check(url)).provenance.freshUntil ?? 0;
    const renewed = await client.check(url);
    expect(renewed).toMatchObject({ outcome: 'allowed', reason: 'no-group' });
    expect(renewed.provenance).toMatchObject({
      access: 'successful',
      reason: undefined,
      status: isConditional ? 304 : 200,
      fetchedAt: clock.time,
      body: { bytes: 0, truncated: false },
    });
    expect(await requestsOf(index)).toHaveLength(2);
  });

  test.each(POLICIES)('304 to a conditional request, %s: the copy is renewed', async (policy) => {
    const clock = new FakeClock();
    const client = proofClient({ clock: clock.now, policy });
    const index = ROWS.length;
    const url = `${originOf(index)}/private`;
    const isConditional = !policy.startsWith('google');
    const { freshUntil = 0 } = (await client.check(url)).provenance;
    clock.time = freshUntil;
    const renewed = await client.check(url);
    expect(renewed).toMatchObject({ outcome: 'disallowed', reason: 'rule' });
    expect(renewed.provenance).toMatchObject({
      access: 'successful',
      status: isConditional ? 304 : 200,
      fetchedAt: clock.time,
      freshUntil: clock.time + (policy === 'koster1996' ? 7 * DAY : DAY),
      body: { bytes: RULES.length },
    });
    const [first, second, ...more] = await requestsOf(index);
    expect(first).toMatch(/ 200 "-"$/);
    expect(second).toMatch(isConditional ? / 304 "\\x22.+\\x22"$/ : / 200 "-"$/);
    expect(more).toEqual([]);
  });
});
