import { expect, onTestFinished, test } from 'vitest';
import { PlainEditor } from '../../src/editor/plain-editor.js';

test('shows a text, tells of changes, and draws a few of very many lines', () => {
  const parent = document.createElement('div');
  parent.innerHTML = '<p id="name">URLs</p><p id="hint">One a line</p><div></div>';
  document.body.append(parent);
  const texts: string[] = [];
  const editor = new PlainEditor(parent, {
    ...{ text: '/a', labelledBy: 'name', describedBy: 'hint' },
    onChange: (text) => texts.push(text),
  });
  onTestFinished(() => {
    editor.destroy();
    parent.remove();
  });
  editor.show('/b\r\n');
  editor.show('/b\n');
  expect(texts).toEqual(['/b\n']);
  editor.focus();
  expect(document.activeElement?.getAttribute('aria-labelledby')).toBe('name');
  editor.show('/line\n'.repeat(10_000));
  expect(parent.querySelectorAll('.cm-line').length).toBeLessThan(1_000);
});
