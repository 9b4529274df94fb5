import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { readingDialect } from '../../src/editor/highlight.js';
import { recordTextAt } from '../../src/editor/record-text.js';
import { en } from '../../src/messages/en.js';

test('a line is explained with the crawlers of its group; a blank one is not', () => {
  const doc = 'User-agent: a\nUser-agent: b\nDisallow: /x\n\nfoo: bar\n';
  const state = EditorState.create({ doc, extensions: readingDialect.of('google') });
  expect(recordTextAt(state, 3, en)?.sentences[0]).toBe('For a, b:');
  expect(recordTextAt(state, 4, en)).toBeUndefined();
  expect(recordTextAt(state, 5, en)?.sentences).toEqual([en.editor.record.unknown()]);
  expect(recordTextAt(EditorState.create({ doc: '' }), 1, en)).toBeUndefined();
});
