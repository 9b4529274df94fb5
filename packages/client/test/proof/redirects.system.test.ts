/** The access table: redirects across ports and virtual hosts of nginx (RFC 9309 2.3.1.2) under each policy. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeWith } from '../../../../test/support/program.js';
import { FakeClock } from '../support/clock.js';
import { type Nginx, startNginx } from '../support/nginx.js';
import { casesOf, POLICIES, proofClient, prove, type Row, RULES } from '../support/proof.js';

interface RedirectRow extends Row {
  /** Target of the redirect. `two` is an origin on another port, `host` a virtual host. */
  readonly to: (at: { readonly two: string; readonly host: string }) => string;
  /** Default: 302. */
  readonly by?: number;
}

const ENDLESS = { holds: ['A', 'U'], reason: 'too-many-redirects' } as const;
const BAD = { holds: 'U', reason: 'bad-redirect' } as const;

const ROWS: readonly RedirectRow[] = [
  ...[300, 301, 302, 303, 307, 308].map(
    (by): RedirectRow => ({
      row: `a redirect ${by} to another port`,
      holds: 'P',
      requests: 2,
      status: 200,
      by,
      to: ({ two }) => `${two}/rules`,
    }),
  ),
  {
    row: 'a redirect to another virtual host',
    holds: 'P',
    requests: 2,
    to: ({ host }) => `${host}/rules`,
  },
  {
    row: 'five hops over three authorities',
    holds: 'P',
    requests: 6,
    to: ({ host }) => `${host}/3`,
  },
  {
    row: 'six hops over three authorities',
    ...ENDLESS,
    holds: ['A', 'P'],
    requests: [6, 7],
    to: ({ two }) => `${two}/4`,
  },
  {
    row: '20 hops',
    ...ENDLESS,
    holds: ['A', 'P'],
    requests: [6, 21],
    to: ({ two }) => `${two}/step-18`,
  },
  { row: '21 hops', ...ENDLESS, requests: [6, 21], to: ({ two }) => `${two}/step-19` },
  {
    row: 'eight hops to a missing file',
    holds: 'A',
    reason: ['too-many-redirects', 'status'],
    requests: [6, 9],
    to: ({ two }) => `${two}/missing-6`,
  },
  {
    row: 'eight hops to a failing server',
    holds: ['A', 'U'],
    reason: ['too-many-redirects', 'status'],
    requests: [6, 9],
    to: ({ two }) => `${two}/trouble-6`,
  },
  {
    row: 'a loop over two ports',
    ...ENDLESS,
    reason: 'redirect-loop',
    requests: 3,
    to: ({ two }) => `${two}/circle`,
  },
  {
    row: 'a loop to itself',
    ...ENDLESS,
    reason: 'redirect-loop',
    requests: 1,
    to: () => '/robots.txt',
  },
  {
    row: 'a redirect to a missing file',
    holds: 'A',
    reason: 'status',
    status: 404,
    requests: 2,
    to: ({ two }) => `${two}/nowhere`,
  },
  {
    row: 'a redirect to a failing server',
    holds: 'U',
    reason: 'status',
    status: 500,
    requests: 2,
    to: ({ two }) => `${two}/trouble`,
  },
  {
    row: 'a 300 to mailto:',
    ...BAD,
    by: 300,
    to: () => 'mailto:a@example.com',
  },
  { row: 'a redirect to mailto:', ...BAD, to: () => 'mailto:a@example.com' },
  { row: 'a redirect to file:', ...BAD, to: () => 'file:///etc/passwd' },
  { row: 'a redirect to data:', ...BAD, to: () => 'data:text/plain,Allow:%20/' },
  { row: 'a redirect to an invalid URL', ...BAD, to: () => 'http://[' },
  {
    row: 'a redirect to a port that refuses connections',
    holds: 'U',
    reason: 'connect',
    to: () => 'http://127.0.0.1:1/robots.txt',
  },
];

/** Sends a redirect with nginx, which itself knows no Location for 300. */
function redirect(status: number, location: string): string {
  if (status !== 300) return `return ${status} ${location};`;
  return `add_header Location ${location} always; return 300;`;
}

/** Locations of nginx: `/NAME-LENGTH` is a redirect to `/NAME-(LENGTH - 1)`, and `/NAME-0` to the target. */
function chain(name: string, length: number, target: string): string {
  return Array.from({ length: length + 1 }, (_, left) => {
    const to = left === 0 ? target : `/${name}-${left - 1}`;
    return `location = /${name}-${left} { return 302 ${to}; }`;
  }).join('\n');
}

describeWith(['nginx'], 'access results after redirects', () => {
  let nginx: Nginx;
  const origins = { two: '', host: '' };
  const originOf = (index: number): string => `http://127.0.0.1:${nginx.ports[2 + index]}`;
  const indexOf = (named: string): number => ROWS.findIndex(({ row }) => row === named);

  beforeAll(async () => {
    nginx = await startNginx({
      ports: 2 + ROWS.length,
      servers: ([vhosts, two, ...ports]) => {
        origins.two = `http://127.0.0.1:${two}`;
        origins.host = `http://localhost:${vhosts}`;
        const rules = `location = /rules { return 200 ${JSON.stringify(RULES)}; }`;
        const steps = [1, 3].map((left) => `location = /${left} { return 302 ${origins.two}/${left - 1}; }`);
        return `
          server { listen 127.0.0.1:${vhosts}; server_name 127.0.0.1; }
          server {
            listen 127.0.0.1:${vhosts}; server_name localhost;
            ${rules} ${steps.join('\n')}
          }
          server {
            listen 127.0.0.1:${two};
            ${rules}
            location = /4 { return 307 ${origins.host}/3; }
            location = /2 { return 301 ${origins.host}/1; }
            location = /0 { return 308 ${origins.host}/rules; }
            location = /circle { return 301 ${origins.two}/circle-back; }
            location = /circle-back { return 301 ${origins.two}/circle; }
            location = /trouble { return 500; }
            ${chain('step', 19, `${origins.host}/rules`)}
            ${chain('missing', 6, '/nowhere')}
            ${chain('trouble', 6, '/trouble')}
            location = /robots.txt { return 200 "User-agent: *\\nDisallow: /open\\n"; }
          }
          ${ROWS.map(({ to, by = 302 }, index) => {
            return `server { listen 127.0.0.1:${ports[index]}; absolute_redirect off; location = /robots.txt { ${redirect(by, to(origins))} } }`;
          }).join('\n')}`;
      },
    });
  });
  afterAll(() => nginx.stop());
  beforeEach(async () => {
    await nginx.requests();
  });

  test.each(casesOf(ROWS))('$row, $policy: $letter', async (each) => {
    const clock = new FakeClock();
    const client = proofClient({ clock: clock.now, policy: each.policy });
    const { provenance } = await prove(client, originOf(indexOf(each.row)), each, clock);
    expect(await nginx.requests()).toHaveLength(each.requests);
    if (each.letter === 'P') expect(provenance.hops).toHaveLength(each.requests - 1);
  });

  test.each(POLICIES)('the rules apply only to the initial origin, %s', async (policy) => {
    const client = proofClient({ policy });
    const origin = originOf(indexOf('a redirect 301 to another port'));
    expect(await client.isAllowed(`${origin}/open`)).toBe(true);
    expect(await client.isAllowed(`${origin}/private`)).toBe(false);
    // The other origin has its own, different robots.txt.
    expect(await client.isAllowed(`${origins.two}/open`)).toBe(false);
    expect(await client.isAllowed(`${origins.two}/private`)).toBe(true);
    expect(await nginx.requests()).toHaveLength(3);
  });

  test.each(POLICIES)('a redirect to an address refused by the guard, %s: U', async (policy) => {
    const clock = new FakeClock();
    const client = proofClient({
      clock: clock.now,
      policy,
      guard: { allowHosts: ['127.0.0.1'] },
    });
    const row = { letter: 'U', policy, reason: 'refused-address' } as const;
    const origin = originOf(indexOf('a redirect to another virtual host'));
    const { provenance } = await prove(client, origin, row, clock);
    expect(provenance.hops).toMatchObject([{ status: 302, location: `${origins.host}/rules` }]);
    expect(await nginx.requests()).toHaveLength(1);
    expect(client.counters.refusals).toBe(1);
  });
});
