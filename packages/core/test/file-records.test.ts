import { expect, test } from 'vitest';
import { FileRecords } from '../src/file-records.js';
import { RuleList } from '../src/match/rule-list.js';
import { selectGroups } from '../src/match/selection.js';
import { bodyOf, recordsOf, tablesOf } from './support/make.js';

const TEXT = '# é\nuser-agent: a\nallow: /1\n\nuser-agent: b\ndisallow: /2 # c\nallow:';

function rulesOf(token: string): RuleList {
  const body = bodyOf(TEXT);
  return new RuleList(body, tablesOf(), selectGroups(body, tablesOf(), [token]).rules);
}

test('records are read once, whoever asks for them', () => {
  const records = new FileRecords(bodyOf(TEXT), tablesOf());
  expect(records.read).toEqual(recordsOf(TEXT));
  const { read } = records;
  records.describe(rulesOf('a'));
  expect(records.read).toBe(read);
});

test('rules are described from the records of their lines, in file order', () => {
  const records = new FileRecords(bodyOf(TEXT), tablesOf());
  const described = (token: string) =>
    records.describe(rulesOf(token)).map(({ kind, pattern, line }) => [kind, pattern, line]);
  expect(described('b')).toEqual([
    ['disallow', '/2', 6],
    ['allow', '', 7],
  ]);
  expect(described('a')).toEqual([['allow', '/1', 3]]);
  expect(described('c')).toEqual([]);
});
