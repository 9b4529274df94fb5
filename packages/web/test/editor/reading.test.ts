import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { readingDialect } from '../../src/editor/reading.js';

test('the reading is that of RFC 9309 unless another is given', () => {
  expect(EditorState.create().facet(readingDialect)).toBe('rfc9309');
  const google = EditorState.create({ extensions: readingDialect.of('google') });
  expect(google.facet(readingDialect)).toBe('google');
});
