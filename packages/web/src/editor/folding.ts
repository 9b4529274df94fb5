/** Folds the groups of a robots.txt. */
import { foldGutter, foldKeymap, foldService } from '@codemirror/language';
import { EditorState, type Extension, RangeValue, StateEffect } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import type { Messages } from '../messages/messages.js';
import type { LineRange } from '../worker/requests.js';
import { rangesField } from './doc-ranges.js';

export const showGroups = StateEffect.define<readonly LineRange[]>();

class GroupRange extends RangeValue {}

const GROUP = new GroupRange();

const groupRanges = rangesField(showGroups, (doc, groups) =>
  groups
    .filter(({ first, last }) => first < last && last <= doc.lines)
    .map(({ first, last }) => GROUP.range(doc.line(first).from, doc.line(last).to)),
);

const foldAtGroup = foldService.of((state, lineStart, lineEnd) => {
  let fold: { from: number; to: number } | null = null;
  state.field(groupRanges).between(lineStart, lineStart, (from, to) => {
    if (from === lineStart && to > lineEnd) fold = { from: lineEnd, to };
  });
  return fold;
});

export function groupFolding({
  fold,
  unfold,
}: Pick<Messages['editor'], 'fold' | 'unfold'>): Extension {
  return [
    groupRanges,
    foldAtGroup,
    EditorState.phrases.of({ 'Fold line': fold, 'Unfold line': unfold }),
    foldGutter({
      foldingChanged: (update) =>
        update.transactions.some(({ effects }) => effects.some((effect) => effect.is(showGroups))),
    }),
    keymap.of(foldKeymap),
  ];
}
