import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { archiveFolder, folderNames } from '../../src/filter/archive-folder.js';
import { RulesOfSites } from '../../src/filter/rules.js';
import { nodeSystem } from '../../src/threads/system.js';
import { constantRules, outcomeOf } from '../support/blocks.js';
import { fakeSystem } from '../support/system.js';

const RULES = 'User-agent: *\nDisallow: /p\n';
const system = fakeSystem({
  'arc/one.example': RULES,
  'arc/one.example:8080': '',
  'arc/two.example.txt': RULES,
  'arc/three.example/robots.txt': RULES,
  'arc/../robots.txt': RULES,
  'arc/.': RULES,
  'arc/long.example': `# ${'x'.repeat(10_000)}\n${RULES}`,
});

const { load } = archiveFolder(
  {
    folder: 'arc',
    rules: new RulesOfSites(['a'], {}),
    missing: constantRules('unreachable'),
  },
  system,
);

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
  ['http://./p', 'unreachable'],
])('%s', async (url, outcome) => {
  expect(outcomeOf((await load(url)).rules, url)).toBe(outcome);
});

test.each(['/p', 'nothing', 'mailto:a@b.example', 'xhttp://one.example/p'])(
  '%s has no origin',
  async (url) => {
    await expect(load(url)).rejects.toThrow(TypeError);
  },
);

test('an unreadable file is an error, not a missing file', async () => {
  const denied = {
    openFile(): never {
      throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
    },
  };
  const options = { folder: 'arc', rules: new RulesOfSites(['a'], {}) } as const;
  const failing = archiveFolder({ ...options, missing: constantRules('allowed') }, denied);
  await expect(failing.load('http://a.example/')).rejects.toThrow('"arc/a.example" cannot be read');
});

test.skipIf(process.platform === 'win32')('a pipe is rejected without opening it', async () => {
  const folder = temporaryFolder();
  execFileSync('mkfifo', [join(folder, 'a.example')]);
  const options = { folder, rules: new RulesOfSites(['a'], {}) } as const;
  const opened = archiveFolder({ ...options, missing: constantRules('allowed') }, system);
  await expect(opened.load('http://a.example/')).rejects.toThrow('is a pipe, socket or device');
});

test('a folder of a host contains its robots.txt', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'a.example'));
  writeFileSync(join(folder, 'a.example', 'robots.txt'), RULES);
  const options = { folder, rules: new RulesOfSites(['a'], {}) } as const;
  const opened = archiveFolder({ ...options, missing: constantRules('unreachable') }, nodeSystem);
  const { rules } = await opened.load('http://a.example/p');
  expect(outcomeOf(rules, 'http://a.example/p')).toBe('disallowed');
});

test('does not read a file without end', async () => {
  let chunks = 0;
  const endless = {
    *openFile() {
      for (; chunks < 100; chunks++) yield Buffer.alloc(100_000, '#');
    },
  };
  const options = { folder: 'arc', rules: new RulesOfSites(['a', 'b'], {}) } as const;
  const opened = archiveFolder({ ...options, missing: constantRules('unreachable') }, endless);
  expect((await opened.load('http://a.example/')).bytes).toBe(3 * 512_000 + 2000);
  expect(chunks).toBeLessThan(15);
});

test('lists the possible file names of a host', () => {
  expect(folderNames('a.example:8080')).toEqual([
    'a.example:8080',
    'a.example:8080.txt',
    'a.example:8080/robots.txt',
  ]);
});

test.each(['', '.', '..'])('no file name leaves the folder: %j', (host) => {
  expect(folderNames(host)).toEqual([]);
});
