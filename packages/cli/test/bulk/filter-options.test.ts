import { policies } from '@repkit/client/access';
import { expect, test } from 'vitest';
import { openRules, printOption, rowsOption } from '../../src/bulk/filter-options.js';
import { filter } from '../../src/commands/filter.js';
import { parseArguments } from '../../src/options/parser.js';
import { fakeIo } from '../support/fake-io.js';

const args = (...argv: string[]) => parseArguments(argv, filter.options);
const FOR_ALL = { crawlers: ['*'], warn: () => {}, stop: undefined };

async function rules(...argv: string[]) {
  const io = fakeIo({ files: { 'robots.txt': 'User-agent: *\n' } });
  return await openRules(args('--policy', 'google', ...argv), FOR_ALL, io);
}

test('--robots, --archive and live sites', async () => {
  expect(await rules('--robots', 'robots.txt')).toMatchObject({
    kind: 'robots',
    overrides: { dialect: undefined, policy: policies.google },
  });
  expect(await rules('--archive', '.', '--missing', 'allowed')).toMatchObject({
    kind: 'archive',
    archive: '.',
    missing: 'allowed',
    overrides: { dialect: undefined, policy: policies.google },
  });
  expect(await rules('--archive', '.')).toMatchObject({ missing: 'unreachable' });
  expect(await rules('--store', 'none')).toMatchObject({ kind: 'live', concurrency: 50 });
});

test.each([
  [['--archive', 'x', '--missing', 'maybe'], 'Use one of allowed, disallowed, unreachable.'],
  [['--concurrency', '0'], 'from 1 to 1000'],
  [['--robots', 'none'], '"none" cannot be read'],
  [['--archive', 'none'], '--archive "none" cannot be read: no such file'],
  [['--archive', '/dev/null'], '"/dev/null" is a pipe, socket or device, not a file'],
])('%j is rejected', async (argv, sentence) => {
  await expect(rules(...argv)).rejects.toThrow(sentence);
});

test('--format, --no-header and the columns', () => {
  const rows = (...argv: string[]) => rowsOption(args(...argv));
  expect(rows()).toEqual({ name: 'tsv', columns: {}, hasHeader: true });
  expect(rows('--format', 'ndjson', '--column', 'u', '--robots-column', 'r')).toMatchObject({
    name: 'ndjson',
    columns: { url: 'u', robotsTxt: 'r' },
  });
  expect(rows('--format', 'csv', '--no-header')).toMatchObject({ name: 'csv', hasHeader: false });
  expect(() => rows('--format', 'xml')).toThrow('Use one of tsv, ndjson, csv.');
});

test('what a run prints', () => {
  const print = (...argv: string[]) => printOption(args(...argv));
  expect(print()).toBe('rows');
  expect(print('--only', 'allowed')).toBe('allowed-urls');
  expect(print('--group')).toBe('groups');
  expect(print('--explain')).toBe('explained-rows');
  expect(print('--verdict-only')).toBe('verdicts');
});
