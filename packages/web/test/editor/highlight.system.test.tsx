import { Compartment } from '@codemirror/state';
import { parseRobotsTxt } from '@repkit/core';
import { expect, test } from 'vitest';
import { editorDialect, highlightedLines, highlighting, highlightLines } from '../../src/editor/highlight.js';
import { showEditor } from '../support/show-editor.js';

const textsOf = (root: HTMLElement, name: string) => [...root.querySelectorAll(`.${name}`)].map(({ textContent }) => textContent);

test('colors records as core parses them, including misspelled fields', () => {
  const text = 'User-agent: a # who\nDissallow: /x\nAllow: /y\nnonsense\nFoo: bar\nSitemap: /s';
  const { contentDOM } = showEditor(text, highlighting);
  expect(textsOf(contentDOM, 'rt-product-token')).toEqual(['a']);
  expect(textsOf(contentDOM, 'rt-disallow')).toEqual(['Dissallow']);
  expect(textsOf(contentDOM, 'rt-path')).toEqual(['/x', '/y']);
  expect(textsOf(contentDOM, 'rt-comment')).toEqual(['# who']);
  expect(textsOf(contentDOM, 'rt-invalid')).toEqual(['nonsense']);
  expect(textsOf(contentDOM, 'rt-unknown')).toEqual(['Foo', 'bar']);
  expect(textsOf(contentDOM, 'rt-value')).toEqual(['/s']);
});

test('colors records under the selected dialect', () => {
  const dialect = new Compartment();
  const view = showEditor('User-agent: a\nDissallow: /x', [...[highlighting, dialect.of(editorDialect.of('google'))]]);
  expect(textsOf(view.contentDOM, 'rt-disallow')).toEqual(['Dissallow']);
  view.dispatch({ effects: dialect.reconfigure(editorDialect.of('koster1996')) });
  expect(textsOf(view.contentDOM, 'rt-disallow')).toEqual([]);
});

test('highlights the lines of a verdict, moves them with edits and ignores missing lines', () => {
  const view = showEditor('a\nb\nc', highlightedLines);
  const highlighted = (name: string) => view.contentDOM.querySelector(`.${name}`)?.textContent;
  view.dispatch({
    effects: highlightLines.of(
      parseRobotsTxt('User-agent: a\nDisallow: /x\nAllow: /\nAllow: /').explain('/x', 'a', {
        all: true,
      }),
    ),
  });
  view.dispatch({ changes: { from: 1, insert: '\nx' } });
  expect(['line-blocks', 'line-lost', 'line-user-agent'].map(highlighted)).toEqual(['b', 'c', 'a']);
  view.dispatch({ effects: highlightLines.of(undefined) });
  expect(view.contentDOM.querySelector('.line-blocks, .line-lost, .line-user-agent')).toBeNull();
});
