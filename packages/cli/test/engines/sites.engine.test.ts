/** Processes that check each URL by the rules of its site, fetched or from an archive. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { siteWith, unusedOrigin } from '../../../../test/support/site.js';
import { describeWithRedis } from '../../../../test/support/with-redis.js';
import { makePlace, type Place } from './commands.js';
import { startHosts } from './hosts.js';

function start(argv: readonly string[], { folder, env }: Place) {
  return spawn('repkit', ['filter', '--verdict-only', ...argv], {
    cwd: folder,
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

async function output(argv: readonly string[], input: string | Buffer, place: Place): Promise<string> {
  const { folder, env } = place;
  const running = promisify(execFile)('repkit', ['filter', '--verdict-only', ...argv], {
    cwd: folder,
    env,
    maxBuffer: 1 << 28,
  });
  running.child.stdin?.end(input);
  return (await running).stdout;
}

const LIVE = ['--store', 'none', '--allow', '127.0.0.0/8', '--agent', 'ExampleBot'];

const linesOf = (text: string) => text.trimEnd().split('\n');

test('one verdict per line by the rules of each site', async () => {
  const open = await siteWith(200, 'User-agent: ExampleBot\nDisallow: /p\n');
  const missing = await siteWith(404);
  const away = await unusedOrigin();
  const rows = [
    ...[`${open.origin}/p`, `${open.origin}/x\tGooglebot`, `${missing.origin}/p`, `${away}/`],
    ...['', '\\N', 'nonsense', '/p', `${open.origin}/p\r`, `${open.origin}/\xff`],
    `${open.origin}/x\t\xff`,
  ];
  const expected = [
    ...['disallowed', 'allowed', 'allowed', 'unreachable', 'invalid', 'invalid', 'invalid', 'invalid'],
    ...['disallowed', 'invalid', 'allowed'],
  ];
  expect(linesOf(await output(LIVE, Buffer.from(rows.join('\n'), 'latin1'), makePlace()))).toEqual(expected);
  const objects = rows.map((url) => `${JSON.stringify({ url: url.split('\t')[0]?.trim() })}\n`);
  const verdicts = linesOf(await output(['--format', 'ndjson', ...LIVE], objects.join(''), makePlace()));
  expect(verdicts.slice(0, 9)).toEqual(expected.slice(0, 9).map((verdict) => JSON.stringify({ verdict })));
  expect([open.log, missing.log].map((log) => log.length)).toEqual([2, 2]);
});

test('verdicts are written while the input stays open', async () => {
  const { origin } = await siteWith(200, 'User-agent: *\nDisallow: /p\n');
  const child = start(LIVE, makePlace());
  const pieces = child.stdout.setEncoding('utf8')[Symbol.asyncIterator]();
  for (const [path, verdict] of [
    ['/p', 'disallowed'],
    ['/x', 'allowed'],
  ]) {
    child.stdin.write(`${origin}${path}\n`);
    expect((await pieces.next()).value).toBe(`${verdict}\n`);
  }
  child.stdin.end();
  expect(await once(child, 'close')).toEqual([0, null]);
});

test('sites without usable rules are counted by reason at the end', async () => {
  const failing = await siteWith(429);
  const page = await siteWith(200, '<!doctype html><title>Hello</title>\n');
  const running = promisify(execFile)('repkit', ['filter', '--verdict-only', '--quiet', ...LIVE], makePlace());
  running.child.stdin?.end(`${failing.origin}/\n${failing.origin}/x\n${page.origin}/\nhttp://10.0.0.1/\n`);
  const { stdout, stderr } = await running;
  expect(stdout).toBe('unreachable\nunreachable\nallowed\nunreachable\n');
  expect(stderr).toContain(`1 robots.txt is unreachable (status 429), such as that of ${failing.origin}`);
  expect(stderr).toContain('Use --treat-429');
  expect(stderr).toContain('1 robots.txt is unreachable (refused-address)');
  expect(stderr).toContain('1 robots.txt is an HTML page');
});

test('a line longer than 16 MiB yields a verdict', async () => {
  const place = makePlace();
  writeFileSync(join(place.folder, 'a.ndjson'), '{"origin":"https://a.example","robotsTxt":""}\n');
  const long = `https://a.example/\n${'x'.repeat(17 * 1024 * 1024)}\nhttps://b.example/\n`;
  const argv = ['--archive', 'a.ndjson', '--missing', 'disallowed'];
  expect(await output(argv, long, place)).toBe('allowed\ninvalid\ndisallowed\n');
});

describeWithRedis('processes that share a store', () => {
  test('verdicts equal those of filter, with one request per host by any process', async () => {
    const hosts = await startHosts();
    const archive = await output(
      ['--archive', 'hosts.ndjson', '--agent', 'ExampleBot'],
      readFileSync(join(hosts.folder, 'urls.tsv')),
      hosts,
    );
    const verdicts = linesOf(hosts.rows).map((row) => row.split('\t')[2]);
    expect(linesOf(archive)).toEqual(verdicts);
    expect(new Set(verdicts).size).toBe(2);
    const argv = ['--store', hosts.redis, '--allow', '127.0.0.0/8', '--agent', 'ExampleBot'];
    const outputs = await Promise.all(
      ['one', 'two'].map(async (name) => {
        const stdio = ['urls.tsv', name].map((file, at) => openSync(join(hosts.folder, file), at ? 'w' : 'r'));
        const options = {
          cwd: hosts.folder,
          env: hosts.env,
          stdio: [...stdio, 'inherit' as const],
        };
        const child = spawn('repkit', ['filter', '--verdict-only', ...argv], options);
        expect(await once(child, 'close')).toEqual([0, null]);
        return linesOf(readFileSync(join(hosts.folder, name), 'latin1'));
      }),
    );
    expect(outputs).toEqual([verdicts, verdicts]);
    expect(new Set(hosts.requests())).toEqual(new Set([1]));
  });
});
