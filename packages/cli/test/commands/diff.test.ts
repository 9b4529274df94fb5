import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { siteWith } from '../../../../test/support/site.js';
import { run } from '../../src/program/run.js';
import { fakeIo, type World } from '../support/fake-io.js';
import { repositoryOf } from '../support/repository.js';

const OLD = 'User-agent: *\nDisallow: /a\nDisallow: /b\n';
const NEW = 'User-agent: *\nDisallow: /a\nDisallow: /c\n';
const files = { old: OLD, new: NEW, same: 'user-agent:*\ndisallow:/b\ndisallow:/a\n' };

async function repkitDiff(argv: string, world: World = {}) {
  const io = fakeIo({ files, ...world });
  const code = await run(['diff', ...argv.split(' ')], io);
  return { code, ...io.written };
}

const CHANGES = `newly-allowed  *  /b
  pattern  /b
  before   disallowed: Disallow: /b (line 3)
  after    allowed: no rule matches

newly-blocked  *  /c
  pattern  /c
  before   allowed: no rule matches
  after    disallowed: Disallow: /c (line 3)

2 changes: 1 newly-blocked, 1 newly-allowed
`;

test('each change with its example, pattern and deciding rules', async () => {
  expect(await repkitDiff('old new')).toEqual({ code: 0, out: CHANGES, err: '' });
});

test('equivalent files are proved equivalent', async () => {
  const out = 'equivalent: no URL is treated differently\n';
  expect(await repkitDiff('--fail-on any old same')).toEqual({ code: 0, out, err: '' });
});

test('--agent limits the comparison', async () => {
  const world = { files: { ...files, gpt: `${OLD}\nUser-agent: GPTBot\nDisallow: /\n` } };
  expect((await repkitDiff('--agent CCBot old gpt', world)).out).toContain('equivalent');
  const { out } = await repkitDiff('--agent CCBot --agent GPTBot --agent GPTBot old gpt', world);
  expect(out).toMatch(/^newly-blocked {2}GPTBot {2}\/\n/);
  expect(out).toMatch(/1 change: 1 newly-blocked, 0 newly-allowed\n$/);
});

test('--dialect applies to both files', async () => {
  const world = {
    files: { one: 'User-agent: *\nDisallow: /*a', two: 'User-agent: *\nDisallow: /*aa*' },
  };
  expect((await repkitDiff('one two', world)).out).toContain('newly-allowed  *  /a\n');
  expect((await repkitDiff('--dialect koster1996 one two', world)).out).toContain('/*a\n');
});

describe('--fail-on', () => {
  test.each([
    ['newly-blocked', 'old new', 1],
    ['newly-allowed', 'old new', 1],
    ['any', 'old new', 1],
    ['newly-blocked', 'old none', 0],
    ['newly-allowed', 'old none', 1],
    ['newly-blocked', 'none old', 1],
    ['newly-allowed', 'none old', 0],
    ['any', 'none old', 1],
    ['any', 'old same', 0],
  ])('%s: %s exits with %i', async (change, names, code) => {
    const world = { files: { ...files, none: '' } };
    expect(await repkitDiff(`--fail-on ${change} ${names}`, world)).toMatchObject({
      code,
      err: '',
    });
    expect(await repkitDiff(names, world)).toMatchObject({ code: 0 });
  });

  test('an undecided result fails and is reported', async () => {
    const out =
      'undecided  *  all rules\n\nundecided: no change found within the budget; raise it with --budget\n';
    expect(await repkitDiff('--budget 0 old new')).toMatchObject({ code: 0, out });
    expect(await repkitDiff('--budget 0 --fail-on any old new')).toMatchObject({ code: 1, out });
  });
});

test('--json is one document', async () => {
  const { out, code } = await repkitDiff('--json --fail-on newly-allowed old new');
  expect(code).toBe(1);
  const { changes, ...document } = JSON.parse(out);
  expect(document).toEqual({
    version: 1,
    dialect: 'rfc9309',
    before: 'old',
    after: 'new',
    truncated: { before: false, after: false },
    equivalent: false,
    complete: true,
    undecided: [],
  });
  expect(changes).toHaveLength(2);
  expect(changes[0]).toMatchObject({
    productToken: '*',
    effect: 'newly-allowed',
    witness: '/b',
    pattern: '/b',
    before: { verdict: 'disallowed', reason: 'rule', rule: { line: 3, pattern: '/b' } },
    after: { verdict: 'allowed', reason: 'no-rule', target: '/b', rule: null },
  });
  const undecided = JSON.parse((await repkitDiff('--json --budget 0 old new')).out);
  expect(undecided).toMatchObject({
    equivalent: 'undecided',
    complete: false,
    changes: [],
    undecided: [{ productTokens: ['*'], before: [], after: [] }],
  });
});

test('revisions, a file and standard input', async () => {
  const repository = repositoryOf(OLD, NEW);
  expect(await repkitDiff('HEAD~1:robots.txt HEAD:robots.txt', { repository })).toEqual({
    code: 0,
    out: CHANGES,
    err: '',
  });
  writeFileSync(join(repository, 'robots.txt'), '# not committed\n');
  const world = { repository, stdin: NEW };
  expect((await repkitDiff('HEAD:robots.txt -', world)).out).toContain('equivalent');
});

test('a site', async () => {
  const { origin, log } = await siteWith(200, OLD);
  const options = '--allow 127.0.0.1 --store none';
  expect(await repkitDiff(`${options} ${origin} new`)).toEqual({ code: 0, out: CHANGES, err: '' });
  expect(log).toEqual(['/robots.txt']);
});

test('colors on a terminal, with escaped text', async () => {
  const world = {
    isTerminal: true,
    files: { old: '', new: 'User-agent: *\nDisallow: /\x1b[2J\n' },
  };
  const { out } = await repkitDiff('old new', world);
  expect(out).toContain('\x1b[31mnewly-blocked\x1b[39m');
  expect(out).toContain('pattern  /\\x1b[2J\n');
  expect(out).not.toContain('\x1b[2J');
});

test.each([
  ['old', 'Expected two robots.txt, got 1. Write repkit diff OLD NEW.'],
  ['--json', 'Expected two robots.txt, got 0. Write repkit diff OLD NEW.'],
  ['old new old', 'Expected two robots.txt, got 3. Write repkit diff OLD NEW.'],
  [
    '--fail-on newly-bloked old new',
    'Unknown value for --fail-on: "newly-bloked". Did you mean "newly-blocked"?',
  ],
  [
    '--fail-on x old new',
    'Unknown value for --fail-on: "x". Use one of newly-blocked, newly-allowed, any.',
  ],
  ['--budget much old new', '--budget must be a whole number of steps, not "much".'],
  ['old nothing', '"nothing" cannot be read: no such file or folder; check the path.'],
])('%s is rejected with a correction', async (argv, message) => {
  expect(await repkitDiff(argv)).toEqual({ code: 2, out: '', err: `repkit diff: ${message}\n` });
});

describe('RFC 9309 2.5: text beyond the parsing limit', () => {
  const long = `${OLD}${'# x\n'.repeat(200_000)}`;
  const world = { files: { old: long, new: `${long}Disallow: /\n`, same: OLD } };
  const said = (name: string) =>
    `repkit diff: Read only the first 512000 bytes of ${name}, the parsing limit (RFC 9309 2.5).\n`;

  test('yields a warning per file', async () => {
    const out = 'equivalent: no URL is treated differently\n';
    expect(await repkitDiff('old new', world)).toEqual({
      code: 0,
      out,
      err: said('old') + said('new'),
    });
    expect(await repkitDiff('same new', world)).toEqual({ code: 0, out, err: said('new') });
  });

  test('is marked in JSON', async () => {
    const { out } = await repkitDiff('--json same new', world);
    expect(JSON.parse(out)).toMatchObject({ truncated: { before: false, after: true } });
  });
});
