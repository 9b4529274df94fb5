/** Misbehaving servers, and aborted attempts. */
import { describe, expect, test } from 'vitest';
import { ftpExchange, getByFtp as get, textOf } from '../support/ftp-exchange.js';
import { startScriptedFtp } from '../support/scripted-ftp.js';

const ROBOTS_TXT = 'User-agent: *\r\nDisallow: /privé\n';
const lost = { kind: 'failure', failure: 'reset' };
const late = { kind: 'failure', failure: 'timeout', detail: 'the FTP server timed out' };

describe('servers that break the protocol', () => {
  const begin = '150 Here it comes';

  test.each([
    ['RETR', '425 No data connection', 425],
    ['RETR', '426 Broken off', 426],
    ['RETR', '451 Trouble', 451],
    ['PASS', '430 Not you', 430],
    ['USER', '332 Whose account?', 332],
    ['TYPE', '504 No', 504],
    ['PASV', '502 No', 502],
    ['greeting', '120 In two minutes', 120],
    ['greeting', '421-Not\r\n421 now', 421],
  ])('%s, %s: the reply', async (command, reply, code) => {
    const server = await startScriptedFtp({ [command]: reply });
    const result = await get(server);
    expect(result).toMatchObject({ kind: 'ftp', code, body: undefined });
    expect(server.sessions).toBe(1);
    await expect.poll(() => server.open).toBe(0);
  });

  test.each(['greeting', 'USER', 'TYPE', 'PASV'])('a 550 to %s does not mean a missing file', async (command) => {
    const server = await startScriptedFtp({ [command]: '550 No' });
    expect(await get(server)).toMatchObject({ kind: 'failure', failure: 'protocol' });
  });

  test.each([
    ['125', 'with a part of the file', 'User-agent: *\nDis'],
    ['150', 'with a part of the file', 'User-agent: *\nDis'],
    ['125', 'without data', ''],
    ['150', 'without data', ''],
  ])('a 550 after %s, %s, does not mean a missing file', async (mark, _, text) => {
    const server = await startScriptedFtp({
      RETR: async ({ data, reply }) => {
        reply(`${mark} Here it comes`);
        (await data).end(text, () => reply('550 Disk error'));
      },
    });
    expect(await get(server)).toMatchObject({ kind: 'failure', failure: 'protocol' });
  });

  test.each(['100', '110', '120', '199'])('a 550 after %s, another 1yz reply, does not mean a missing file', async (code) => {
    const server = await startScriptedFtp({
      RETR: ({ control }) => control.write(`${code} Wait\r\n550 Disk error\r\n`),
    });
    expect(await get(server)).toMatchObject({ kind: 'failure', failure: 'protocol' });
  });

  test('a 550 in the same packet as 150 does not mean a missing file', async () => {
    const server = await startScriptedFtp({
      RETR: async ({ data, control }) => {
        control.write('150 Here it comes\r\n550 Disk error\r\n');
        (await data).end();
      },
    });
    expect(await get(server)).toMatchObject({ kind: 'failure', failure: 'protocol' });
  });

  test('the data connection is lost during the transfer', async () => {
    const server = await startScriptedFtp({
      RETR: async ({ data, reply }) => {
        reply(begin);
        const socket = await data;
        socket.write('User-agent: *\nDis', () => socket.resetAndDestroy());
      },
    });
    expect(await get(server)).toMatchObject(lost);
  });

  test('both connections end during the transfer without a reply', async () => {
    const server = await startScriptedFtp({
      RETR: async ({ control, data, reply }) => {
        reply(begin);
        (await data).end('User-agent: *\nDis', () => control.end());
      },
    });
    expect(await get(server)).toMatchObject(lost);
  });

  test.each(['greeting', 'USER', 'PASS', 'TYPE', 'PASV', 'RETR'])(
    'the control connection ends instead of a reply to %s',
    async (command) => {
      for (const end of ['end', 'resetAndDestroy'] as const) {
        const server = await startScriptedFtp({ [command]: ({ control }) => control[end]() });
        expect(await get(server)).toMatchObject(lost);
      }
    },
  );

  test.each(['greeting', 'USER', 'PASS', 'TYPE', 'PASV', 'RETR'])('no reply to %s', async (command) => {
    const server = await startScriptedFtp({ [command]: () => {} });
    expect(await get(server, { bodyMs: 100 })).toEqual(late);
    await expect.poll(() => server.open).toBe(0);
  });

  test('the body stops without a reply', async () => {
    for (const after of ['write', 'end'] as const) {
      const server = await startScriptedFtp({
        RETR: async ({ data, reply }) => {
          reply(begin);
          (await data)[after]('User-agent: *\n');
        },
      });
      expect(await get(server, { bodyMs: 100 })).toEqual(late);
    }
  });

  test('an endless file', async () => {
    const server = await startScriptedFtp({
      RETR: async ({ data, reply }) => {
        reply(begin);
        const socket = await data;
        const more = (error?: Error | null) => {
          if (error == null) socket.write('# and so on\n'.repeat(1_000), more);
        };
        more();
      },
    });
    const result = await get(server, { maxBytes: 1_000 });
    expect(result).toMatchObject({ kind: 'ftp', code: 226, body: { truncated: true } });
    await expect.poll(() => server.open).toBe(0);
  });

  test('a 226 before the data is complete', async () => {
    const server = await startScriptedFtp({
      RETR: async ({ data, reply }) => {
        reply(`${begin}\r\n226 Done`);
        const socket = await data;
        setTimeout(() => socket.end(ROBOTS_TXT), 50);
      },
    });
    expect(textOf(await get(server))).toBe(ROBOTS_TXT);
  });

  test('RFC 959 5.4: 250 ends a transfer too', async () => {
    const server = await startScriptedFtp({
      RETR: async ({ data, reply }) => {
        reply('125 At once');
        (await data).end(ROBOTS_TXT, () => reply('250 Done'));
      },
    });
    expect(await get(server)).toMatchObject({ code: 250, body: { truncated: false } });
  });

  test('the port of the PASV reply refuses connections', async () => {
    const server = await startScriptedFtp({ PASV: '227 (127,0,0,1,0,1)' });
    expect(await get(server)).toMatchObject({ kind: 'failure', failure: 'connect' });
  });

  test.each([
    ['an invalid reply', 'HTTP/1.1 400 Bad Request\r\n\r\n', 'timeout'],
    ['an endless reply', `220-${'x'.repeat(70_000)}\r\n`, 'protocol'],
    ['a password request at the end', '331 Who?', 'ftp'],
  ])('%s', async (_, greeting, failure) => {
    const server = await startScriptedFtp({ greeting });
    const result = await get(server, { bodyMs: 100 });
    expect(result.kind === 'failure' ? result.failure : result.kind).toBe(failure);
  });
});

describe('a path from a redirect', () => {
  test.each(['/a%0d%0aDELE b', '/a%0a', '/a%00'])('%s: no command but RETR is sent', async (path) => {
    const server = await startScriptedFtp({});
    expect(await get({ ...server, path })).toMatchObject({
      kind: 'failure',
      failure: 'bad-redirect',
    });
    expect(server.sessions).toBe(0);
  });
});

describe('aborted', () => {
  const aborted = { kind: 'failure', failure: 'aborted', detail: 'the attempt was aborted' };
  const never = () => {};

  test('before anything is sent', async () => {
    const server = await startScriptedFtp({});
    const url = new URL(`ftp://127.0.0.1:${server.port}/robots.txt`);
    const result = ftpExchange().request({ url, signal: AbortSignal.abort() });
    expect(await result).toEqual(aborted);
    expect(server.sessions).toBe(0);
  });

  test.each(['greeting', 'PASS', 'PASV', 'RETR'])('while waiting for %s', async (command) => {
    const server = await startScriptedFtp({ [command]: never });
    const controller = new AbortController();
    const url = new URL(`ftp://127.0.0.1:${server.port}/robots.txt`);
    const result = ftpExchange().request({ url, signal: controller.signal });
    const isThere = () => (command === 'greeting' ? server.sessions === 1 : server.commands.join().includes(command));
    await expect.poll(() => isThere()).toBe(true);
    controller.abort(new DOMException('', 'TimeoutError'));
    expect(await result).toMatchObject({
      failure: 'timeout',
      detail: 'the attempt exceeded its total time limit',
    });
    await expect.poll(() => server.open).toBe(0);
  });

  test('within the body, by closing the exchange; and later requests', async () => {
    const server = await startScriptedFtp({
      RETR: async ({ data, reply }) => {
        reply('150 Here it comes');
        (await data).write('User-agent: *\n');
      },
    });
    const url = new URL(`ftp://127.0.0.1:${server.port}/robots.txt`);
    const exchange = ftpExchange();
    const { signal } = new AbortController();
    const running = exchange.request({ url, signal });
    await expect.poll(() => server.commands).toContain('RETR /robots.txt');
    await exchange.close();
    expect(await running).toEqual(aborted);
    expect(await exchange.request({ url, signal })).toEqual(aborted);
    expect(server.sessions).toBe(1);
    await expect.poll(() => server.open).toBe(0);
  });
});
