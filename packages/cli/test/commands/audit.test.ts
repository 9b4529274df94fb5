import { readFileSync } from 'node:fs';
import { record } from '@repkit/bulk';
import { crawlerProfile } from '@repkit/core/crawlers';
import { describe, expect, test } from 'vitest';
import { listUrls } from '../../src/input/address-lists.js';
import { cachePath } from '../../src/input/cache-path.js';
import { run } from '../../src/run.js';
import { fakeIo, type World } from '../support/fake-io.js';

const ROBOTS = 'User-agent: *\nDisallow: /private/\n';
const line = (target: string, agent = 'GPTBot/1.2', more = '') =>
  `192.0.2.77 - - [28/Nov/2026:10:00:00 +0000] "GET ${target} HTTP/1.1" 200 5 "-" "${agent}"${more}\n`;
const LOG = [
  ...[line('/private/a'), line('/private/b'), line('/'), line('/robots.txt', 'CCBot/2.0')],
  ...['not a request\n', line('/private/', 'Mozilla/5.0 (X11; Linux x86_64)')],
].join('');
const DAMAGED = '{"version":1,"files":[],"notes":[],"crawlers":[{"crawler":"a"}]}';
const files = { robots: ROBOTS, log: LOG, report: DAMAGED };
const JUDGE = 'audit --robots robots --site example.com';

async function repkit(argv: string, world: World = {}) {
  const io = fakeIo({ files, ...world });
  const code = await run(argv.split(' '), io);
  return { code, ...io.written, files: io.files };
}

const REPORT = `GPTBot broke robots.txt with 2 of 3 requests, all of them against "Disallow: /private/". None of its requests was for robots.txt. The identity behind these requests was not checked.

crawler  requests  allowed  violations  robots.txt fetches
GPTBot          3        1           2                none
CCBot           1        1           0          1 (200: 1)

GPTBot  Disallow: /private/ (line 2 of robots): 2
  2026-11-28 10:00 UTC  192.0.2.77  200  https://example.com/private/a

Judged 4 of 5 requests from 2026-11-28 10:00 UTC to 2026-11-28 10:00 UTC, by 1 version from a single file.
Not judged: 1 request of browsers and other clients.
1 line could not be read (see --rejects).
Every finding was judged by one version, "robots". Earlier versions are unknown.
`;

test('first a statement about each crawler that broke rules, then a table and examples', async () => {
  const { code, out, err } = await repkit(`${JUDGE} log`);
  expect([code, out]).toEqual([0, REPORT]);
  expect(err).toBe(
    'repkit audit: No address lists are cached for crawlers of: OpenAI, Common Crawl. Run "repkit crawlers update" to fetch them.\n',
  );
  expect((await repkit(`${JUDGE} --verify none log`)).err).toBe('');

  expect(await repkit(JUDGE, { stdin: LOG })).toMatchObject({ code: 0, out: REPORT });
});

test('JSON, and the sum of two reports', async () => {
  const { out } = await repkit(`${JUDGE} --format json log`);
  const report = JSON.parse(out);
  expect(report).toMatchObject({
    version: 1,
    files: [{ name: 'robots' }],
    lines: { read: 5, unreadable: 1 },
    crawlers: [{ crawler: 'GPTBot', requests: 3, violations: 2 }, { crawler: 'CCBot' }],
  });
  const both = await repkit('audit --merge --format json a b', { files: { a: out, b: out } });
  expect(JSON.parse(both.out)).toMatchObject({
    lines: { read: 10, unreadable: 2 },
    span: report.span,
    crawlers: [
      {
        crawler: 'GPTBot',
        requests: 6,
        violations: 4,
        violationsBy: { unchecked: 4 },
        rules: [{ rule: 'Disallow: /private/', violations: 4 }],
        days: [{ day: '2026-11-28', requests: 6, violations: 4 }],
      },
      { crawler: 'CCBot', robotsTxtFetches: { 200: 2 } },
    ],
  });
});

test('each field of JSON is documented', async () => {
  const world = { files: { robots: `${ROBOTS}Crawl-delay: 5\n`, log: LOG } };
  const { out } = await repkit(`${JUDGE} --format json log`, world);
  const fields = new Set<string>();
  JSON.parse(out, (field: string, value: unknown) => {
    // The numbers of items, and statuses.
    if (field !== '' && !/^\d+$/.test(field)) fields.add(field);
    return value;
  });
  const page = readFileSync(new URL('../../../../docs/commands/audit.md', import.meta.url), 'utf8');
  const rows = page.slice(page.indexOf('## Evidence')).match(/^\| .*$/gm) ?? [];
  const documented = new Set(rows.join('').match(/(?<=`)\w+(?=`)/g));
  expect([...fields].filter((field) => !documented.has(field))).toEqual([]);
  expect([...fields]).toEqual(expect.arrayContaining(['tooSoon', 'lastFetch', 'versions']));
});

test('CSV, Markdown and HTML have the same table', async () => {
  const csv = await repkit(`${JUDGE} --format csv log`);
  expect(csv.out.split('\r\n')[1]).toBe('GPTBot,3,1,2,0,0,0,0,0,none,');
  const markdown = await repkit(`${JUDGE} --format markdown log`);
  expect(markdown.out).toContain('| GPTBot | 3 | 1 | 2 | none |\n');
  expect(markdown.out).toContain(
    '- GPTBot, `Disallow: /private/` (line 2 of robots): 2, such as `https://example.com/private/a` on 2026-11-28 10:00 UTC\n',
  );
  const { out } = await repkit(`${JUDGE} --format html log`);
  expect(out).toContain('<title>Audit of robots.txt for example.com</title>');
  expect(out).toContain('<th scope="row">GPTBot</th><td>3</td><td>1</td><td>2</td>');
});

test('a URL of a log cannot add Markdown to a report', async () => {
  const log = line('/private/a_b_![x](https://e.example/)<b>`') + line('/');
  const { out } = await repkit(`${JUDGE} --format markdown log`, { files: { robots: ROBOTS, log } });
  expect(out).toContain('such as `` https://example.com/private/a_b_![x](https://e.example/)<b>` `` on');
});

test('each violation is evidence, with a shortened address if wanted', async () => {
  const { files: written } = await repkit(`${JUDGE} --evidence e.csv --anonymize log`);
  const rows = String(written.get('e.csv')).split('\r\n');
  expect(rows).toEqual([
    'time,address,crawler,verification,class,url,status,rule,line,file,versions',
    '2026-11-28T10:00:00.000Z,192.0.2.0,GPTBot,unchecked,violation,https://example.com/private/a,200,Disallow: /private/,2,robots,1',
    '2026-11-28T10:00:00.000Z,192.0.2.0,GPTBot,unchecked,violation,https://example.com/private/b,200,Disallow: /private/,2,robots,1',
    '',
  ]);
});

test.each([
  ['2001:db8:1:2::3', '2001:db8:1::'],
  ['2001:db8::1', '2001:db8::'],
  ['::ffff:192.0.2.77', '192.0.2.0'],
  ['crawl-192-0-2-77.example.com', '-'],
])('%s is shortened to %s', async (address, shortened) => {
  const log = line('/private/a').replace('192.0.2.77', address);
  for (const format of ['text', 'json', 'html', 'markdown', 'csv']) {
    const { out } = await repkit(`${JUDGE} --anonymize --format ${format} log`, {
      files: { robots: ROBOTS, log },
    });
    expect(out).not.toContain(address);
    if (format === 'text') expect(out).toContain(`  ${shortened}  `);
  }
});

test('unreadable lines are written to a file', async () => {
  const { files: written } = await repkit(`${JUDGE} --rejects r log`);
  expect(String(written.get('r'))).toBe('not a request\n');
});

test('a rejected line has shortened addresses, too', async () => {
  const log = `${line('/')} 192.0.2.77 ::ffff:192.0.2.77 [2001:db8:1:2::3]:443 10:00:00 \xff\n`;
  const { files: written } = await repkit(`${JUDGE} --rejects r --anonymize log`, { files: { robots: ROBOTS, log } });
  expect(String(written.get('r'))).toBe(' 192.0.2.0 :: [2001:db8:1::]:443 10:00:00 \xff\n');
});

test.each(['text', 'json', 'csv', 'markdown', 'html', 'fetches-only'])(
  'no control character of a log reaches a terminal: %s',
  async (format) => {
    const log = line('/private/\x1b]0;a\x07', 'GPTBot/1.2 \u202e') + line('/robots.txt?\x1b[2J', 'CCBot/2.0');
    const world = { files: { '\x1brobots': ROBOTS, log }, isTerminal: true, env: { NO_COLOR: '1' } };
    const options = ['--robots', '\x1brobots', '--site', 'example.com', '--format', format];
    const io = fakeIo(world);
    expect(await run(['audit', ...(format === 'fetches-only' ? ['--fetches-only'] : options), 'log'], io)).toBe(0);
    expect(io.written.out).not.toBe('');
    expect(io.written.out.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  },
);

describe('exit codes', () => {
  test.each<[string, World, number]>([
    ['--agent MyBot --fail-on violations mine', { files: { robots: ROBOTS, mine: line('/private/', 'MyBot/1') } }, 1],
    ['--agent MyBot --fail-on verified-violations mine', { files: { robots: ROBOTS, mine: line('/private/', 'MyBot/1') } }, 0],
    [
      '--agent MyBot --fail-on violations --ignore-status 200,403 mine',
      { files: { robots: ROBOTS, mine: line('/private/', 'MyBot/1') } },
      0,
    ],
    ['--since 2026-11-29 log', {}, 0],
    ['cut', { files: { robots: ROBOTS, cut: LOG.slice(0, -20) } }, 2],
  ])('%s', async (options, world, code) => {
    expect((await repkit(`${JUDGE} ${options}`, world)).code).toBe(code);
  });

  test.each<[string, string]>([
    ['audit log', 'Name the versions of robots.txt with --git PATH'],
    ['audit --robots robots log', 'The log does not contain hosts. Name the host with --site.'],
    ['audit --robots - --site example.com -', 'Standard input can be read only once. Name a file for the other input.'],
    ['audit --robots robots --site a/b log', '--site must be a host such as example.com'],
    [`${JUDGE} --since yesterday log`, '--since must be a date such as'],
    [`${JUDGE} --until 2026-11-31 log`, '--until must be a date such as'],
    [`${JUDGE} --ignore-status 4xx log`, '--ignore-status takes statuses'],
    [`${JUDGE} --fields when log`, '--fields takes pairs'],
    [`${JUDGE} --fields wehn=a log`, 'Unknown part in --fields: "wehn".'],
    [`${JUDGE} robots`, 'The format of "robots" is not recognized.'],
    [`${JUDGE} log -`, '"-" can be read only once'],
    [`${JUDGE} none`, '"none" cannot be read'],
    [`${JUDGE} --evidence log log`, '--evidence "log" would overwrite "log"'],
    [`${JUDGE} --verify none --fail-on violations log`, '--fail-on cannot be used with --verify none.'],
    ['audit --merge report', '"report" is not a report of repkit audit --format json.'],
    ['audit --merge log', '"log" is not a report of repkit audit --format json.'],
  ])('%s is an error', async (argv, why) => {
    const { code, out, err } = await repkit(argv);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(why);
  });
});

test('--fetches-only prints what --fetches reads', async () => {
  const world = {
    files: {
      ...files,
      iis: '#Fields: date time c-ip cs-method cs-uri-stem sc-status\n2026-11-28 10:00:00 ::1 GET /robots.txt 200\n2026-11-28 10:00:00 ::1 GET /a 200\n',
    },
  };
  const { out } = await repkit('audit --fetches-only log iis', world);
  expect(out.split('\n')).toEqual([
    line('/robots.txt', 'CCBot/2.0').trimEnd(),
    '#Fields: date time c-ip cs-method cs-uri-stem sc-status',
    '2026-11-28 10:00:00 ::1 GET /robots.txt 200',
    '',
  ]);
  const late = line('/private/').replace('10:00:00', '10:00:09');
  const fetched = line('/robots.txt').replace('200 5', '404 5');
  const judged = await repkit(`${JUDGE} --fetches f log`, {
    files: { robots: ROBOTS, log: late, f: fetched },
  });
  expect(judged.out).toContain('No violations in 1 request of 1 crawler.');
});

test('--fetches-only reports what it could not read', async () => {
  const fetched = line('/robots.txt');
  const world = {
    files: {
      unreadable: `${fetched}robots.txt\nrobots.txt?\n`,
      cut: `${fetched}${fetched.slice(0, 60)}`,
    },
  };
  expect(await repkit('audit --fetches-only unreadable', world)).toMatchObject({
    code: 0,
    out: fetched,
    err: 'repkit audit: 2 lines could not be read, so fetches may be missing.\n',
  });
  expect(await repkit('audit --fetches-only unreadable cut', world)).toMatchObject({
    code: 2,
    out: fetched + fetched,
    err:
      'repkit audit: 3 lines could not be read, so fetches may be missing.\n' +
      'repkit audit: "cut" ends in the middle of a line.\n',
  });
});

test('a fetch in JSON with an escaped slash counts, and a damaged file of fetches is incomplete', async () => {
  const entry = (target: string, status: number, second: number) =>
    `{"time":"2026-11-28T10:00:0${second}Z","ip":"192.0.2.77","method":"GET","uri":"${target}","status":${status},"user_agent":"GPTBot/1.2"}\n`;
  const log = entry('\\u002frobots.txt', 404, 0) + entry('/private/', 200, 5);
  const { out } = await repkit(`${JUDGE} log`, { files: { robots: ROBOTS, log } });
  expect(out).toContain('No violations in 2 requests');
  const fetches = `${line('/robots.txt')}${line('/robots.txt').slice(0, 60)}`;
  const damaged = await repkit(`${JUDGE} --fetches f log`, { files: { ...files, f: fetches } });
  expect([damaged.code, damaged.out]).toEqual([
    2,
    expect.stringMatching(
      /^"f" has lines that cannot be read, so fetches may be missing\.\n"f" ends in the middle of a line\.$/m,
    ),
  ]);
});

test('--fail-on reports what it ignores', async () => {
  const { code, err } = await repkit(`${JUDGE} --fail-on violations log`);
  expect([code, err]).toEqual([0, expect.stringContaining('--fail-on ignores 2 violations of crawlers whose identity was not')]);
  const part = await repkit(`${JUDGE} --format json --verify none log`);
  const merged = await repkit('audit --merge --fail-on violations a b', {
    files: { a: part.out, b: part.out },
  });
  expect(merged.err).toContain('--fail-on ignores 4 violations');
});

describe('--fail-on never passes a run that judged nothing', () => {
  const first = {
    access: 'file',
    at: Date.UTC(2026, 10, 29),
    status: 200,
    body: Buffer.from(ROBOTS),
  } as const;
  const { index, newFile = '' } = record(undefined, 'https://example.com', first);
  const history = { 'h/index.ndjson': index, [`h/${newFile}`]: ROBOTS };
  const page = line('/private/', 'Bytespider');
  const early = line('/articles/1', 'Bytespider').replace('28/Nov', '27/Nov');
  test.each<[string, string, number, string]>([
    ['the history begins later', page, 2, 'None of 1 request of 1 crawler could be judged'],
    [
      'fetches of robots.txt need no judgment',
      page + line('/robots.txt', 'Bytespider'),
      2,
      'None of 1 request of 1 crawler could be judged',
    ],
    ['nor do fetchers for users', page + line('/', 'ChatGPT-User/1.0'), 2, 'None of 1 request of 1 crawler could be judged'],
    ['the log has nothing to judge', line('/', 'Firefox/140.0'), 0, ''],
    ['some of them could be judged', early + page.replace('28/Nov', '29/Nov').replace('/private/', '/'), 0, ''],
  ])('%s', async (_name, log, code, message) => {
    for (const format of ['text', 'json']) {
      const { code: given, err } = await repkit(
        `audit --history h --site example.com --format ${format} --fail-on violations log`,
        { files: { ...history, log } },
      );
      expect(given).toBe(code);
      if (message === '') expect(err).not.toContain('judged');
      else expect(err).toContain(message);
    }
    const { out } = await repkit('audit --history h --site example.com --format json log', {
      files: { ...history, log },
    });
    const merged = await repkit('audit --merge --fail-on violations a', { files: { a: out } });
    expect(merged.code).toBe(code);
  });
});

describe('--fail-on never passes a log without requests for the site and period', () => {
  const browser = line('/private/', 'Mozilla/5.0 (X11; Linux x86_64)');
  const judged = 'Nothing was judged: the log contains no requests';
  const unnamed = 'Nothing was judged: no request has a User-Agent, which would name the crawler.';
  test.each<[string, string, string, number, string]>([
    ['an empty log', '', '', 2, `${judged}.`],
    ['a later period', '--since 2026-11-29', LOG, 2, `${judged} for this site and period.`],
    ['an earlier period', '--until 2026-11-28', LOG, 2, `${judged} for this site and period.`],
    ['another host', '', `example.org ${line('/')}`, 2, judged],
    ['the common format', '', line('/').replace(/ "[^"]*" "[^"]*"$/m, ''), 2, unnamed],
    ['clients without a User-Agent', '', line('/', '-') + line('/', ''), 2, unnamed],
    ['some of them', '', browser + line('/', '-'), 0, ''],
    ['browsers only', '', browser, 0, ''],
    ['other crawlers only', '--crawler GPTBot', line('/', 'CCBot/2.0'), 0, ''],
  ])('%s', async (_name, options, log, code, message) => {
    const audit = `${JUDGE} ${options} --format json`.replaceAll(/ +/g, ' ');
    const world = { files: { robots: ROBOTS, log } };
    const given = await repkit(`${audit} --fail-on violations log`, world);
    expect(given.code).toBe(code);
    if (message === '') expect(given.err).not.toContain('judged');
    else expect(given.err).toContain(`repkit audit: ${message}`);
    const { out } = await repkit(`${audit} log`, world);
    const reports = { a: out, b: (await repkit(`${JUDGE} --format json log`)).out };
    const merge = 'audit --merge --fail-on violations';
    expect((await repkit(`${merge} a`, { files: reports })).code).toBe(code);
    expect((await repkit(`${merge} a b`, { files: reports })).code).toBe(0);
  });
});

test('shells of Windows pass on patterns', async () => {
  const world = { files: { robots: ROBOTS, 'u_ex1.log': LOG, 'u_ex2.log': LOG, 'u[x].log': LOG } };
  const both = await repkit(`${JUDGE} --verify none u_ex1.log u_ex2.log`, world);
  expect(await repkit(`${JUDGE} --verify none u_ex*.log`, world)).toEqual(both);
  expect((await repkit(`${JUDGE} --verify none u[x].log`, world)).code).toBe(0);
  expect(await repkit(`${JUDGE} u_in*.log`, world)).toMatchObject({
    code: 2,
    err: 'repkit audit: No file matches "u_in*.log". Check the path.\n',
  });
});

test('another field can contain the address', async () => {
  const log = line('/private/', 'GPTBot/1.2', ' "203.0.113.9, 198.51.100.4"');
  const { out } = await repkit(`${JUDGE} --ip-field 10 log`, { files: { robots: ROBOTS, log } });
  expect(out).toContain('  198.51.100.4  ');
});

test('crawlers are verified by the cached address lists', async () => {
  const [list = ''] = listUrls([crawlerProfile('GPTBot')].flatMap((profile) => profile ?? []));
  const { host, pathname } = new URL(list);
  const world = { files, home: '/home/jane', now: () => Date.UTC(2026, 10, 29) };
  const path = cachePath(fakeIo(world), 'addresses', `${host}${pathname.replaceAll('/', '_')}`);
  const cached = {
    version: 1,
    url: list,
    fetchedAt: '2026-11-28T00:00:00Z',
    list: { prefixes: [{ ipv4Prefix: '192.0.2.0/28' }, { ipv4Prefix: '192.0.2.77/32' }] },
  };
  const impostor = line('/private/c').replace('192.0.2.77', '192.0.2.99');
  const { code, out, err } = await repkit(`${JUDGE} --crawler GPTBot --fail-on verified-violations log`, {
    ...world,
    files: { ...files, log: LOG + impostor, [path]: JSON.stringify(cached) },
  });
  expect([code, err]).toEqual([1, '']);
  expect(out).toMatch(/^GPTBot broke .* Its addresses are verified\. 1 request under its name came from other addresses/);
  expect(out).toMatch(/^Judged 3 of 6 requests .*\nNot judged: 2 .*\nNot judged: 1 request of impostors\.$/m);
});

test('--history reads a folder of repkit watch', async () => {
  const at = Date.UTC(2026, 10, 27, 10);
  const observation = {
    at,
    status: 200,
    headers: {},
    access: 'file',
    body: Buffer.from(ROBOTS),
  } as const;
  const { index, newFile = '' } = record(undefined, 'https://example.com', observation);
  const folder = { 'h/example.com/index.ndjson': index, [`h/example.com/${newFile}`]: ROBOTS };
  const world = { files: { log: LOG, ...folder } };
  const { out } = await repkit('audit --history h --site example.com --format json log', world);
  expect(JSON.parse(out)).toMatchObject({
    source: 'folder',
    files: [{ name: newFile, from: '2026-11-27T10:00:00.000Z' }],
    crawlers: [{ crawler: 'GPTBot', violations: 0, unknown: 2 }, {}],
    notes: [expect.stringContaining('The history ends at 2026-11-27T10:00:00.000Z')],
  });
  for (const site of ['', ' --site example.com', ' --site http://EXAMPLE.com:8080']) {
    const inside = await repkit(`audit --history h/example.com${site} --format json log`, world);
    expect(inside.out).toBe(out);
  }
  const wrong = await repkit('audit --history h/example.com --site example.org log', world);
  expect(wrong).toMatchObject({
    code: 2,
    out: '',
    err: 'repkit audit: "h/example.com" has the versions of https://example.com, not of example.org.\n',
  });
  const other = await repkit('audit --history h --site example.com:8080 log', world);
  expect([other.code, other.err]).toEqual([
    2,
    expect.stringContaining(
      '"h" has no versions of https://example.com:8080: "h/https_example.com_8080" has no index.ndjson. ' +
        'Name a folder that repkit watch has written, and the scheme of the site if it is not https, such as --site http://example.com:8080.\n',
    ),
  ]);
});
