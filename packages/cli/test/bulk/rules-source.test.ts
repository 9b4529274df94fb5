import { expect, test } from 'vitest';
import { parseArguments } from '../../src/arguments.js';
import { BlockFilter } from '../../src/bulk/block-filter.js';
import { tsvRows } from '../../src/bulk/rows.js';
import { askedRules, openFixed, openLive } from '../../src/bulk/rules-source.js';
import { filter } from '../../src/commands/filter.js';
import { block } from '../support/blocks.js';
import { fakeIo } from '../support/fake-io.js';
import { siteWith } from '../support/site.js';

const RULES = 'User-agent: *\nDisallow: /p\n';
const warn = () => expect.unreachable('nothing to warn of');
const READING = { policy: 'rfc9309', dialect: 'rfc9309' } as const;

async function outcome(url: string, ...argv: string[]) {
  const io = fakeIo({ files: { 'robots.txt': RULES, './a.example': RULES } });
  const asked = await askedRules(parseArguments(argv, filter.options), READING, io);
  const source = await (asked.kind === 'live'
    ? openLive(asked, ['*'], io, warn)
    : openFixed(asked, ['*'], io, warn));
  const rows = new BlockFilter({ format: tsvRows, productTokens: ['*'] });
  const { text } = await source.answer(block(`${url}\n`), rows);
  await source.close();
  return text.split('\t')[2].trimEnd();
}

test('one file, an archive, and the sites', async () => {
  expect(await outcome('/p', '--robots', 'robots.txt')).toBe('disallowed');
  expect(await outcome('http://a.example/p', '--archive', '.')).toBe('disallowed');
  expect(await outcome('http://b.example/p', '--archive', '.')).toBe('unreachable');
  const missing = ['--archive', '.', '--missing', 'allowed'];
  expect(await outcome('http://b.example/p', ...missing)).toBe('allowed');
  const { origin } = await siteWith(200, RULES);
  const live = ['--store', 'none', '--allow', '127.0.0.1', '--concurrency', '2'];
  expect(await outcome(`${origin}/p`, ...live)).toBe('disallowed');
});

test.each([
  [['--robots', 'x', '--archive', 'y'], 'leave one of them out'],
  [['--robots', 'x', '--refresh'], '--refresh is for fetching'],
  [['--archive', 'x', '--concurrency', '3'], '--concurrency is for fetching'],
  [['--missing', 'allowed'], 'add --archive'],
  [['--archive', 'x', '--missing', 'maybe'], 'write --missing allowed'],
  [['--concurrency', '0'], 'from 1 to 1000'],
  [['--jobs', '2'], 'write --concurrency in its place'],
  [['--robots', 'none'], '"none" cannot be read'],
  [['--archive', 'none'], '--archive "none" cannot be read: there is no such file'],
  [['--archive', '/dev/null'], '"/dev/null" is a pipe, a socket or a device, and no file'],
])('%j', async (argv, sentence) => {
  await expect(outcome('/p', ...argv)).rejects.toThrow(sentence);
});
