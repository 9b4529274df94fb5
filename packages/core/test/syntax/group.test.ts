import { describe, expect, test } from 'vitest';
import { ALLOW, BLANK, COMMENT, DISALLOW, INVALID, UNKNOWN_FIELD, USER_AGENT } from '../../src/dialect/compiled-dialect.js';
import type { DialectName } from '../../src/dialect/dialect.js';
import { dialects } from '../../src/dialect/dialect.js';
import { Grouping } from '../../src/syntax/group.js';
import { dialectNames, tablesOf } from '../support/make.js';

const SITEMAP = 4;
const KINDS: Readonly<Record<string, number>> = {
  u: USER_AGENT,
  a: ALLOW,
  d: DISALLOW,
  _: BLANK,
  '#': COMMENT,
  '!': INVALID,
  x: UNKNOWN_FIELD,
  s: SITEMAP,
};

/** The group of each record: `-` without one, a capital letter (A, B, …) if the record opens it. */
function groupsOf(records: string, dialect: DialectName = 'rfc9309'): string {
  const grouping = new Grouping(tablesOf(dialect));
  return Array.from(records, (record) => {
    const opens = grouping.next(KINDS[record]);
    if (grouping.group < 0) return '-';
    return String.fromCharCode((opens ? 0x41 : 0x61) + grouping.group);
  }).join('');
}

const endingAtBlanks = ['koster1996', 'yandex'] as const;
const others = dialectNames.filter((name) => !dialects[name].blankLineEndsGroup);

describe.each(dialectNames)('%s', (dialect) => {
  test('end of a group: consecutive user-agent lines form one group', () => {
    expect(groupsOf('uuuda', dialect)).toBe('Aaaaa');
  });

  test.each(['a', 'd'])('end of a group: a rule (%s) ends the run of user-agent lines', (rule) => {
    expect(groupsOf(`u${rule}u${rule}`, dialect)).toBe('AaBb');
  });

  test('end of a group: other records, comments and invalid lines do not end it', () => {
    for (const record of ['s', 'x', '#', '!']) {
      expect(groupsOf(`u${record}u${record}d`, dialect)).toBe('Aaaaa');
    }
  });

  test('rules before any group belong to none', () => {
    expect(groupsOf('ad_#s', dialect)).toBe('-----');
    expect(groupsOf('adud', dialect)).toBe('--Aa');
  });
});

test.each(others)('end of a group: %s: a blank line ends nothing', (dialect) => {
  expect(groupsOf('u_u_d_au', dialect)).toBe('AaaaaaaB');
});

describe.each(endingAtBlanks)('end of a group: %s: a blank line ends the record', (dialect) => {
  test('after rules and after user-agent lines', () => {
    expect(groupsOf('ud_d', dialect)).toBe('Aa--');
    expect(groupsOf('u_u_d', dialect)).toBe('A-B--');
  });

  test('a comment line is not blank', () => {
    expect(groupsOf('u#u#d', dialect)).toBe('Aaaaa');
  });

  test('the next user-agent line opens the next group', () => {
    expect(groupsOf('ud__ud', dialect)).toBe('Aa--Bb');
    expect(groupsOf('__ud', dialect)).toBe('--Aa');
  });
});
