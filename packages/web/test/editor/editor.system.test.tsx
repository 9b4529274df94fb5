import { applyFixes } from '@repkit/core/analysis';
import { expect, onTestFinished, test } from 'vitest';
import { analyze, type LintResult } from '../../src/analysis/analyze.js';
import { Editor } from '../../src/editor/editor.js';
import { en } from '../../src/messages/en.js';
import { ja } from '../../src/messages/ja.js';

function show(text: string) {
  const parent = document.createElement('div');
  document.body.append(parent);
  const texts: string[] = [];
  const lines: number[] = [];
  const editor = new Editor(parent, {
    language: 'en',
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

function lintOf(robotsTxt: string): LintResult {
  return analyze({ kind: 'lint', robotsTxt, dialect: 'rfc9309' }) as LintResult;
}

test('shows a text, reports changes and has an accessible name', () => {
  const { parent, editor, texts } = show('User-agent: *');
  expect(parent.querySelector('[role=textbox]')?.getAttribute('aria-label')).toBe('robots.txt');
  editor.setText('Allow: /\r\n');
  editor.setText('Allow: /\n');
  expect(texts).toEqual(['Allow: /\n']);
});

test('marks problems of the current text only', () => {
  const text = 'User-agent: *\nDissallow: /x\n';
  const { parent, editor, texts } = show(text);
  editor.showFindings(lintOf('Dissallow: /x'));
  expect(parent.querySelector('.finding-mark')).toBeNull();
  const found = lintOf(text);
  editor.showFindings(found);
  expect(parent.querySelector('.finding-mark.warning')?.textContent).toBe('Dissallow');
  const [diagnostic] = found.diagnostics.filter(({ code }) => code === 'misspelt-field');
  if (diagnostic) editor.fix(text, applyFixes(text, [diagnostic]));
  expect(texts).toEqual(['User-agent: *\nDisallow: /x\n']);
});

test('moves the cursor to a diagnostic and reports its line', () => {
  const { parent, editor, lines } = show('User-agent: *\nDissallow: /x\n');
  const [diagnostic] = lintOf('User-agent: *\nDissallow: /x\n').diagnostics;
  if (diagnostic) editor.goTo(diagnostic);
  expect(lines.at(-1)).toBe(2);
  expect(parent.contains(document.activeElement)).toBe(true);
});

test('changes highlighting, dialect and language without losing its text', () => {
  const { parent, editor, lines } = show('User-agent: *\nDissallow: /x\n');
  editor.highlight({ deciding: 2, allows: false, lost: [], userAgentLines: [1] });
  expect(parent.querySelector('.line-blocks')?.textContent).toBe('Dissallow: /x');
  editor.setDialect('koster1996');
  expect(parent.querySelector('.rt-disallow')).toBeNull();
  editor.showFindings(lintOf('User-agent: *\nDissallow: /x\n'));
  editor.setMessages(ja, 'ja');
  // initially, and after the change of dialect
  expect(lines).toEqual([1, 1]);
  expect(parent.querySelector('.cm-content')?.textContent).toContain('Dissallow');
});
