import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { editorDialect } from '../../src/editor/highlight.js';
import { recordTextAt } from '../../src/editor/record-text.js';
import { en } from '../support/texts.js';

test('explains a line with the crawlers of its group, but not a blank line', () => {
  const doc = 'User-agent: a\nUser-agent: b\nDisallow: /x\n\nfoo: bar\n';
  const state = EditorState.create({ doc, extensions: editorDialect.of('google') });
  expect(recordTextAt(state, 3, en)?.sentences[0]).toBe('For a, b:');
  expect(recordTextAt(state, 4, en)).toBeUndefined();
  expect(recordTextAt(state, 6, en)).toBeUndefined();
  expect(recordTextAt(state, 5, en)?.sentences).toEqual([en.editor.record.unknown]);
  expect(recordTextAt(EditorState.create({ doc: '' }), 1, en)).toBeUndefined();
});
