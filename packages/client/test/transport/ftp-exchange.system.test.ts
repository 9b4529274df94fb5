/** Files from real servers. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { describeWith } from '../../../../test/support/program.js';
import { startDnsServer } from '../support/dns-server.js';
import { getByFtp as get, textOf } from '../support/ftp-exchange.js';
import { startPyftpdlib, startVsftpd } from '../support/ftp-servers.js';
import { testOverIpv6 } from '../support/ipv6.js';

const PYFTPDLIB = '/usr/lib/python3/dist-packages/pyftpdlib';
const ROBOTS_TXT = 'User-agent: *\r\nDisallow: /privé\n';

describeWith([PYFTPDLIB], 'pyftpdlib', () => {
  const utf16 = Buffer.from(`\ufeff${ROBOTS_TXT}`, 'utf16le');
  const files = {
    'robots.txt': ROBOTS_TXT,
    'utf-16.txt': utf16,
    empty: '',
    whole: 'a'.repeat(100),
    longer: 'a'.repeat(101),
    long: Buffer.alloc(50_000_000, 'a'),
    'a b%é.txt': 'there',
  };
  let server: Awaited<ReturnType<typeof startPyftpdlib>>;
  beforeAll(async () => {
    server = await startPyftpdlib(files);
    return () => server.stop();
  });

  test('226: the file, unchanged', async () => {
    const result = await get(server);
    expect(result).toMatchObject({ kind: 'ftp', code: 226, detail: '' });
    expect(textOf(result)).toBe(ROBOTS_TXT);
    expect(result).toMatchObject({
      body: {
        truncated: false,
        charset: { name: 'utf-8', from: 'default' },
        wireBytes: Buffer.byteLength(ROBOTS_TXT),
      },
    });
    const isLogged = /\[anonymous\] RETR .*\/robots\.txt completed=1/;
    await expect.poll(() => server.log()).toMatch(isLogged);
  });

  test('550: no file', async () => {
    expect(await get({ ...server, path: '/none.txt' })).toEqual({
      kind: 'ftp',
      code: 550,
      detail: 'No such file or directory.',
      body: undefined,
    });
  });

  test('a charset by its byte-order mark, as with HTTP', async () => {
    const result = await get({ ...server, path: '/utf-16.txt' });
    expect(textOf(result)).toContain('Disallow: /privé');
    expect(result).toMatchObject({
      body: { charset: { name: 'utf-16le', from: 'byte-order-mark' }, wireBytes: utf16.length },
    });
  });

  test('an empty file', async () => {
    const result = await get({ ...server, path: '/empty' });
    expect(result).toMatchObject({ code: 226, body: { bytes: new Uint8Array(0) } });
  });

  test('the parsing limit: one byte more, then the transfer is aborted', async () => {
    const of = (path: string) => get({ ...server, path }, { maxBytes: 100 });
    expect(await of('/whole')).toMatchObject({ code: 226, body: { truncated: false } });
    for (const path of ['/longer', '/long']) {
      const result = await of(path);
      expect(result).toMatchObject({ kind: 'ftp', code: 226, body: { truncated: true } });
      expect(textOf(result)).toHaveLength(101);
    }
  });

  test.each(['/a%20b%25%c3%a9.txt', '/a b%25é.txt', '/%61 b%%C3%A9.txt', '/./x/../a%20b%25é.txt'])(
    'a path as bytes, percent-encoded or not: %s',
    async (path) => {
      expect(textOf(await get({ ...server, path }))).toBe('there');
    },
  );

  testOverIpv6('over IPv6, with EPSV (RFC 2428 3)', async () => {
    const server6 = await startPyftpdlib(files, { host: '::1' });
    onTestFinished(() => server6.stop());
    expect(textOf(await get({ ...server6, host: '[::1]' }))).toBe(ROBOTS_TXT);
  });

  test('RFC 2577 3: a reply to PASV with another host leads to the same host', async () => {
    const hidden = await startPyftpdlib(files, { nat: '192.0.2.1' });
    onTestFinished(() => hidden.stop());
    expect(textOf(await get(hidden))).toBe(ROBOTS_TXT);
  });

  test('the guard: by address, by name, and exceptions', async () => {
    const sessions = () => server.log().split('session opened').length;
    const before = sessions();
    const { lookup } = await startDnsServer({
      'here.example': ['127.0.0.1'],
      'rebind.example': [['127.0.0.1'], ['127.0.0.2']],
    });
    const refused = { kind: 'failure', failure: 'refused-address' };
    for (const host of ['127.0.0.1', '[::ffff:127.0.0.1]', '0x7f.1', '0.0.0.0', 'here.example']) {
      const result = await get({ ...server, host }, { guard: {} }, lookup);
      expect([host, result]).toMatchObject([host, refused]);
    }
    expect(sessions()).toBe(before);
    for (const guard of [{ allowHosts: ['here.example'] }, { allowCidrs: ['127.0.0.1/32'] }]) {
      const result = await get({ ...server, host: 'here.example' }, { guard }, lookup);
      expect(textOf(result)).toBe(ROBOTS_TXT);
    }
    const guard = { allowCidrs: ['127.0.0.1/32'] };
    const host = 'rebind.example';
    expect(textOf(await get({ ...server, host }, { guard }, lookup))).toBe(ROBOTS_TXT);
    expect(await get({ ...server, host }, { guard }, lookup)).toMatchObject(refused);
  });
});

describeWith(['vsftpd'], 'vsftpd', () => {
  test('226 and 550; the password identifies the client (RFC 1635)', async () => {
    const server = await startVsftpd({ 'robots.txt': ROBOTS_TXT });
    expect(textOf(await get({ ...server, path: `${server.folder}/robots.txt` }))).toBe(ROBOTS_TXT);
    const absent = await get({ ...server, path: `${server.folder}/none.txt` });
    expect(absent).toMatchObject({ kind: 'ftp', code: 550, detail: 'Failed to open file.' });
    expect(server.log()).toContain('anon password "ExampleBot/1.0"');
    const commands = [...server.log().matchAll(/FTP command: .* "(\w+)/g)].map(([, name]) => name);
    expect(commands.slice(0, 5)).toEqual(['USER', 'PASS', 'TYPE', 'PASV', 'RETR']);
  });

  test('530: wrong password', async () => {
    const server = await startVsftpd({ 'robots.txt': ROBOTS_TXT }, { isClosed: true });
    const result = await get({ ...server, path: `${server.folder}/robots.txt` });
    expect(result).toEqual({ kind: 'ftp', code: 530, detail: 'Login incorrect.', body: undefined });
  });

  test('421: too many users', async () => {
    const server = await startVsftpd({ 'robots.txt': ROBOTS_TXT }, { clients: 1 });
    const greeting = async () => {
      const other = connect(server.port, '127.0.0.1');
      onTestFinished(() => void other.destroy());
      return String(await once(other, 'data'));
    };
    await expect.poll(greeting).toMatch(/^220/);
    const result = await get({ ...server, path: `${server.folder}/robots.txt` });
    expect(result).toMatchObject({ kind: 'ftp', code: 421 });
  });

  test('RFC 2577 3: a reply to PASV with another host leads to the same host', async () => {
    const server = await startVsftpd({ 'robots.txt': ROBOTS_TXT }, { host: '192.0.2.1' });
    expect(textOf(await get({ ...server, path: `${server.folder}/robots.txt` }))).toBe(ROBOTS_TXT);
    expect(server.log()).toContain('227 Entering Passive Mode (192,0,2,1,');
  });
});
