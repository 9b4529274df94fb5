/** The access table for broken bytes, TLS, names, and connections under each policy. All of them are U, never A. */
import type { Socket } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { describeWith } from '../../../../test/support/program.js';
import { type Certificates, makeCertificates } from '../support/certificates.js';
import { FakeClock } from '../support/clock.js';
import { casesOf, proofClient, prove, RULES } from '../support/proof.js';
import { respond, startRawServer } from '../support/raw-server.js';

describeWith(['openssl'], 'access results over TLS', () => {
  let certificates: Certificates;
  beforeAll(() => {
    certificates = makeCertificates();
  });

  const named = ['selfSigned', 'expired', 'notYetValid', 'otherHost'] as const;
  const rows = [
    { row: 'right', holds: 'P', name: 'right', isTrusted: true },
    { row: 'of an unknown authority', holds: 'U', name: 'right', isTrusted: false },
    ...named.map((name) => ({ row: name, holds: 'U', name, isTrusted: true }) as const),
  ] as const;

  test.each(casesOf(rows))('$row, $policy: $letter', async ({ name, isTrusted, ...each }) => {
    const clock = new FakeClock();
    const answer = (socket: Socket) => respond(socket, 200, [], RULES);
    const server = await startRawServer(answer, certificates[name]);
    const ca = isTrusted ? certificates.ca : [];
    const client = proofClient({ clock: clock.now, policy: each.policy, ca });
    const reason = each.letter === 'U' ? { reason: 'tls' } : {};
    await prove(client, server.origin, { ...each, ...reason }, clock);
    expect(server.requests).toHaveLength(each.letter === 'P' ? 1 : 0);
  });
});
