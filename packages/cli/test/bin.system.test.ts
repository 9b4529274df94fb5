import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, cpSync, existsSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { site } from '../../../test/support/site.js';
import { temporaryFolder } from '../../../test/support/temporary.js';
import { VERSION } from '../src/program/version.js';
import { repositoryOf } from './support/repository.js';

const BIN = fileURLToPath(new URL('../dist/bin.js', import.meta.url));
const ROBOTS_TXT = 'User-agent: *\nDisallow: /private/\n';

function repkit(argv: readonly string[], input = '', bin = BIN, cwd?: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...argv], {
    input,
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NO_PROXY: '*', XDG_CACHE_HOME: temporaryFolder() },
  });
  return { status, stdout, stderr };
}

/** Runs the command while this process serves a site. */
async function repkitOnSite(argv: readonly string[], path: string) {
  const { origin } = await site(({ url }, response) => {
    if (url === '/robots.txt') response.end(`${ROBOTS_TXT}Content-Usage: train-ai=n\n`);
    else response.setHeader('content-type', 'text/html').end('<meta name=robots content=noindex>');
  });
  const options = ['--allow', '127.0.0.1', '--store', 'none'];
  const child = spawn(process.execPath, [BIN, ...argv, ...options, origin + path], {
    env: { ...process.env, NO_PROXY: '*' },
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { stdout, stderr };
}

test.each([
  [['page'], '/private/', 'finding: The page was not requested'],
  [['page'], '/open', 'noindex (robots meta element)'],
  [['check', '--preferences'], '/open', 'AIPREF: train-ai=no (line 3)'],
  [['lint'], '', '1 info in 1 file.'],
  [['fmt'], '', 'Disallow: /private/'],
])('the copies of core in the command and in the client work together: %j %s', async (argv, path, says) => {
  const { stdout, stderr } = await repkitOnSite(argv, path);
  expect(stderr).toBe('');
  expect(stdout).toContain(says);
});

/** Runs a script in which `"$0" "$1"` is the command. */
function bash(script: string) {
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script, process.execPath, BIN], {
    input: ROBOTS_TXT,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

test('prints the version', () => {
  expect(repkit(['--version'])).toEqual({ status: 0, stdout: `${VERSION}\n`, stderr: '' });
});

test.each([
  [['check', '--robots', '-', '/a'], '--robots "-" cannot be read: it is a folder'],
  [['lint', '-'], 'standard input cannot be read: it is a folder'],
  [['filter', '--robots', join(dirname(BIN), 'LICENSES.txt')], 'cannot be read: it is a folder'],
])('a folder as standard input is an error: %j', (argv, says) => {
  const stdin = openSync(dirname(BIN), 'r');
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, ...argv], {
    stdio: [stdin, 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  closeSync(stdin);
  expect([status, stdout, stderr]).toEqual([2, '', expect.stringContaining(says)]);
});

test.each([
  ['/a', 0, 'allowed      /a  *  no rule matches\n'],
  ['/private/a', 1, 'disallowed   /private/a  *  Disallow: /private/ (line 2)\n'],
])('%s ends with %i', (url, status, stdout) => {
  const result = repkit(['check', '--robots', '-', url], ROBOTS_TXT);
  expect(result).toEqual({ status, stdout, stderr: '' });
});

test('invalid options exit with 2 and a correction', () => {
  const result = repkit(['check', '--robots', '/no/such/file', '/a']);
  expect(result).toMatchObject({ status: 2, stdout: '' });
  expect(result.stderr).toMatch(/^repkit check: .*no such file or folder; check the path\.\n$/);
});

test('files are read from the disk', () => {
  expect(repkit(['check', '--robots', BIN, '/a'])).toMatchObject({ status: 0, stderr: '' });
  const { status, stderr } = repkit(['check', '--robots', dirname(BIN), '/a']);
  expect(status).toBe(2);
  expect(stderr).toContain('it is a folder; name a file in it.');
});

test('an endless file is read up to the parsing limit', () => {
  const { status, stderr } = repkit(['check', '--robots', '/dev/zero', '/a']);
  expect(status).toBe(0);
  expect(stderr).toMatch(/^repkit check: Read only the first 512000 bytes of \/dev\/zero, .*\n$/);
});

test('a revision is read from git without a shell', () => {
  const folder = repositoryOf('', ROBOTS_TXT);
  const diff = (name: string) => repkit(['diff', name, 'robots.txt'], '', BIN, folder);
  expect(diff('HEAD:robots.txt')).toMatchObject({ status: 0, stderr: '' });
  expect(diff('HEAD:robots.txt').stdout).toMatch(/^equivalent/);
  expect(diff('HEAD~1:robots.txt').stdout).toMatch(/^newly-blocked {2}\* {2}\/private\//m);
  const { status, stderr } = diff('HEAD:$(touch made);touch made');
  expect(status).toBe(2);
  expect(stderr).toMatch(/^repkit diff: "HEAD:\$\(touch made\);touch made" was not found in git \(.+\)\. Check /);
  expect(readdirSync(folder).sort()).toEqual(['.git', 'robots.txt']);
});

test('a file is written in place', () => {
  const file = join(temporaryFolder(), 'robots.txt');
  writeFileSync(file, `${ROBOTS_TXT}Disallow: /private/a\n`);
  expect(repkit(['lint', '--fix', file])).toMatchObject({ status: 0, stderr: '' });
  expect(readFileSync(file, 'utf8')).toBe(ROBOTS_TXT);
});

test('a full disk exits with 2', () => {
  const { status, stderr } = bash('"$0" "$1" --version > /dev/full');
  expect(status).toBe(2);
  expect(stderr).toMatch(/^repkit: Standard output cannot be written: ENOSPC.*\n$/);
});

test.each([
  ['fmt --write', 'user-agent: *\n'],
  ['lint --fix --unsafe', 'User-agent: *\nDissallow: /a\n'],
  ['lint --fix', 'User-agent: *\nDisallow: /a\nDisallow: /a/b\n'],
])('a full disk leaves the file unchanged: %s', (command, body) => {
  const file = join(temporaryFolder(), 'robots.txt');
  writeFileSync(file, body);
  // No file can grow, as on a full disk.
  const { status, stderr } = bash(`ulimit -f 0; "$0" "$1" ${command} ${file}`);
  expect(status).toBe(2);
  expect(stderr).toMatch(/^repkit \w+: ".*robots\.txt" cannot be written: .*ulimit -f.*\.\n$/);
  expect(readFileSync(file, 'utf8')).toBe(body);
  expect(readdirSync(dirname(file))).toEqual(['robots.txt']);
  expect(bash(`"$0" "$1" ${command} ${file}`).status).toBe(0);
  expect(readFileSync(file, 'utf8')).not.toBe(body);
});

test.each([
  ['filter --robots /dev/null --output /dev/full', '--output'],
  ['filter --robots /dev/null --rejects /dev/full', '--rejects'],
  ['survey --output /dev/full archive.ndjson', '--output'],
  ['survey --html /dev/full archive.ndjson', '--html'],
])('a full disk is reported: %s', (command, option) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'archive.ndjson'), '{"host":"a.example","robotsTxt":""}\n');
  const { status, stderr } = bash(`cd ${folder}; "$0" "$1" ${command} --quiet`);
  const sentence = `${option} "/dev/full" cannot be written: the disk is full; free some space and try again.`;
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: `repkit ${command.split(' ')[0]}: ${sentence}\n`,
  });
});

test('survey --html: the page is complete even if the reader of the rows stops early', () => {
  const folder = temporaryFolder();
  const rows = Array.from({ length: 20_000 }, (_, n) => `{"host":"h${n}.example","status":404}\n`);
  writeFileSync(join(folder, 'a.ndjson'), rows.join(''));
  for (const reader of ['head -n 1', '{ sleep 0.5; head -n 1; }']) {
    const { stdout, stderr } = bash(
      `cd ${folder}; rm -f page; "$0" "$1" survey --quiet --html page a.ndjson | ${reader}; echo $PIPESTATUS`,
    );
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^\{"site":"h0\.example".*\n0\n$/);
    expect(readFileSync(join(folder, 'page'), 'utf8')).toMatch(/<td>20,000<\/td>.*<\/html>\n$/s);
  }
});

test('an unreachable origin exits with 1', () => {
  const result = repkit(['check', 'http://no-such-host.invalid/a']);
  expect(result).toMatchObject({ status: 1, stderr: '' });
  expect(result.stdout).toMatch(/^unreachable {2}/);
});

test('a missing store is created without warnings', () => {
  const folder = temporaryFolder();
  const result = repkit(['check', '--store', join(folder, 'a/b.sqlite'), 'http://127.0.0.1:9/a']);
  expect(result).toMatchObject({ status: 1, stderr: '' });
  expect(result.stdout).toContain('use --allow 127.0.0.1 to permit it');
  expect(readdirSync(join(folder, 'a'))).toContain('b.sqlite');
});

test('checking a file does not load the client', () => {
  // Outside the workspace, the client cannot be resolved.
  const folder = temporaryFolder();
  cpSync(dirname(BIN), folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const bin = join(folder, 'bin.js');
  expect(repkit(['check', '--robots', '-', '/a'], ROBOTS_TXT, bin)).toMatchObject({
    status: 0,
    stderr: '',
  });
  const { status, stderr } = repkit(['check', 'https://example.com/'], '', bin);
  expect(status).toBe(2);
  expect(stderr).toContain("Cannot find package '@repkit/client'");
});

test('a broken pipe exits quietly', () => {
  // Exceeds the capacity of a pipe, so that the command is still writing when the reader exits.
  const { stdout, stderr } = bash(
    '"$0" "$1" check --explain --robots - $(seq -f /private/%.0f 3000) | head -n 1; ' + 'echo $PIPESTATUS',
  );
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^disallowed {3}\/private\/1 .*\n0\n$/);
});

test('output waits for a full pipe and loses nothing', () => {
  const script = '"$0" "$1" check --robots - $(seq -f "/%.0f-and-so-on-and-so-on" 4000)';
  const { status, stdout, stderr } = bash(`${script} | { sleep 0.3; cat; }`);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout.trimEnd().split('\n').length).toBe(4000);
});

test('filter --verdict-only: each line yields its verdict immediately', async () => {
  const columns = ['--robots-column', '1', '--column', '2', '--verdict-only'];
  const argv = [BIN, 'filter', ...columns];
  const child = spawn(process.execPath, argv, { stdio: ['pipe', 'pipe', 'inherit'] });
  const verdicts = child.stdout.setEncoding('utf8')[Symbol.asyncIterator]();
  for (const [rows, expected] of [
    ['User-agent: *\\nDisallow: /p\t/p\n', 'disallowed\n'],
    ['\t/p\n\t/q', 'allowed\n'],
  ]) {
    child.stdin.write(rows);
    expect((await verdicts.next()).value).toBe(expected);
  }
  child.stdin.end();
  expect((await verdicts.next()).value).toBe('allowed\n');
  expect((await verdicts.next()).done).toBe(true);
});

test.each(['SIGINT', 'SIGTERM'] as const)('filter --output: %s leaves FILE.partial and says so', async (signal) => {
  const folder = temporaryFolder();
  const output = join(folder, 'out');
  writeFileSync(output, 'earlier');
  const argv = [BIN, 'filter', '--robots', '/dev/null', '--output', output];
  const child = spawn(process.execPath, argv, { stdio: ['pipe', 'inherit', 'pipe'] });
  let err = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  child.stdin.write('/a\n');
  const partial = `${output}.partial`;
  await expect.poll(() => existsSync(partial) && readFileSync(partial, 'utf8')).toContain('/a');
  child.kill(signal);
  expect((await once(child, 'close'))[0]).toBe(2);
  expect(err).toContain(`"${partial}" is incomplete.`);
  expect(err).toContain(`Stopped by ${signal}.`);
  expect(readFileSync(output, 'utf8')).toBe('earlier');
});

test('filter: a reader that stops early is not an error, but a full disk is', () => {
  const seen = bash(
    'seq -f /p/%.0f 300000 | "$0" "$1" filter --robots /dev/null | head -n 1; ' +
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell expands it.
      'echo ${PIPESTATUS[1]}',
  );
  expect(seen).toEqual({ status: 0, stdout: '/p/1\t*\tallowed\n0\n', stderr: '' });
  const full = bash('seq -f /p/%.0f 300000 | "$0" "$1" filter --robots /dev/null > /dev/full');
  expect(full.status).toBe(2);
  expect(full.stderr).toMatch(/Standard output cannot be written: ENOSPC/);
});

test('lint of many files fits into a heap of 48 MB', () => {
  const folder = temporaryFolder();
  const rules = Array.from({ length: 80 }, (_, index) => `Disallow: /*folder${index}/*page=\n`);
  for (let file = 0; file < 400; file++) {
    writeFileSync(join(folder, `robots${file}.txt`), `User-agent: *\n${rules.join('')}`);
  }
  // Not the peak of the process, which depends on when the garbage is collected.
  const argv = ['--max-old-space-size=48', BIN, 'lint', folder];
  const { status, stdout } = spawnSync(process.execPath, argv, { encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, 'No problems found (400 files).\n']);
});

test('an interrupted check leaves no lock in the store, for which the next run would wait', async () => {
  let isSlow = true;
  const requested = Promise.withResolvers<void>();
  const { origin } = await site((_, response) => {
    if (isSlow) requested.resolve();
    else response.end(ROBOTS_TXT);
  });
  const env = { ...process.env, NO_PROXY: '*', XDG_CACHE_HOME: temporaryFolder() };
  const start = () => spawn(process.execPath, [BIN, 'check', '--allow', '127.0.0.1', `${origin}/a`], { env });
  const interrupted = start();
  await requested.promise;
  interrupted.kill('SIGINT');
  expect(await once(interrupted, 'exit')).toEqual([null, 'SIGINT']);
  isSlow = false;
  expect(await text(start().stdout)).toContain('allowed');
}, 20_000);
