import { history, undo } from '@codemirror/commands';
import { foldable, foldedRanges } from '@codemirror/language';
import { parseRobotsTxt } from '@repkit/core';
import { applyFixes, type Diagnostic, lint } from '@repkit/core/analysis';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findingsOf } from '../../src/analysis/analyze.js';
import {
  applyFix,
  findingMarks,
  findingsIn,
  groupFolding,
  showGroups,
  showProblems,
} from '../../src/editor/findings-marks.js';
import { changeBetween } from '../../src/editor/text-view.js';
import { showEditor } from '../support/show-editor.js';

const TEXT = '\uFEFFUser-agent: *\nDissallow: /ä\nDisallow: /x\nDisallow: /x\n';

const bySpan = (one: Diagnostic, other: Diagnostic) =>
  one.span.start - other.span.start || one.code.localeCompare(other.code);

describe('problems in the editor', () => {
  test('have a range, even where the span is empty', () => {
    const diagnostics = findingsOf(parseRobotsTxt(TEXT));
    const view = showEditor(TEXT, findingMarks);
    view.dispatch({ effects: showProblems.of(diagnostics) });
    const found = findingsIn(view.state, 0, view.state.doc.length);
    expect(found.sort(bySpan)).toEqual(diagnostics.sort(bySpan));
    const at = TEXT.indexOf('Dissallow');
    const codes = findingsIn(view.state, at, at).map(({ code }) => code);
    expect(codes).toEqual(['misspelt-field']);
    expect(view.dom.querySelector('.finding-mark.warning')?.textContent).toBe('Dissallow');
  });

  test('F8 selects one after the other', () => {
    const diagnostics = findingsOf(parseRobotsTxt(TEXT));
    const view = showEditor(TEXT, findingMarks);
    view.dispatch({ effects: showProblems.of(diagnostics) });
    const selected = new Set<number>();
    for (let press = 0; press < 10; press++) {
      view.contentDOM.dispatchEvent(new KeyboardEvent('keydown', { key: 'F8', keyCode: 119 }));
      selected.add(view.state.selection.main.from);
    }
    expect(selected.size).toBeGreaterThan(1);
  });

  test('are fixed as in core, in one undo step', () => {
    for (const diagnostic of lint(parseRobotsTxt(TEXT)).filter(({ fix }) => fix !== undefined)) {
      const view = showEditor(TEXT, history());
      applyFix(view, TEXT, applyFixes(TEXT, [diagnostic]));
      expect(view.state.doc.toString()).toBe(applyFixes(TEXT, [diagnostic]));
      undo(view);
      expect(view.state.doc.toString()).toBe(TEXT);
    }
  });

  test('are not fixed if the text has changed', () => {
    const [diagnostic] = lint(parseRobotsTxt(TEXT)).filter(({ fix }) => fix !== undefined);
    const view = showEditor('Allow: /', history());
    if (diagnostic) applyFix(view, TEXT, applyFixes(TEXT, [diagnostic]));
    expect(view.state.doc.toString()).toBe('Allow: /');
  });

  test('changeBetween replaces only the part that differs', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (start, one, other, end) => {
        const [before, after] = [start + one + end, start + other + end];
        const { from, to, insert } = changeBetween(before, after);
        expect(before.slice(0, from) + insert + before.slice(to)).toBe(after);
        expect(from >= start.length || to - from <= one.length).toBe(true);
      }),
    );
  });
});

test('a group folds from its first to its last line, also after edits above it', () => {
  const view = showEditor('User-agent: a\nAllow: /\n\nUser-agent: b\nAllow: /\nAllow: /x', [
    groupFolding({ fold: 'Fold', unfold: 'Unfold' }),
  ]);
  view.dispatch({
    effects: showGroups.of([
      { first: 1, last: 2 },
      { first: 4, last: 6 },
      { first: 9, last: 12 },
    ]),
  });
  view.dispatch({ changes: { from: 0, insert: '# new\n' } });
  const at = (number: number) => {
    const line = view.state.doc.line(number);
    const fold = foldable(view.state, line.from, line.to);
    return fold && view.state.doc.sliceString(fold.from, fold.to);
  };
  expect([at(1), at(2), at(3), at(5)]).toEqual([
    ...[null, '\nAllow: /', null, '\nAllow: /\nAllow: /x'],
  ]);
  view.dom.querySelector<HTMLElement>('[title=Fold]')?.click();
  expect(foldedRanges(view.state).size).toBe(1);
  expect(view.dom.querySelector('[title=Unfold]')).not.toBeNull();
});
