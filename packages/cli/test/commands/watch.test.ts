import { describe, expect, test } from 'vitest';
import { site, unusedOrigin } from '../../../../test/support/site.js';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { readHistory, recordObservation } from '../../src/input/history-folder.js';
import { run } from '../../src/run.js';
import { fakeIo, type World } from '../support/fake-io.js';

const A = 'User-agent: *\nDisallow: /a\n';
const B = 'User-agent: *\nDisallow: /a\nDisallow: /b\n';
const NOON = Date.UTC(2026, 10, 29, 12);

/** A site whose response can be changed, watched by runs that share their files. */
async function watched() {
  let answer: readonly [status: number, body?: string, headers?: Record<string, string>] = [200, A];
  const { origin, log } = await site((_request, response) => {
    const [status, body, headers = { 'content-type': 'text/plain' }] = answer;
    response.writeHead(status, headers).end(body);
  });
  const folder = `robots-history/${origin.replace('//', '').replaceAll(':', '_')}`;
  const files = new Map<string, string | Uint8Array>();
  const watch = async (argv: readonly string[] = [], world: World = {}) => {
    const io = fakeIo({ files: Object.fromEntries(files), ...world });
    const options = ['--store', 'none', '--allow', '127.0.0.1', ...argv];
    const code = await run(['watch', ...options, origin], io);
    for (const [name, content] of io.files) files.set(name, content);
    return { code, ...io.written };
  };
  const setAnswer = (...next: typeof answer) => {
    answer = next;
  };
  const index = () =>
    String(files.get(`${folder}/index.ndjson`))
      .trimEnd()
      .split('\n');
  return { origin, log, folder, files, watch, setAnswer, index };
}

test('the first version, no change, and a change', async () => {
  const { origin, folder, files, watch, setAnswer, index, log } = await watched();
  expect(await watch()).toEqual({ code: 0, out: `${origin}: saved the first version\n`, err: '' });
  expect(await watch(['--fail-on', 'any'])).toEqual({ code: 0, out: '', err: '' });
  const { lastSeen, file, ...version } = JSON.parse(index()[1] ?? '');
  expect(version).toMatchObject({
    access: 'file',
    status: 200,
    headers: { 'content-type': 'text/plain' },
  });
  expect(String(files.get(`${folder}/${file}`))).toBe(A);
  setAnswer(200, B);
  expect(await watch(['--fail-on', 'newly-blocked'])).toEqual({
    code: 1,
    out:
      `${origin} changed since ${lastSeen}\n\nBlocks 1 pattern for all other crawlers ("*").\n` +
      'changed, named in the edit: *\nunaffected: 7 crawlers: AdsBot-Google, AdsBot-Google-Mobile, ' +
      'AdsBot-Google-Mobile-Apps, APIs-Google, Cloudflare-SSLDetector, Mediapartners-Google, Mozilla-Tabstack\n\n' +
      'newly-blocked  *  /b\n  pattern  /b\n  before   allowed: no rule matches\n  after    disallowed: Disallow: /b (line 3)\n\n',
    err: '',
  });
  expect(index()).toHaveLength(3);
  // Every run fetches the file.
  expect(log).toHaveLength(3);
});

test('a change is seen although Last-Modified stays the same', async () => {
  let body = A;
  const { origin } = await site((request, response) => {
    const isConditional = request.headers['if-modified-since'] !== undefined;
    response.writeHead(isConditional ? 304 : 200, {
      'last-modified': 'Sat, 01 Jan 2000 00:00:00 GMT',
    });
    response.end(isConditional ? undefined : body);
  });
  const home = temporaryFolder();
  const files: Record<string, string | Uint8Array> = {};
  const runWith = async (...argv: readonly string[]) => {
    const io = fakeIo({ files, home });
    await run([argv[0] ?? '', '--allow', '127.0.0.1', ...argv.slice(1)], io);
    for (const [name, content] of io.files) files[name] = content;
    return io.written.out;
  };
  expect(await runWith('watch', origin)).toBe(`${origin}: saved the first version\n`);
  body = B;
  expect(await runWith('watch', origin)).toContain('newly-blocked  *  /b');
  body = A;
  expect(await runWith('check', '--refresh', `${origin}/b`)).toMatch(/^allowed /);
});

test('options as for diff', async () => {
  const { origin, watch, setAnswer } = await watched();
  await watch();
  setAnswer(200, `${B}\nUser-agent: Googlebot\nDisallow: /c\n`);
  const { code, out } = await watch(['--format', 'markdown', '--fail-on', 'newly-blocked:Bingbot', '--agent', 'Googlebot']);
  expect(code).toBe(1);
  expect(out).toMatch(`**\`${origin} at 2`);
  expect(out).toContain('| 🔴 newly blocked | `Googlebot` | `/c` |');
  expect(out).not.toContain('| `*` |');
});

test('--json has each site in one document, whatever its state', async () => {
  const { origin, watch, setAnswer } = await watched();
  const none = await unusedOrigin();
  const states = async (argv: readonly string[] = []) => {
    const { code, out } = await watch(['--json', ...argv]);
    return { code, sites: JSON.parse(out).sites };
  };
  expect(await states([none])).toEqual({
    code: 2,
    sites: [
      { site: none, state: 'failed', message: expect.stringContaining('cannot be fetched') },
      { site: origin, state: 'first-version', status: 200 },
    ],
  });
  expect(await states()).toEqual({ code: 0, sites: [{ site: origin, state: 'unchanged' }] });
  setAnswer(200, B);
  const { code, sites } = await states(['--fail-on', 'newly-blocked']);
  expect(code).toBe(1);
  expect(sites).toEqual([
    expect.objectContaining({
      site: origin,
      state: 'changed',
      since: expect.stringMatching(/^2.*Z$/),
      status: 200,
      equivalent: false,
      changes: [expect.objectContaining({ productTokens: ['*'], effect: 'newly-blocked' })],
      crawlers: expect.objectContaining({ named: ['*'] }),
    }),
  ]);
});

test('no robots.txt allows everything', async () => {
  const { origin, watch, setAnswer } = await watched();
  await watch();
  setAnswer(404);
  const { code, out } = await watch(['--fail-on', 'newly-allowed']);
  expect(code).toBe(1);
  expect(out).toMatch(/ \(status 404, which allows everything\)\n\nAllows 1 pattern /);
  setAnswer(200, A);
  expect((await watch()).out).toMatch(`${origin} changed since`);
});

describe('an unreachable site', () => {
  test('with a server error, which is recorded', async () => {
    const { origin, folder, files, watch, setAnswer, index } = await watched();
    await watch();
    setAnswer(503, 'down');
    const saved = 'Its saved versions stay as they are.\n';
    expect(await watch(['--fail-on', 'any'])).toEqual({
      code: 2,
      out: '',
      err: `repkit watch: The robots.txt of ${origin} cannot be fetched (status 503). ${saved}`,
    });
    expect(JSON.parse(index()[2] ?? '')).toMatchObject({ access: 'unreachable', status: 503 });
    expect(files.get(`${folder}/${JSON.parse(index()[1] ?? '').file}`)).toEqual(Buffer.from(A));
    // The site is as before the error.
    setAnswer(200, A);
    expect(await watch(['--fail-on', 'any'])).toEqual({ code: 0, out: '', err: '' });
  });

  test('without a connection, which says nothing about the site', async () => {
    const { origin, log, watch, index } = await watched();
    const none = await unusedOrigin();
    const { code, out, err } = await watch([none]);
    expect([code, out]).toEqual([2, `${origin}: saved the first version\n`]);
    expect(err).toContain(`The robots.txt of ${none} cannot be fetched (the connection was refused).`);
    expect(log).toHaveLength(1);
    expect(index()).toHaveLength(2);
  });
});

test('sites are fetched once each and reported in order', async () => {
  const { origin, log, watch } = await watched();
  const other = await watched();
  const { out } = await watch([other.origin, `${origin}/robots.txt`]);
  const line = (each: string) => `${each}: saved the first version\n`;
  expect(out).toBe(line(other.origin) + line(origin));
  expect([log.length, other.log.length]).toEqual([1, 1]);
});

test('an index that is too long to be read is not replaced', async () => {
  const { folder, files, watch, index } = await watched();
  await watch();
  const name = `${folder}/index.ndjson`;
  const long = Buffer.concat([Buffer.from(`${index().join('\n')}\n`), Buffer.alloc(64 * 1024 * 1024, 'x')]);
  files.set(name, long);
  expect(await watch()).toMatchObject({ code: 2, out: '', err: expect.stringContaining(`"${name}" exceeds 64 MiB.`) });
  expect(files.get(name)).toBe(long);
});

test('what a killed process has left is removed only while no other process can write', async () => {
  const calls: string[] = [];
  const io = {
    ...fakeIo(),
    lock: async (path: string) => {
      calls.push(`lock ${path}`);
      return () => calls.push('release');
    },
    removeTemporaryFiles: (folder: string) => calls.push(`clean ${folder}`),
  };
  await recordObservation('h', 'https://example.com', async () => undefined, 0, io);
  expect(calls).toEqual(['lock h/example.com/.lock', 'clean h/example.com', 'release']);
});

test('a damaged line is reported, and nothing is lost', async () => {
  const { folder, files, watch, index } = await watched();
  await watch();
  files.set(`${folder}/index.ndjson`, `${index().join('\n')}\n{"firstSeen":"20`);
  const { code, err } = await watch();
  expect([code, err]).toEqual([0, `repkit watch: Skipped line 3 of "${folder}/index.ndjson", which is damaged.\n`]);
  expect(index()).toHaveLength(4);
});

test.each([
  ['was edited', '# edited\n', 'was changed since it was written'],
  ['is missing', undefined, 'cannot be read: no such file'],
])('a last version whose file %s: the change is saved, and reported as one that cannot be compared', async (_, content, says) => {
  const { origin, folder, files, watch, setAnswer, index } = await watched();
  await watch();
  const file = `${folder}/${JSON.parse(index()[1] ?? '').file}`;
  if (content === undefined) files.delete(file);
  else files.set(file, content);
  expect(await watch()).toMatchObject({ code: 0, out: '' });
  setAnswer(200, B);
  const { code, out, err } = await watch(['--fail-on', 'newly-blocked']);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(`The robots.txt of ${origin} changed and was saved, but`);
  expect(err).toContain(says);
  expect(index()).toHaveLength(3);
  expect(await watch()).toMatchObject({ code: 0, out: '' });
});

test('a folder that another site or a later version has written', async () => {
  const { folder, files, watch } = await watched();
  for (const [header, says] of [
    ['{"version":1,"site":"https://example.com"}', `"${folder}" has the versions of https://example.com, not of`],
    ['{"version":2}', 'was written by a later version of repkit (format 2). Update repkit.'],
  ] as const) {
    files.set(`${folder}/index.ndjson`, `${header}\n`);
    const { code, err } = await watch();
    expect([code, err]).toEqual([2, expect.stringContaining(says)]);
    expect(files.get(`${folder}/index.ndjson`)).toBe(`${header}\n`);
  }
});

test.each([
  ['robots.txt', '"robots.txt" is not an http, https or ftp URL. Write a URL such as https://example.com.'],
  [
    'https://example.com/page',
    '"https://example.com/page" is not the robots.txt of a site. Write https://example.com/robots.txt.',
  ],
])('%s is not a site', async (name, says) => {
  const io = fakeIo();
  expect(await run(['watch', name], io)).toBe(2);
  expect(io.written.err).toBe(`repkit watch: ${says}\n`);
});

test('an audit reads the folder of a site, or the one above it', async () => {
  const { origin, folder, files, watch, setAnswer } = await watched();
  await watch();
  setAnswer(404);
  await watch();
  const io = fakeIo({ files: Object.fromEntries(files) });
  const { versions, incomplete } = await readHistory('robots-history', new URL(origin), io);
  expect([versions.map(({ robotsTxt }) => typeof robotsTxt), incomplete]).toEqual([['object', 'string'], []]);
  expect((await readHistory(folder, undefined, io)).versions).toHaveLength(2);
  await expect(readHistory(folder, new URL('https://example.com'), io)).rejects.toThrow(
    `"${folder}" has the versions of ${origin}, not of example.com.`,
  );
  await expect(readHistory('robots-history', undefined, io)).rejects.toThrow('"robots-history" has no index.ndjson.');
});

describe('diff compares versions by their times', () => {
  const world = async () => {
    const { folder, files, watch, setAnswer } = await watched();
    await watch();
    setAnswer(200, B);
    await watch();
    const name = `${folder}/index.ndjson`;
    const [header, first = '', second = ''] = String(files.get(name)).split('\n');
    const at = (line: string, from: string, to: string) =>
      JSON.stringify({ ...JSON.parse(line), firstSeen: `2026-${from}Z`, lastSeen: `2026-${to}Z` });
    const lines = [
      header,
      at(first, '11-01T06:00', '11-02T00:00'),
      at(second, '11-03T00:00', '11-04T00:00'),
      '{"firstSeen":"2026-11-05T00:00Z","lastSeen":"2026-11-05T00:00Z","access":"unavailable","status":404}',
    ];
    files.set(name, lines.join('\n'));
    return { folder, files: Object.fromEntries(files) };
  };

  test.each([
    ['2026-11-02', '2026-11-04', 'Blocks 1 pattern ', ''],
    ['2026-11-01T06:00Z', '2026-11-02T23:59:59.999', 'equivalent', ''],
    ['2026-11-01T08:30+02:00', '2026-11-03', 'Blocks 1 pattern ', ''],
    ['2026-11-04', 'now', 'Allows 2 patterns ', 'had status 404, which allows everything.\n'],
  ])('%s and %s', async (before, after, out, err) => {
    const { folder, files } = await world();
    const io = fakeIo({ files, now: () => NOON });
    const code = await run(['diff', `${folder}@${before}`, `${folder}@${after}`], io);
    expect([code, io.written]).toEqual([0, { out: expect.stringContaining(out), err: expect.stringContaining(err) }]);
  });

  test.each([
    ['FOLDER@2026-10-01', 'is before the first version of http://127.0.0.1:'],
    ['FOLDER@2026-13-01', '"2026-13-01" is not a time. Write one such as 2026-11-01T12:00Z, or now.'],
    ['FOLDER@2026-11-31T10:00', '"2026-11-31T10:00" is not a time.'],
    [
      'robots-history@now',
      '"robots-history" has no index.ndjson. Name the folder of a site that repkit watch has written, such as robots-history/example.com.',
    ],
  ])('%s', async (name, says) => {
    const { folder, files } = await world();
    const io = fakeIo({ files });
    expect(await run(['lint', name.replace('FOLDER', folder)], io)).toBe(2);
    expect(io.written.err).toContain(says);
  });

  test('a file of such a name is a file', async () => {
    const files = { 'robots.txt@2026-11-01': A, 'robots.txt': B };
    const io = fakeIo({ files });
    expect(await run(['diff', 'robots.txt@2026-11-01', 'robots.txt'], io)).toBe(0);
    expect(io.written.out).toContain('newly-blocked');
  });
});

test.each([
  [[], /^http\S+: saved the first version\n$/],
  [['--json'], /"failed",\s*"message": "Stopped by SIGINT\.".*"first-version"/s],
])('a run that is stopped prints what it has saved: %j', async (argv, printed) => {
  const slow = await site(() => {});
  const { origin } = await site((_request, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(A));
  const stop = new AbortController();
  const io = fakeIo({ stop: stop.signal });
  const options = ['--store', 'none', '--allow', '127.0.0.1', ...argv];
  const ended = run(['watch', ...options, slow.origin, origin], io);
  await expect.poll(() => [...io.files.keys()].some((name) => name.endsWith('.ndjson'))).toBe(true);
  stop.abort('SIGINT');
  expect(await ended).toBe(2);
  expect(io.written.out).toMatch(printed);
  expect(io.written.err).toContain('Stopped by SIGINT.\n');
});
