import { foldable, foldedRanges } from '@codemirror/language';
import { expect, test } from 'vitest';
import { groupFolding, showGroups } from '../../src/editor/group-folds.js';
import { showEditor } from '../support/show-editor.js';

test('a group folds from its first line to its last, wherever typing has moved it', () => {
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
