/** The access table over FTP: real servers for files, a scripted one for faults. The 1996 draft does not cover FTP. */
import { beforeAll, expect, test } from 'vitest';
import { describeWith } from '../../../../test/support/program.js';
import type { PolicyName } from '../../src/index.js';
import { FakeClock } from '../support/clock.js';
import { startPyftpdlib, startVsftpd } from '../support/ftp-servers.js';
import { casesOf, proofClient, prove, type Row, RULES } from '../support/proof.js';
import { respond, startRawServer } from '../support/raw-server.js';

const NAMES: readonly PolicyName[] = ['rfc9309', 'google', 'google-2026'];
const PYFTPDLIB = '/usr/lib/python3/dist-packages/pyftpdlib';
const THERE = { row: '226', holds: 'P', status: 226 } as const;
const MISSING = { row: '550', holds: 'A', status: 550, reason: 'ftp-reply' } as const;
const EMPTY = { row: '226, an empty file', holds: 'E', status: 226 } as const;

describeWith([PYFTPDLIB], 'pyftpdlib', () => {
  const servers = new Map<string, Awaited<ReturnType<typeof startPyftpdlib>>>();
  beforeAll(async () => {
    servers.set(THERE.row, await startPyftpdlib({ 'robots.txt': RULES }));
    servers.set(MISSING.row, await startPyftpdlib({ other: RULES }));
    servers.set(EMPTY.row, await startPyftpdlib({ 'robots.txt': '' }));
    return () => Promise.all([...servers.values()].map((server) => server.stop()));
  });

  test.each(casesOf<Row>([THERE, MISSING, EMPTY], NAMES))('$row, $policy: $letter', async (each) => {
    const server = servers.get(each.row);
    if (server === undefined) throw new Error(each.row);
    const clock = new FakeClock();
    const client = proofClient({ clock: clock.now, policy: each.policy });
    const before = logins(server.log());
    await prove(client, `ftp://127.0.0.1:${server.port}`, each, clock);
    // Sent commands are known immediately, logged ones after a while.
    await expect.poll(() => logins(server.log())).toBe(before + 1);
    if (each.letter !== 'P') return;
    await expect.poll(() => server.log()).toMatch(/RETR .*\/robots\.txt completed=1/);
  });

  test.each(NAMES)('a redirect from http to ftp, %s: P under the initial authority', async (policy) => {
    const target = `ftp://127.0.0.1:${servers.get(THERE.row)?.port}/robots.txt`;
    const server = await startRawServer((socket) => respond(socket, 301, [`Location: ${target}`]));
    const clock = new FakeClock();
    const client = proofClient({ clock: clock.now, policy });
    const { provenance } = await prove(client, server.origin, { ...THERE, letter: 'P', policy }, clock);
    expect(provenance).toMatchObject({ url: target, hops: [{ status: 301, location: target }] });
    expect(server.lines).toHaveLength(1);
  });

  const logins = (log: string): number => log.split("USER 'anonymous' logged in").length - 1;
});

describeWith(['vsftpd'], 'vsftpd', () => {
  const closed = { row: '530', holds: 'U', status: 530, reason: 'ftp-reply' } as const;

  test.each(casesOf<Row>([THERE, MISSING, closed], NAMES))('$row, $policy: $letter', async (each) => {
    const server = await startVsftpd({ 'robots.txt': RULES }, { isClosed: each.row === '530' });
    const target = `ftp://127.0.0.1:${server.port}${server.folder}/robots.txt`;
    // The server's root is the file system root, which has no robots.txt; a redirect leads to the test's file.
    const site = await startRawServer((socket) => respond(socket, 302, [`Location: ${target}`]));
    const origin = each.letter === 'P' ? site.origin : `ftp://127.0.0.1:${server.port}`;
    const clock = new FakeClock();
    const client = proofClient({ clock: clock.now, policy: each.policy });
    await prove(client, origin, each, clock);
    expect(server.log().match(/FTP command: .*"USER anonymous"/g)).toHaveLength(1);
  });
});
