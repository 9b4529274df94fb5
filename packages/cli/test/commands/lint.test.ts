import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { site, siteWith } from '../../../../test/support/site.js';
import { run } from '../../src/run.js';
import { fakeIo, type World } from '../support/fake-io.js';

const GOOD = 'User-agent: *\nDisallow: /private/\n';
const WARNED = 'User-agent: *\nDisallow: /a\nDisallow: /a\n';
const WRONG = 'User-agent: *\nDisallow: a\n';

const files = { 'good.txt': GOOD, 'warned.txt': WARNED, 'wrong.txt': WRONG };

async function repkitLint(argv: string, world: World = {}) {
  const io = fakeIo({ files, ...world });
  const code = await run(['lint', ...argv.split(' ').filter((word) => word !== '')], io);
  return { code, ...io.written, files: io.files };
}

describe('exit code', () => {
  test.each([
    ['good.txt', 0],
    ['warned.txt', 0],
    ['--max-warnings 1 warned.txt', 0],
    ['--max-warnings 0 warned.txt', 1],
    ['--max-warnings 1 warned.txt good.txt warned.txt', 1],
    ['--max-warnings 9 wrong.txt', 1],
    ['--max-warnings 0 good.txt', 0],
  ])('%s ends with %i', async (argv, code) => {
    expect(await repkitLint(argv)).toMatchObject({ code, err: '' });
  });

  test.each([
    ['', 'Missing argument. Write "repkit lint ROBOTS.TXT|FOLDER…".'],
    ['--explain json a', 'Unexpected argument "a". Write "repkit lint --explain CODE".'],
    ['--format sarfi good.txt', 'Unknown value for --format: "sarfi". Did you mean "sarif"?'],
    ['--format xyzzyx good.txt', 'Unknown value for --format: "xyzzyx". Use one of text, json, sarif, github.'],
    ['--max-warnings few good.txt', '--max-warnings must be a whole number from 0, not "few".'],
    ['--asset main.css good.txt', '--asset: "main.css" is not a URL. Write https://main.css or /main.css.'],
    ['--ignore rule-never-win good.txt', 'Unknown value for --ignore: "rule-never-win". Did you mean "rule-never-wins"?'],
    ['--max-per-code 0 good.txt', '--max-per-code must be "all" or a whole number from 1, not "0".'],
    [
      '--code-severity unusable-path good.txt',
      '--code-severity takes a code and a severity. Write unusable-path=off, or another of error, warning, info.',
    ],
    [
      '--code-severity unusable-path=loud good.txt',
      'Unknown value for --code-severity: "loud". Use one of error, warning, info, off.',
    ],
    ['missing.txt', '"missing.txt" cannot be read: no such file or folder; check the path.'],
  ])('%j ends with 2', async (argv, sentence) => {
    expect(await repkitLint(argv)).toMatchObject({
      code: 2,
      out: '',
      err: `repkit lint: ${sentence}\n`,
    });
  });
});

test('--explain prints the page of a code', async () => {
  const { code, out } = await repkitLint('--explain rule-never-wins');
  expect(code).toBe(0);
  expect(out).toMatch(/^# `rule-never-wins`: Rule never applies\n/);
  expect(out).toContain('robots.txt:4:11: warning: This rule never applies');
});

describe('selection', () => {
  test.each([
    ['--select unusable-path warned.txt wrong.txt', 1, ['unusable-path']],
    ['--ignore unusable-path warned.txt wrong.txt', 0, ['rule-never-wins']],
    ['--select rule-never-wins --ignore rule-never-wins warned.txt', 0, []],
    ['--severity error warned.txt', 0, []],
    // The last one counts.
    ['--code-severity rule-never-wins=off --code-severity rule-never-wins=error warned.txt', 1, ['rule-never-wins']],
    ['--code-severity rule-never-wins=error --code-severity rule-never-wins=off warned.txt', 0, []],
    ['--severity warning warned.txt', 0, ['rule-never-wins']],
    ['--budget 0 warned.txt', 0, ['undecided']],
  ])('%s', async (argv, code, codes) => {
    const report = await repkitLint(`--format json ${argv}`);
    expect(report.code).toBe(code);
    const found = JSON.parse(report.out).files.flatMap((file: { diagnostics: { code: string }[] }) =>
      file.diagnostics.map((diagnostic) => diagnostic.code),
    );
    expect(found).toEqual(codes);
  });

  test('an incomplete check names the option that completes it', async () => {
    const { code, out, err } = await repkitLint('--budget 0 warned.txt');
    expect([code, err]).toEqual([
      0,
      'repkit lint: Budget used up; some rules are not fully checked. Use --budget to raise it.\n',
    ]);
    expect(out).not.toContain('--budget');
  });

  test('--fix applies only selected fixes', async () => {
    const world = {
      files: { 'a.txt': 'User-agent: *\nDissalow: /a\nDisallow: /b\nDisallow: /b\n' },
    };
    const { files: after } = await repkitLint('--fix --unsafe --ignore misspelt-field a.txt', world);
    expect(String(Buffer.from(after.get('a.txt') ?? ''))).toBe('User-agent: *\nDissalow: /a\nDisallow: /b\n');
  });
});

describe('sources', () => {
  test('files in the order given, and standard input', async () => {
    const { out } = await repkitLint('warned.txt - wrong.txt', { stdin: 'fish' });
    const places = out.split('\n').flatMap((line) => /^\S+:\d+:\d+/.exec(line) ?? []);
    expect(places).toEqual(['warned.txt:3:11', '<stdin>:1:1', 'wrong.txt:2:11']);
  });

  test('a site', async () => {
    const { origin } = await siteWith(200, WRONG);
    const { code, out } = await repkitLint(`--store none --allow 127.0.0.1 ${origin}`);
    expect(code).toBe(1);
    expect(out).toContain(`${origin}:2:11: error: `);
  });

  test('--dialect changes the diagnostics', async () => {
    const wildcards = { files: { 'a.txt': 'User-agent: *\nDisallow: /*.pdf\n' } };
    expect((await repkitLint('a.txt', wildcards)).out).not.toContain('wildcard-as-itself');
    expect((await repkitLint('--dialect koster1996 a.txt', wildcards)).out).toContain('wildcard-as-itself');
  });

  test('--asset: blocked style sheets and scripts', async () => {
    const shop = { files: { 'a.txt': 'User-agent: *\nDisallow: /look\n' } };
    expect((await repkitLint('a.txt', shop)).out).not.toContain('assets-blocked');
    const { out } = await repkitLint('--asset /look?v=2 a.txt', shop);
    expect(out).toContain('assets-blocked');
  });
});

describe('--format', () => {
  test('json, with the dialect and totals', async () => {
    const { out } = await repkitLint('--format json --policy google warned.txt wrong.txt');
    expect(JSON.parse(out)).toMatchObject({
      dialect: 'google',
      errors: 1,
      files: [{ name: 'warned.txt' }, { name: 'wrong.txt' }],
    });
  });

  test('sarif', async () => {
    const { out } = await repkitLint('--format sarif wrong.txt');
    expect(JSON.parse(out).runs[0].results).toHaveLength(1);
  });

  test('github', async () => {
    const { code, out } = await repkitLint('--format=github wrong.txt');
    expect(code).toBe(1);
    expect(out).toMatch(/^::error file=wrong.txt,line=2,/);
  });

  test('colors on a terminal, only for text', async () => {
    const terminal = { isTerminal: true };
    expect((await repkitLint('wrong.txt', terminal)).out).toContain('\x1b[31merror');
  });
});

describe('--fix', () => {
  test('writes the fixed file and reports remaining problems', async () => {
    const both = 'User-agent: *\nDisallow /a\nDisallow: b\n';
    const result = await repkitLint('--fix --unsafe a.txt good.txt', {
      files: { 'a.txt': both, 'good.txt': GOOD },
    });
    expect(result).toMatchObject({ code: 1, err: '' });
    expect(String(new TextDecoder().decode(result.files.get('a.txt') as Uint8Array))).toBe(
      'User-agent: *\nDisallow: /a\nDisallow: b\n',
    );
    expect(result.out).toContain('a.txt:3:11: error: "b" does not start with "/"');
    expect(result.out).toMatch(/1 error in 2 files; 1 fixed\.\n$/);
    // Not written.
    expect(result.files.get('good.txt')).toBe(GOOD);
  });

  test('says which lines a fix adds', async () => {
    const body =
      'User-agent: GPTBot\nAllow: /archive/b\nUser-agent: *\nDisallow: /archive/\nDisallow: /files/\nDisallow: /papers/\nAllow: /*.pdf\n';
    const found = await repkitLint('a.txt', { files: { 'a.txt': body } });
    expect(found.out).toContain('suggest: add "Disallow: /archive/", "Disallow: /files/", "Disallow: /papers/"');
    expect(found.out).toContain('suggest: Allow: /archive/*.pdf, Allow: /files/*.pdf, Allow: /papers/*.pdf');
    const { out, files } = await repkitLint('--fix --unsafe a.txt', { files: { 'a.txt': body } });
    expect(out).toContain(
      'a.txt:7: fixed: "Allow: /*.pdf" is now "Allow: /archive/*.pdf", "Allow: /files/*.pdf", "Allow: /papers/*.pdf" (allow-too-short)',
    );
    const fixed = new TextDecoder().decode(files.get('a.txt') as Uint8Array);
    expect(fixed).toMatch(/^User-agent: GPTBot\nAllow: \/archive\/b\nDisallow: \/archive\/\n/);
  });

  test('removes redundant rules and says so line by line', async () => {
    const body = '\ufeffUser-agent: *\nDisallow: /a\nDisallow: /a/b\nAllow: /c\r\nUser-agent : b\nAllow: /\n';
    const { code, out, files } = await repkitLint('--fix a.txt', { files: { 'a.txt': body } });
    expect(new TextDecoder().decode(files.get('a.txt') as Uint8Array)).toBe(
      'User-agent: *\nDisallow: /a\nUser-agent : b\nAllow: /\n',
    );
    expect(code).toBe(0);
    expect(out).toBe(
      [
        'a.txt:1: fixed: removed the byte-order mark (byte-order-mark)',
        'a.txt:3: fixed: removed "Disallow: /a/b" (rule-changes-nothing)',
        'a.txt:4: fixed: removed "Allow: /c" (allow-reopens-nothing)',
        '',
        'No problems found (1 file); 3 fixed.',
        '',
      ].join('\n'),
    );
    const json = await repkitLint('--fix --format json a.txt', { files: { 'a.txt': body } });
    expect(JSON.parse(json.out).files[0].fixedLines).toContainEqual({
      line: 3,
      codes: ['rule-changes-nothing'],
      before: 'Disallow: /a/b',
      after: null,
    });
  });

  test('for standard input, the file goes to standard output and the report to standard error', async () => {
    const { code, out, err } = await repkitLint('--fix --unsafe --format github -', {
      stdin: 'User-agent: *\nDisallow /a\nfish\n',
    });
    expect(code).toBe(0);
    expect(out).toBe('User-agent: *\nDisallow: /a\nfish\n');
    expect(err).toMatch(/^::warning title=not-a-record::<stdin>:3:1: .*\n$/);
  });

  test('a file without fixes is unchanged, and escaped on a terminal', async () => {
    expect((await repkitLint('--fix -', { stdin: GOOD })).out).toBe(GOOD);
    const { out } = await repkitLint('--fix -', { stdin: '# \x1b[2J\n', isTerminal: true });
    expect(out).toBe('# \\x1b[2J\n');
  });

  test('without --unsafe, only fixes that change no verdict in any dialect', async () => {
    const before = '\ufeffUser-agent: *\nDissalow: /a\nDisallow /b\nDisallow: /x y\n';
    const { files: after, out } = await repkitLint('--fix a.txt', { files: { 'a.txt': before } });
    expect(String(Buffer.from(after.get('a.txt') ?? ''))).toBe(before.slice(1));
    expect(out).toContain('suggest: Disallow: /a\n');
    expect(out).toContain('changes: /a for * under koster1996: allowed -> disallowed\n');
    expect(out).toMatch(/; 1 fixed; 2 fixable with --fix --unsafe\.\n$/);
    const wrong = await repkitLint('--unsafe a.txt', { files: { 'a.txt': before } });
    expect(wrong).toMatchObject({ code: 2, err: 'repkit lint: --unsafe requires --fix.\n' });
  });

  test('an unwritable file is reported', async () => {
    const io = fakeIo({ files });
    const denied = Object.assign(new Error('EACCES: denied'), { code: 'EACCES' });
    const code = await run(['lint', '--fix', '--unsafe', 'warned.txt'], {
      ...io,
      replaceFile() {
        throw denied;
      },
    });
    expect(code).toBe(2);
    expect(io.written.err).toBe('repkit lint: "warned.txt" cannot be written: permission denied; check its mode and owner.\n');
  });
});

test.each([
  ['sub/*', './sub/r.txt'],
  ['./sub/*', 'sub/r.txt'],
  ['./**', 'sub/r.txt'],
])('--exclude %s applies to %s', async (glob, name) => {
  const { code, out } = await repkitLint(`--exclude ${glob} ${name}`);
  expect([code, out]).toEqual([0, 'No problems found (0 files).\n']);
});

test('a link of a glob that leads nowhere is an unreadable file, which can be excluded', async () => {
  const io = fakeIo({ files });
  const world = { ...io, findFiles: () => ['good.txt', 'link.txt'] };
  expect(await run(['lint', '*.txt'], world)).toBe(2);
  expect(io.written).toEqual({
    out: '',
    err: 'repkit lint: "link.txt" cannot be read: no such file or folder; check the path.\n',
  });
  expect(await run(['lint', '--exclude', 'link.txt', '*.txt'], world)).toBe(0);
});

test('a compressed file is not overwritten', async () => {
  const packed = gzipSync('user-agent: *\nDissallow: /a\nDisallow: /a\n');
  const io = fakeIo({ files: { packed } });
  expect(await run(['lint', '--fix', 'packed'], io)).toBe(2);
  expect(io.written.err).toBe('repkit lint: --fix cannot write to "packed": it is compressed. Decompress it first.\n');
  expect(io.files.get('packed')).toBe(packed);
});

test('RFC 9309 2.3: a binary file yields exactly one error', async () => {
  const binary = Uint8Array.from({ length: 2_000 }, (_, at) => (at * at * 31 + at * 7) % 256);
  const io = fakeIo({ files: { binary } });
  expect(await run(['lint', 'binary'], io)).toBe(1);
  expect(io.written.out).toContain('binary:1:1: error: The file is a binary file, not a robots.txt, ');
  expect(io.written.out).toMatch(/\n1 error in 1 file\.\n$/);
});

test('a sitemap is blocked only by the robots.txt of its own site', async () => {
  const { origin } = await site(({ headers: { host } }, response) => {
    const urls = [`http://${host}/hidden`, 'http://cdn.example.com/hidden'];
    const lines = ['User-agent: *', 'Disallow: /hidden', ...urls.map((url) => `Sitemap: ${url}`)];
    response.end(lines.join('\n'));
  });
  const { out } = await repkitLint(`--store none --allow 127.0.0.1 --select sitemap-blocked ${origin}`);
  expect(out).toContain(`:3:10: warning: Line 2 ("Disallow: /hidden") blocks this sitemap, `);
  expect(out).toContain('1 warning in 1 file.');
});

test.each([
  ['--urls urls good.txt', '--urls was removed: "repkit coverage --blocked ROBOTS.TXT URLS" lists'],
  ['--format junit good.txt', '--format junit was removed: use --format github or sarif in CI.'],
  ['--extended good.txt', '--extended was removed:'],
])('%s says what replaced it', async (argv, message) => {
  const { code, err } = await repkitLint(argv);
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
});
