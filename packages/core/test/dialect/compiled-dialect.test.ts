import { describe, expect, test } from 'vitest';
import {
  ALLOW,
  CONTENT_END,
  compileDialect,
  DISALLOW,
  DOT_SEGMENT,
  ESCAPE,
  FIELD_BY_CODE,
  LINE_END,
  LITERAL,
  NOT_CANONICAL,
  SETTLED,
  TARGET_END,
  UNSETTLED,
  USER_AGENT,
  WILDCARD,
} from '../../src/dialect/compiled-dialect.js';
import { type Dialect, dialects } from '../../src/dialect/dialect.js';
import { dialectNames, tablesOf } from '../support/make.js';

/** The bytes of a table that hold a value, as text. */
function charactersWith(table: Uint8Array, value: number): string {
  const found = Array.from(table.keys()).filter((byte) => table[byte] === value);
  return String.fromCharCode(...found);
}

const NON_ASCII = String.fromCharCode(...Array.from({ length: 128 }, (_, i) => 128 + i));
const CONTROLS = String.fromCharCode(...Array.from({ length: 32 }, (_, i) => i));

describe('compileDialect', () => {
  test('compiles a dialect once, even if two are used in turn', () => {
    const rfc = compileDialect(dialects.rfc9309);
    const google = compileDialect(dialects.google);
    expect(google).not.toBe(rfc);
    expect(compileDialect(dialects.rfc9309)).toBe(rfc);
    expect(compileDialect(dialects.google)).toBe(google);
  });

  test('identifies a dialect by object, not by name', () => {
    // Only ASCII characters are bytes.
    const mine: Dialect = { ...dialects.rfc9309, whiteSpace: '_\xA0' };
    expect(charactersWith(compileDialect(mine).whiteSpace, 1)).toBe('_');
    expect(charactersWith(tablesOf().whiteSpace, 1)).toBe('\t ');
  });
});

describe.each(dialectNames)('%s', (name) => {
  const tables = tablesOf(name);

  test('every table has an entry for every byte', () => {
    for (const table of Object.values(tables)) {
      if (table instanceof Uint8Array) expect(table).toHaveLength(256);
    }
  });

  test('row 3, row 7: bytes that end a line or its content', () => {
    expect(charactersWith(tables.lineKinds, LINE_END)).toBe('\n\r');
    expect(charactersWith(tables.lineKinds, CONTENT_END)).toBe(name === 'google' ? '\0#' : '#');
    expect(tables.lineKinds.filter((kind) => kind === 0)).toHaveLength(
      name === 'google' ? 252 : 253,
    );
  });

  test('row 8: every spelling of every field maps to its code', () => {
    const { fieldNames, fieldsByPrefix } = dialects[name];
    const found = tables.spellings.flatMap((list) => list ?? []);
    for (const [field, spellings] of Object.entries(fieldNames)) {
      for (const spelling of spellings) {
        const entry = found.find(({ bytes }) => new TextDecoder().decode(bytes) === spelling);
        expect(FIELD_BY_CODE[entry?.code ?? 0]).toBe(field);
        expect(entry?.byPrefix).toBe(fieldsByPrefix.some((byPrefix) => byPrefix === field));
      }
    }
    expect(found).toHaveLength(Object.values(fieldNames).flat().length);
  });

  test('row 8: has the common names of the fields of groups', () => {
    expect(tables.hasCommonFieldNames).toBe(true);
  });

  test('row 12: never skips a line that may change the group', () => {
    const space = name === 'google' ? '\t\v\f ' : '\t ';
    expect(charactersWith(tables.beginsUserAgent, 1)).toBe(`${space}Uu`);
    const all = charactersWith(tables.beginsGroupLine, 1);
    if (dialects[name].blankLineEndsGroup) expect(all).toHaveLength(256);
    else expect(all).toBe(`${space}ADUadu`);
  });

  test('the codes of the three fields that the scanner compares', () => {
    expect([USER_AGENT, ALLOW, DISALLOW].map((code) => FIELD_BY_CODE[code])).toEqual([
      'user-agent',
      'allow',
      'disallow',
    ]);
  });

  test('row 17: a byte that is written as %XX is never decoded', () => {
    for (const { encodes, decodes } of [tables.patternForm, tables.targetForm]) {
      expect(encodes.filter((encoded, byte) => encoded === 1 && decodes[byte] === 1)).toEqual(
        new Uint8Array(),
      );
    }
  });
});

test('row 17: RFC 9309 encodes controls, space, non-ASCII, delimiters and a stray %', () => {
  const { encodes } = tablesOf().patternForm;
  expect(charactersWith(encodes, 1)).toBe(`${CONTROLS} "%<>\\^\`{|}\x7F${NON_ASCII}`);
});

test('row 17: RFC 9309 decodes bytes that never delimit, and / and ? after the first ?', () => {
  const { decodes, decodesInQuery } = tablesOf().targetForm;
  const unreserved = charactersWith(decodes, 1);
  expect(unreserved).toMatch(/^!'\(\)-\.0123456789:@[A-Z]{26}\[\]_[a-z]{26}~$/);
  const more = decodesInQuery.map((decoded, byte) => decoded - decodes[byte]);
  expect(charactersWith(more, 1)).toBe('/?');
});

test('row 17: Google only: non-ASCII in a pattern, nothing in a target', () => {
  const { patternForm, targetForm } = tablesOf('google');
  expect(charactersWith(patternForm.encodes, 1)).toBe(NON_ASCII);
  expect(charactersWith(patternForm.decodes, 1)).toBe('');
  expect(charactersWith(targetForm.encodes, 1)).toBe('');
  expect(targetForm.upperCaseEscapes).toBe(false);
});

test('row 17: 1996: all graphic bytes except / and % are decoded', () => {
  const { decodes } = tablesOf('koster1996').patternForm;
  expect(charactersWith(decodes, 0)).toBe(`${CONTROLS} %/\x7F${NON_ASCII}`);
});

test('row 10: bytes after a * token: white space, in 1996 also the bytes that end a token', () => {
  expect(charactersWith(tablesOf().endsStar, 1)).toBe('\t ');
  expect(charactersWith(tablesOf('google').endsStar, 1)).toBe('\t\v\f ');
  expect(charactersWith(tablesOf('koster1996').endsStar, 1)).toBe('\t /');
});

test('row 14: bytes that may start a path-pattern', () => {
  expect(charactersWith(tablesOf().patternStarts, 1)).toBe('*/');
  expect(charactersWith(tablesOf('koster1996').patternStarts, 1)).toBe('/');
  expect(charactersWith(tablesOf('google').patternStarts, 0)).toBe('');
});

test('row 16: the meaning of pattern bytes, as written and in canonical form', () => {
  const { writtenPatternKinds, canonicalPatternKinds } = tablesOf();
  expect(charactersWith(canonicalPatternKinds, WILDCARD)).toBe('*');
  expect(charactersWith(writtenPatternKinds, WILDCARD)).toBe('*');
  expect(charactersWith(writtenPatternKinds, UNSETTLED)).toBe(
    `${CONTROLS} "$%<>\\^\`{|}\x7F${NON_ASCII}`,
  );
  expect(charactersWith(tablesOf('google').writtenPatternKinds, UNSETTLED)).toBe(`%${NON_ASCII}`);
  const { writtenPatternKinds: of1996 } = tablesOf('koster1996');
  expect(charactersWith(of1996, WILDCARD)).toBe('');
  expect([of1996[0x2a], of1996[0x24]]).toEqual([LITERAL, LITERAL]);
});

test('row 19, row 20: the meaning of URL bytes', () => {
  const { targetKinds } = tablesOf();
  expect(charactersWith(targetKinds, TARGET_END)).toBe('#');
  expect(charactersWith(tablesOf('google').targetKinds, TARGET_END)).toBe('\0#');
  expect(charactersWith(tablesOf('koster1996').targetKinds, TARGET_END)).toBe('#?');
  expect(charactersWith(targetKinds, DOT_SEGMENT)).toBe('.');
  expect(charactersWith(targetKinds, ESCAPE)).toBe('%');
  expect(charactersWith(targetKinds, NOT_CANONICAL)).toBe(
    `${CONTROLS} "$*<>\\^\`{|}\x7F${NON_ASCII}`,
  );
  const google = tablesOf('google').targetKinds;
  expect(charactersWith(google, NOT_CANONICAL)).toBe('');
  expect([google[0x25], google[0x2e], google[0x5c]]).toEqual([SETTLED, SETTLED, SETTLED]);
});

test.each([
  [{ decode: { only: '~' } }, ESCAPE],
  [{ upperCaseEscapes: true }, ESCAPE],
  [{}, SETTLED],
])('extension: escapes of a target are settled unless %j', (change, kind) => {
  const { google } = dialects;
  const targetForm = { ...google.targetForm, ...change };
  const { targetKinds } = tablesOf({ ...google, name: 'mine', targetForm });
  expect(targetKinds[0x25]).toBe(kind);
});

test('extension: a dialect that spells a field of groups otherwise has no common names', () => {
  const { fieldNames } = dialects.rfc9309;
  for (const spellings of [['all'], ['all', 'allow'], ['']]) {
    const names = { ...fieldNames, allow: spellings };
    const tables = tablesOf({ ...dialects.rfc9309, name: 'mine', fieldNames: names });
    expect(tables.hasCommonFieldNames).toBe(false);
  }
  // A prefix of another field comes before "disallow".
  const names = { ...fieldNames, 'user-agent': ['user-agent', 'd'] };
  const tables = tablesOf({
    ...dialects.rfc9309,
    name: 'mine',
    fieldNames: names,
    fieldsByPrefix: ['user-agent'],
  });
  expect(tables.hasCommonFieldNames).toBe(false);
});
