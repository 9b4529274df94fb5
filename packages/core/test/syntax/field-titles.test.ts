import { expect, test } from 'vitest';
import { FIELD_TITLES } from '../../src/syntax/field-titles.js';
import { dialectNames, recordsOf } from '../support/make.js';

test('RFC 9309 2.2: the usual spelling of every field is read as that field, in every dialect', () => {
  for (const dialect of dialectNames) {
    for (const [field, title] of Object.entries(FIELD_TITLES)) {
      expect(recordsOf(`${title}: x`, dialect).records[0].kind).toBe(field);
    }
  }
});
