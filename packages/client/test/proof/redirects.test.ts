/** The access table: redirects across ports and virtual hosts of nginx (RFC 9309 2.3.1.2) under each policy. */
import { expect, test } from 'vitest';
import { FakeClock } from '../support/clock.js';
import { POLICIES, proofClient, RULES } from '../support/proof.js';
import { respond, startRawServer } from '../support/raw-server.js';

test.each(POLICIES)('304 after a redirect, %s: validators are sent only to the URL of the copy', async (policy) => {
  const clock = new FakeClock();
  const target = await startRawServer((socket, head) => {
    const isOurs = head.includes('if-none-match: "1"');
    respond(socket, isOurs ? 304 : 200, ['ETag: "1"'], isOurs ? '' : RULES);
  });
  const location = `Location: ${target.origin}/rules`;
  const site = await startRawServer((socket) => respond(socket, 302, [location]));
  const client = proofClient({ clock: clock.now, policy });
  const url = `${site.origin}/private`;
  clock.time = (await client.check(url)).provenance.freshUntil ?? 0;
  const { outcome, provenance } = await client.check(url);
  const isConditional = !policy.startsWith('google');
  expect([outcome, provenance.status]).toEqual(['disallowed', isConditional ? 304 : 200]);
  expect(provenance.fetchedAt).toBe(clock.time);
  expect(provenance.freshUntil).toBeGreaterThan(clock.time);
  expect(site.requests.map((head) => head.includes('if-none-match'))).toEqual([false, false]);
  expect(target.requests.map((head) => head.includes('if-none-match'))).toEqual([false, isConditional]);
});
