import { undo } from '@codemirror/commands';
import { EditorView } from '@codemirror/view';
import { parseRobotsTxt } from '@repkit/core';
import { applyFixes } from '@repkit/core/analysis';
import { expect, onTestFinished, test } from 'vitest';
import { Editor } from '../../src/editor/editor.js';
import type { Findings } from '../../src/state/page-state.js';
import { lintText } from '../../src/worker/lint.js';
import { en, ja } from '../support/texts.js';

function show(text: string) {
  const parent = document.createElement('div');
  document.body.append(parent);
  const texts: string[] = [];
  const lines: number[] = [];
  const editor = new Editor(parent, {
    text,
    dialect: 'rfc9309',
    messages: en,
    onChange: (changed) => texts.push(changed),
    onLine: (_state, line) => lines.push(line),
  });
  onTestFinished(() => {
    editor.destroy();
    parent.remove();
  });
  return { parent, editor, texts, lines };
}

function lintOf(robotsTxt: string): Findings {
  return { ...lintText({ robotsTxt, dialect: 'rfc9309' }), robotsTxt, dialect: 'rfc9309' };
}

test('shows a text and has an accessible name', () => {
  const { parent, editor, texts } = show('User-agent: *');
  expect(parent.querySelector('[role=textbox]')?.getAttribute('aria-label')).toBe('robots.txt');
  editor.setText('Allow: /\r\n');
  expect(parent.querySelector('.cm-content')?.textContent).toBe('Allow: /');
  // Only edits are reported.
  expect(texts).toEqual([]);
});

test('marks problems, and undoes a fix apart from what was typed before', () => {
  const text = 'User-agent: *\nDissallow: /x\n';
  const { parent, editor, texts } = show('User-agent: *\n');
  const view = EditorView.findFromDOM(parent);
  if (view === null) throw new Error('missing editor');
  const end = view.state.doc.length;
  view.dispatch({ changes: { from: end, insert: 'Dissallow: /x\n' }, userEvent: 'input.type' });
  const found = lintOf(text);
  editor.showFindings(found);
  expect(parent.querySelector('.finding-mark.warning')?.textContent).toBe('Dissallow');
  const [diagnostic] = found.diagnostics.filter(({ code }) => code === 'misspelt-field');
  if (diagnostic) editor.setText(applyFixes(text, [diagnostic]));
  expect(view.state.doc.toString()).toBe('User-agent: *\nDisallow: /x\n');
  undo(view);
  expect(texts).toEqual([text, text]);
});

test('moves the cursor to a place and reports its line', () => {
  const { parent, editor, lines } = show('User-agent: *\nDissallow: /x\n');
  const [diagnostic] = lintOf('User-agent: *\nDissallow: /x\n').diagnostics;
  if (diagnostic) editor.goTo(diagnostic.span);
  expect(lines.at(-1)).toBe(2);
  expect(parent.contains(document.activeElement)).toBe(true);
});

test('changes highlighting, dialect and language without losing its text', () => {
  const { parent, editor, lines } = show('User-agent: *\nDissallow: /x\n');
  editor.highlight(parseRobotsTxt('User-agent: a\nDisallow: /x').explain('/x', 'a'));
  expect(parent.querySelector('.line-blocks')?.textContent).toBe('Dissallow: /x');
  editor.setDialect('koster1996');
  expect(parent.querySelector('.rt-disallow')).toBeNull();
  editor.showFindings(lintOf('User-agent: *\nDissallow: /x\n'));
  editor.setMessages(ja);
  // initially, and after the change of dialect
  expect(lines).toEqual([1, 1]);
  expect(parent.querySelector('.cm-content')?.textContent).toContain('Dissallow');
});

test('finds with the texts of the selected language', async () => {
  const { parent, editor } = show('User-agent: *\n');
  const names = () => [...parent.querySelectorAll('.cm-search button[name]')].map((button) => button.textContent);
  await editor.find();
  expect(names()[0]).toBe(en.find.next);
  editor.setMessages(ja);
  expect(names()).toEqual([]);
  await editor.find();
  expect(names()[0]).toBe(ja.find.next);
});
