/** Folding by group: from its first user-agent line to its last record. */
import { codeFolding, foldGutter, foldKeymap, foldService } from '@codemirror/language';
import { type Extension, RangeSet, RangeValue, StateEffect, StateField } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import type { LineRange } from '../analysis/answer.js';

/** Where the groups are, as the latest analysis has it. */
export const showGroups = StateEffect.define<readonly LineRange[]>();

class GroupRange extends RangeValue {}

const GROUP = new GroupRange();

/** The ranges move with what is typed until the next analysis comes. */
const groupRanges = StateField.define<RangeSet<GroupRange>>({
  create: () => RangeSet.empty,
  update(groups, transaction) {
    const effect = transaction.effects.find((candidate) => candidate.is(showGroups));
    if (effect === undefined) return groups.map(transaction.changes);
    const { newDoc: doc } = transaction;
    const ranges = effect.value
      .filter(({ first, last }) => first < last && last <= doc.lines)
      .map(({ first, last }) => GROUP.range(doc.line(first).from, doc.line(last).to));
    return RangeSet.of(ranges, true);
  },
});

const foldAtGroup = foldService.of((state, lineStart, lineEnd) => {
  let fold: { from: number; to: number } | null = null;
  state.field(groupRanges).between(lineStart, lineStart, (from, to) => {
    if (from === lineStart && to > lineEnd) fold = { from: lineEnd, to };
  });
  return fold;
});

export interface FoldTexts {
  readonly fold: string;
  readonly unfold: string;
}

export function groupFolding({ fold, unfold }: FoldTexts): Extension {
  return [
    groupRanges,
    foldAtGroup,
    codeFolding(),
    foldGutter({
      foldingChanged: (update) =>
        update.transactions.some(({ effects }) => effects.some((effect) => effect.is(showGroups))),
      markerDOM: (open) => {
        const marker = document.createElement('span');
        marker.className = open ? 'fold-open' : 'fold-closed';
        marker.title = open ? fold : unfold;
        return marker;
      },
    }),
    keymap.of(foldKeymap),
  ];
}
