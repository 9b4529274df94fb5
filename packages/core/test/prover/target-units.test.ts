import { describe, expect, test } from 'vitest';
import { type DialectName, dialects } from '../../src/dialect/dialect.js';
import { parseRobotsTxt } from '../../src/file/robots-txt.js';
import {
  candidateUnits,
  coversForm,
  ENDS_TARGET,
  hasEscape,
  imageId,
  imageOf,
  sameForm,
  unsharedEscapes,
} from '../../src/prover/target-units.js';
import { textOf } from '../../src/syntax/source-text.js';
import { dialectNames, tablesOf } from '../support/make.js';

const textOfBytes = (bytes: readonly number[]) => textOf(Uint8Array.from(bytes), 0, bytes.length);

describe.each(dialectNames)('canonical form, %s', (dialect) => {
  const tables = tablesOf(dialect);
  const { matcher } = { matcher: parseRobotsTxt('', { dialect }).matcher('foo') };

  test.each([false, true])('images follow the target; in the query: %s', (inQuery) => {
    for (const unit of candidateUnits([tables, tables], true)) {
      const spelling = textOfBytes(unit.spelling);
      // The URL Standard removes or changes these, and not every byte is a character.
      if (unit.byte > 0x7f || /^[\\\t\n\r]$/.test(spelling)) continue;
      const before = inQuery ? '/?a' : '/a';
      const { target } = matcher.explain(`http://h${before}${spelling}a`);
      const image = imageOf(unit, tables, inQuery);
      if (image === ENDS_TARGET) expect(target).toBe(before);
      else if (dialect === 'koster1996' && inQuery) expect(target).toBe('/');
      else expect(target).toBe(`${before}${textOfBytes(image)}a`);
    }
  });
});

test('canonical form: escapes that only one dialect decodes', () => {
  const apart = (one: DialectName, other: DialectName) => {
    const { inPath, inQuery } = unsharedEscapes(tablesOf(one), tablesOf(other));
    const reserved = (bytes: ReadonlySet<number>) =>
      textOfBytes([...bytes].filter((byte) => !/\w|[-.~]/.test(String.fromCharCode(byte))).sort());
    return [reserved(inPath), reserved(inQuery)];
  };
  const expected = ["!'():@[]", "!'()/:?@[]"];
  expect(apart('rfc9309', 'google')).toEqual(expected);
  expect(apart('google', 'rfc9309')).toEqual(expected);
  for (const dialect of dialectNames) {
    expect(apart(dialect, dialect)).toEqual(['', '']);
    // Row 19: it does not read the query.
    expect(apart(dialect, 'koster1996')).toEqual(['', '']);
  }
});

test('canonical form: escapes of some bytes before and after the first ?', () => {
  const apart = { inPath: new Set([0x3a]), inQuery: new Set([0x2f]) };
  const holds = (target: string) => hasEscape(target, apart);
  expect(['/?%2F', '/?a=%2fb', '/??%2F', '/%3A', '/%3a?'].map(holds)).toEqual(Array(5).fill(true));
  expect(['/%2F', '/%2F?', '/?%3A', '/?%252F', '/?%2', '/?/', '/:'].map(holds)).toEqual(Array(7).fill(false));
});

test('target: a query ends the target of 1996', () => {
  const koster = tablesOf('koster1996');
  const mark = { byte: 0x3f, spelling: [0x3f] };
  expect(imageOf(mark, koster, false)).toBe(ENDS_TARGET);
  expect(imageOf({ byte: 0x61, spelling: [0x61] }, koster, true)).toEqual([]);
  expect(imageId(ENDS_TARGET)).not.toBe(imageId([]));
});

test('two dialects share a form if they compare the same', () => {
  const [rfc, draft, google] = [tablesOf(), tablesOf('draft-koster-rep-00'), tablesOf('google')];
  expect(sameForm(rfc, draft)).toBe(true);
  expect(sameForm(rfc, google)).toBe(false);
});

test('RFC 3986 6.2.2: only normalized spellings between two forms', () => {
  const units = candidateUnits([tablesOf(), tablesOf('google')], false);
  const spellings = new Set(units.map(({ spelling }) => textOfBytes(spelling)));
  for (const normal of ['a', '~', '*', '%2A', '%C3', '%25', '?']) {
    expect(spellings.has(normal)).toBe(true);
  }
  for (const other of ['%61', '%', '#', ' ', 'é', '"']) expect(spellings.has(other)).toBe(false);
});

test('a form that distinguishes the case of escapes is incomplete', () => {
  expect(dialectNames.every((name) => coversForm(tablesOf(name)))).toBe(true);
  const { targetForm } = dialects.rfc9309;
  const own = { ...dialects.rfc9309, targetForm: { ...targetForm, upperCaseEscapes: false } };
  expect(coversForm(tablesOf(own))).toBe(false);
});
