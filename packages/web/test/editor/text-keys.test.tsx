import { runScopeHandlers } from '@codemirror/view';
import { expect, test } from 'vitest';
import { textKeys } from '../../src/editor/text-keys.js';
import { showEditor } from '../support/show-editor.js';

test('lines are moved, copied, taken away, and all of it is undone', () => {
  const view = showEditor('Allow: /a\nAllow: /b\n', textKeys);
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
