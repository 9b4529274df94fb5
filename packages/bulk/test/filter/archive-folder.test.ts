import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { archiveFolder, folderNames } from '../../src/filter/archive-folder.js';
import { CrawlerRules } from '../../src/filter/rules.js';
import { outcomeOf } from '../support/blocks.js';

const RULES = 'User-agent: *\nDisallow: /p\n';
const FILES = {
  'arc/one.example': RULES,
  'arc/one.example:8080': '',
  'arc/two.example.txt': RULES,
  'arc/three.example/robots.txt': RULES,
  'robots.txt': RULES,
  'arc/long.example': `# ${'x'.repeat(200_000)}\n${RULES}`,
};
const root = mkdtempSync(join(tmpdir(), 'repkit-bulk-'));
afterAll(() => rmSync(root, { recursive: true }));
for (const [name, content] of Object.entries(FILES)) {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), content);
}

function opened(folder: string) {
  return archiveFolder(folder, () => ({ kind: 'unreachable' }));
}

const load = opened(join(root, 'arc'));

test.each([
  ['https://one.example/p', 'disallowed'],
  ['HTTP://ONE.example:80/p', 'disallowed'],
  ['http://one.example:8080/p', 'allowed'],
  ['https://two.example/p', 'disallowed'],
  ['https://three.example/p', 'disallowed'],
  ['https://three.example/', 'allowed'],
  ['https://long.example/p', 'disallowed'],
  ['https://four.example/', 'unreachable'],
  [`https://${'a'.repeat(300)}/`, 'unreachable'],
  ['http://../p', 'unreachable'],
  ['http://one.example./p', 'disallowed'],
  ['http:one.example/p', 'disallowed'],
])('%s', async (url, outcome) => {
  const { accessUnder } = await load(url, ['a']);
  expect(outcomeOf(new CrawlerRules(['a'], {}).of(accessUnder), url)).toBe(outcome);
});

test.each(['/p', 'nothing', 'http://./p', 'mailto:a@b.example', 'xhttp://one.example/p'])('%s has no origin', async (url) => {
  await expect(load(url, ['a'])).rejects.toThrow(TypeError);
});

test('only the beginning of a file is read', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'a.example');
  writeFileSync(file, '');
  // More than fits into a buffer, and without blocks on the disk.
  truncateSync(file, 2 ** 43);
  const { bytes } = await opened(folder)('http://a.example/', ['a']);
  expect(bytes).toBeGreaterThan(1_000_000);
  expect(bytes).toBeLessThan(2_000_000);
});

test('a compressed file is an error, because it would allow everything as text', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'a.example'), gzipSync(RULES));
  await expect(opened(folder)('http://a.example/', ['a'])).rejects.toThrow('a.example" is compressed. Decompress it first.');
});

test('lists the possible file names of a host', () => {
  expect(folderNames('a.example:8080')).toEqual(['a.example:8080', 'a.example:8080.txt', 'a.example:8080/robots.txt']);
});

test.each(['', '.', '..'])('no file name leaves the folder: %j', (host) => {
  expect(folderNames(host)).toEqual([]);
});

if (process.platform !== 'win32') {
  test('an unreadable file is an error, not a missing file', async () => {
    const folder = temporaryFolder();
    symlinkSync('a.example', join(folder, 'a.example'));
    const loading = opened(folder)('http://a.example/', ['a']);
    await expect(loading).rejects.toThrow('a.example" cannot be read');
  });
}
