import { describe, expect, test } from 'vitest';
import {
  ALLOW,
  BLANK,
  COMMENT,
  DISALLOW,
  INVALID,
  UNKNOWN_FIELD,
  USER_AGENT,
} from '../../src/dialect/compiled-dialect.js';
import type { DialectName } from '../../src/dialect/dialect.js';
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

const not1996 = dialectNames.filter((name) => name !== 'koster1996');

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

test.each(not1996)('end of a group: %s: a blank line ends nothing', (dialect) => {
  expect(groupsOf('u_u_d_au', dialect)).toBe('AaaaaaaB');
});

describe('end of a group: 1996: a blank line ends the record', () => {
  test('after rules and after user-agent lines', () => {
    expect(groupsOf('ud_d', 'koster1996')).toBe('Aa--');
    expect(groupsOf('u_u_d', 'koster1996')).toBe('A-B--');
  });

  test('a comment line is not blank', () => {
    expect(groupsOf('u#u#d', 'koster1996')).toBe('Aaaaa');
  });

  test('the next user-agent line opens the next group', () => {
    expect(groupsOf('ud__ud', 'koster1996')).toBe('Aa--Bb');
    expect(groupsOf('__ud', 'koster1996')).toBe('--Aa');
  });
});
