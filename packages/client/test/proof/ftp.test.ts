/** The access table over FTP: real servers for files, a scripted one for faults. The 1996 draft does not cover FTP. */
import { describe, expect, test } from 'vitest';
import type { PolicyName } from '../../src/index.js';
import { FakeClock } from '../support/clock.js';
import { casesOf, proofClient, prove, type Row } from '../support/proof.js';
import { type FtpScript, startScriptedFtp } from '../support/scripted-ftp.js';

const NAMES: readonly PolicyName[] = ['rfc9309', 'google', 'google-2026'];

const fault = (row: string, status: number, script: FtpScript) => ({
  row,
  holds: 'U' as const,
  reason: 'ftp-reply',
  status,
  script,
});

describe('failing FTP servers', () => {
  const rows: readonly (Row & { readonly script: FtpScript })[] = [
    fault('421 at the greeting', 421, { greeting: '421 Too many of you' }),
    fault('530 to the login', 530, { USER: '530 Not you' }),
    fault('530 to the password', 530, { PASS: '530 Not with that' }),
    fault('425 to RETR', 425, { RETR: '425 No data connection' }),
    fault('450 to RETR', 450, { RETR: '450 Busy' }),
    fault('451 to RETR', 451, { RETR: '451 Local trouble' }),
    {
      row: '550 after 150',
      holds: 'U',
      reason: 'protocol',
      script: {
        RETR: async ({ reply, data }) => {
          reply('150 Here it comes');
          (await data).end('User-agent: *\n', () => reply('550 Disk error'));
        },
      },
    },
    {
      row: 'a lost connection',
      holds: 'U',
      reason: 'reset',
      script: { RETR: ({ control }) => control.destroy() },
    },
    {
      row: 'a lost transfer',
      holds: 'U',
      reason: 'reset',
      script: {
        RETR: async ({ reply, data, control }) => {
          reply('150 Here it comes');
          (await data).end('User-agent: *\n');
          setTimeout(() => control.destroy(), 20);
        },
      },
    },
  ];

  test.each(casesOf(rows, NAMES))('$row, $policy: $letter', async ({ script, ...each }) => {
    const server = await startScriptedFtp(script);
    const clock = new FakeClock();
    const client = proofClient({ clock: clock.now, policy: each.policy });
    await prove(client, `ftp://127.0.0.1:${server.port}`, each, clock);
    expect(server.sessions).toBe(1);
  });
});
