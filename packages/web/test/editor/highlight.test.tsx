import { Compartment } from '@codemirror/state';
import { expect, test } from 'vitest';
import { highlighting } from '../../src/editor/highlight.js';
import { readingDialect } from '../../src/editor/reading.js';
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
