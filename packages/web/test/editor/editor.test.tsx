import { expect, onTestFinished, test } from 'vitest';
import { createEditor } from '../../src/editor/editor.js';

test('shows a text, tells of changes, and has a name for screen readers', () => {
  const parent = document.createElement('div');
  document.body.append(parent);
  const texts: string[] = [];
  const editor = createEditor(parent, {
    text: 'User-agent: *',
    label: 'robots.txt',
    onChange: (text) => texts.push(text),
  });
  onTestFinished(() => {
    editor.destroy();
    parent.remove();
  });
  expect(parent.querySelector('[role=textbox]')?.getAttribute('aria-label')).toBe('robots.txt');
  editor.show('Allow: /');
  editor.show('Allow: /');
  expect(texts).toEqual(['Allow: /']);
  expect(parent.querySelector('.cm-content')?.textContent).toBe('Allow: /');
});
