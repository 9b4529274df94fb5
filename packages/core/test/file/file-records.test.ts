import { expect, test } from 'vitest';
import { FileRecords } from '../../src/file/groups.js';
import { RuleList } from '../../src/match/rule-list.js';
import { selectGroups } from '../../src/match/selection.js';
import { bodyOf, dialectNames, recordsOf, tablesOf, utf8, utf16 } from '../support/make.js';

const TEXT = '# é\nuser-agent: a\nallow: /1\n\nuser-agent: b\ndisallow: /2 # c\nallow:';

function rulesOf(token: string): RuleList {
  const body = bodyOf(TEXT);
  return new RuleList(body, tablesOf(), selectGroups(body, tablesOf(), [token]).rules);
}

test('records are read once', () => {
  const records = new FileRecords(bodyOf(TEXT), tablesOf());
  expect(records.records).toEqual(recordsOf(TEXT).records);
  expect(records.records).toBe(records.records);
});

test('a rule is one object for all matchers and groups', () => {
  const records = new FileRecords(bodyOf(TEXT), tablesOf());
  const [rule] = records.describe(rulesOf('a'));
  expect(records.groups[0].rules[0]).toBe(rule);
  expect(records.describe(rulesOf('a'))[0]).toBe(rule);
  expect(records.describeRule(rulesOf('a'), 0)).toBe(rule);
});

test('rules are described in file order', () => {
  const records = new FileRecords(bodyOf(TEXT), tablesOf());
  const described = (token: string) => records.describe(rulesOf(token)).map(({ kind, pattern, line }) => [kind, pattern, line]);
  expect(described('b')).toEqual([
    ['disallow', '/2', 6],
    ['allow', '', 7],
  ]);
  expect(described('a')).toEqual([['allow', '/1', 3]]);
  expect(described('c')).toEqual([]);
});

test('one rule is described the same alone, among all and in its group, in each encoding and after each line end', () => {
  const text =
    '\uFEFF# b\r\nUser-agent: a\r\nDisallow: /z\rAllow: /é\u{1F600}*$ # c\rDisallow /b\n\n  dissallow :\t/%c3%a9 \nAllow: fish\nallow:';
  const bodies = [text, utf8(text), utf16(text, 'le', ''), utf16(text, 'be', '')];
  for (const dialect of dialectNames) {
    const tables = tablesOf(dialect);
    for (const source of bodies) {
      const body = bodyOf(source, dialect);
      const rules = new RuleList(body, tables, selectGroups(body, tables, ['a']).rules);
      // Not every dialect reads UTF-16.
      if (typeof source === 'string') expect(rules.length).toBeGreaterThan(0);
      const all = new FileRecords(body, tables).describe(rules);
      const alone = new FileRecords(body, tables);
      expect(all.map((_, rule) => alone.describeRule(rules, rule))).toEqual(all);
      expect(new FileRecords(body, tables).groups.flatMap((group) => group.rules)).toEqual(all);
    }
  }
});
