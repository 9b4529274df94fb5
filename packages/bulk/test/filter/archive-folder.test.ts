import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { archiveFolder, folderNames } from '../../src/filter/archive-folder.js';
import { RulesOfSites } from '../../src/filter/rules.js';
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
  ['https://four.example/', 'unreachable'],
  ['http://../p', 'unreachable'],
  ['http://./p', 'unreachable'],
])('%s', async (url, outcome) => {
  expect(outcomeOf((await load(url)).rules, url)).toBe(outcome);
});

test.each(['/p', 'nothing', 'mailto:a@b.example'])('%s has no origin', async (url) => {
  await expect(load(url)).rejects.toThrow(TypeError);
});

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
