import { Compartment } from '@codemirror/state';
import { expect, test } from 'vitest';
import { highlighting, lightLines, litLines, readingDialect } from '../../src/editor/highlight.js';
import { showEditor } from '../support/show-editor.js';

const textsOf = (root: HTMLElement, name: string) =>
  [...root.querySelectorAll(`.${name}`)].map(({ textContent }) => textContent);

test('what is coloured is what core reads, slips too', () => {
  const text = 'User-agent: a # who\nDissallow: /x\nAllow: /y\nnonsense\nFoo: bar\nSitemap: /s';
  const { contentDOM } = showEditor(text, highlighting);
  expect(textsOf(contentDOM, 'rt-product-token')).toEqual(['a']);
  expect(textsOf(contentDOM, 'rt-disallow')).toEqual(['Dissallow']);
  expect(textsOf(contentDOM, 'rt-path')).toEqual(['/x', '/y']);
  expect(textsOf(contentDOM, 'rt-comment')).toEqual(['# who']);
  expect(textsOf(contentDOM, 'rt-no-record')).toEqual(['nonsense']);
  expect(textsOf(contentDOM, 'rt-unknown')).toEqual(['Foo', 'bar']);
  expect(textsOf(contentDOM, 'rt-value')).toEqual(['/s']);
});

test('another dialect colours by its own reading', () => {
  const reading = new Compartment();
  const view = showEditor('User-agent: a\nDissallow: /x', [
    ...[highlighting, reading.of(readingDialect.of('google'))],
  ]);
  expect(textsOf(view.contentDOM, 'rt-disallow')).toEqual(['Dissallow']);
  view.dispatch({ effects: reading.reconfigure(readingDialect.of('koster1996')) });
  expect(textsOf(view.contentDOM, 'rt-disallow')).toEqual([]);
});

test('lines are lit, move with what is typed, and lines that are not there are left out', () => {
  const view = showEditor('a\nb\nc', litLines);
  const lit = (name: string) => view.contentDOM.querySelector(`.${name}`)?.textContent;
  view.dispatch({
    effects: lightLines.of({ deciding: 2, lost: [3, 99], userAgentLines: [1, 0] }),
  });
  view.dispatch({ changes: { from: 1, insert: '\nx' } });
  expect(['lit-deciding', 'lit-lost', 'lit-user-agent'].map(lit)).toEqual(['b', 'c', 'a']);
  view.dispatch({ effects: lightLines.of(undefined) });
  expect(view.contentDOM.querySelector('[class*=lit-]')).toBeNull();
});
