import { forEachDiagnostic } from '@codemirror/lint';
import { parseRobotsTxt } from '@repkit/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { markProblems, problemMarks } from '../../src/editor/problems.js';
import { changeBetween } from '../../src/editor/text-view.js';
import { findingsOf } from '../../src/worker/lint.js';
import { showEditor } from '../support/show-editor.js';
import { en, ja } from '../support/texts.js';

const TEXT = '\uFEFFUser-agent: *\nDissallow: /ä\nDisallow: /x\nDisallow: /x\n';

/** Returns an editor with its problems marked. */
function marked(text: string) {
  const diagnostics = findingsOf(parseRobotsTxt(text));
  const view = showEditor(
    text,
    problemMarks(() => false),
  );
  view.dispatch(markProblems(view.state, diagnostics, en));
  return { view, diagnostics };
}

describe('problems in the editor', () => {
  test('have a range, even where the span is empty', () => {
    const { view, diagnostics } = marked(TEXT);
    const ranges: string[] = [];
    forEachDiagnostic(view.state, ({ message }, from, to) => {
      expect(to).toBeGreaterThan(from);
      ranges.push(message);
    });
    expect(ranges.sort()).toEqual(diagnostics.map(({ title }) => title).sort());
    expect(view.dom.querySelector('.finding-mark.warning')?.textContent).toBe('Dissallow');
  });

  test('are explained in the language of the page, with the English message', () => {
    const { view, diagnostics } = marked(TEXT);
    view.dispatch(markProblems(view.state, diagnostics, ja));
    const cards: string[] = [];
    forEachDiagnostic(view.state, ({ renderMessage }) => {
      const card = renderMessage?.(view);
      if (card instanceof HTMLElement) cards.push(card.querySelector('strong')?.textContent ?? '');
      expect(card?.textContent).not.toBe('');
    });
    expect(cards).toContain(ja.findings.text['misspelt-field']?.title);
  });

  test('F8 selects one after the other', () => {
    const { view } = marked(TEXT);
    const selected = new Set<number>();
    for (let press = 0; press < 10; press++) {
      view.contentDOM.dispatchEvent(new KeyboardEvent('keydown', { key: 'F8', keyCode: 119 }));
      selected.add(view.state.selection.main.from);
    }
    expect(selected.size).toBeGreaterThan(1);
  });

  test('changeBetween replaces only the part that differs', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (start, old, now, end) => {
        const [before, after] = [start + old + end, start + now + end];
        const { from, to, insert } = changeBetween(before, after);
        expect(before.slice(0, from) + insert + before.slice(to)).toBe(after);
        expect(from >= start.length || to - from <= old.length).toBe(true);
      }),
    );
  });
});
