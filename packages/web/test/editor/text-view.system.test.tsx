import { runScopeHandlers } from '@codemirror/view';
import { expect, onTestFinished, test } from 'vitest';
import { openTextView } from '../../src/editor/text-view.js';

function open(text: string, onChange = (_text: string) => {}) {
  const parent = document.createElement('div');
  document.body.append(parent);
  const opened = openTextView(parent, text, [], onChange);
  onTestFinished(() => {
    opened.view.destroy();
    parent.remove();
  });
  return { ...opened, parent };
}

test('reports edits but not the texts that are set, and renders few of many lines', () => {
  const texts: string[] = [];
  const { view, show, parent } = open('/a', (text) => void texts.push(text));
  show('/b\r\n');
  expect([view.state.doc.toString(), texts]).toEqual(['/b\n', []]);
  view.dispatch({ changes: { from: 0, insert: '/a' } });
  expect(texts).toEqual(['/a/b\n']);
  show('/line\n'.repeat(10_000));
  expect(parent.querySelectorAll('.cm-line').length).toBeLessThan(1_000);
});

test('moves, copies and deletes lines, with undo', () => {
  const { view } = open('Allow: /a\nAllow: /b\n');
  const texts = (
    [
      ['ArrowDown', { altKey: true }],
      ['ArrowUp', { altKey: true, shiftKey: true }],
      ['K', { ctrlKey: true, shiftKey: true, keyCode: 75 }],
      ['Enter', {}],
      ['z', { ctrlKey: true }],
    ] as const
  ).map(([key, options]) => {
    const event = new KeyboardEvent('keydown', { key, ...options });
    expect(runScopeHandlers(view, event, 'editor')).toBe(true);
    return view.state.doc.toString();
  });
  expect(texts).toEqual([
    'Allow: /b\nAllow: /a\n',
    'Allow: /b\nAllow: /a\nAllow: /a\n',
    'Allow: /b\nAllow: /a\n',
    ...[expect.stringContaining('\n\n'), 'Allow: /b\nAllow: /a\n'],
  ]);
});
