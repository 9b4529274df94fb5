import { expect, onTestFinished, test } from 'vitest';
import { answer, type LintAnswer } from '../../src/analysis/answer.js';
import { Editor } from '../../src/editor/editor.js';
import { en } from '../../src/messages/en.js';
import { ja } from '../../src/messages/ja.js';

function show(text: string) {
  const parent = document.createElement('div');
  document.body.append(parent);
  const texts: string[] = [];
  const lines: number[] = [];
  const editor = new Editor(parent, {
    ...{ text, dialect: 'rfc9309', messages: en },
    onChange: (changed) => texts.push(changed),
    onLine: (_state, line) => lines.push(line),
  });
  onTestFinished(() => {
    editor.destroy();
    parent.remove();
  });
  return { parent, editor, texts, lines };
}

function lintOf(robotsTxt: string): LintAnswer {
  return answer({ kind: 'lint', robotsTxt, dialect: 'rfc9309' }) as LintAnswer;
}

test('shows a text, tells of changes, and has a name for screen readers', () => {
  const { parent, editor, texts } = show('User-agent: *');
  expect(parent.querySelector('[role=textbox]')?.getAttribute('aria-label')).toBe('robots.txt');
  editor.show('Allow: /\r\n');
  editor.show('Allow: /\n');
  expect(texts).toEqual(['Allow: /\n']);
});

test('marks what was found in its own text, and nothing that was found in another', () => {
  const text = 'User-agent: *\nDissallow: /x\n';
  const { parent, editor, texts } = show(text);
  editor.mark(lintOf('Dissallow: /x'));
  expect(parent.querySelector('[class*=cm-lintRange]')).toBeNull();
  const found = lintOf(text);
  editor.mark(found);
  expect(parent.querySelector('.cm-lintRange-warning')?.textContent).toBe('Dissallow');
  const [slip] = found.diagnostics.filter(({ code }) => code === 'misspelt-field');
  if (slip) editor.fix(text, slip);
  expect(texts).toEqual(['User-agent: *\nDisallow: /x\n']);
});

test('goes to a place and tells of its line', () => {
  const { parent, editor, lines } = show('User-agent: *\nDissallow: /x\n');
  const [slip] = lintOf('User-agent: *\nDissallow: /x\n').diagnostics;
  if (slip) editor.goTo(slip);
  expect(lines.at(-1)).toBe(2);
  expect(parent.contains(document.activeElement)).toBe(true);
});

test('is read in another dialect, lit, and spoken in another language without losing its text', () => {
  const { parent, editor, lines } = show('User-agent: *\nDissallow: /x\n');
  editor.light({ deciding: 2, lost: [], userAgentLines: [1] });
  expect(parent.querySelector('.lit-deciding')?.textContent).toBe('Dissallow: /x');
  editor.read('koster1996');
  expect(parent.querySelector('.rt-disallow')).toBeNull();
  editor.mark(lintOf('User-agent: *\nDissallow: /x\n'));
  editor.speak(ja);
  // At first, in the other dialect and in the other language.
  expect(lines).toEqual([1, 1, 1]);
  expect(parent.querySelector('.cm-content')?.textContent).toContain('Dissallow');
});
