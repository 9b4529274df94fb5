/** Shows lint results in the editor: underlined problems with hover cards, and foldable groups. */

import { foldGutter, foldKeymap, foldService } from '@codemirror/language';
import { EditorState, type Extension, RangeValue, StateEffect, type Text } from '@codemirror/state';
import { type Command, Decoration, EditorView, hoverTooltip, keymap } from '@codemirror/view';
import type { Finding, LineRange } from '../analysis/analyze.js';
import { clauseText, findingText, type Messages } from '../messages/messages.js';
import { type DocRange, rangeOf, rangesField } from './doc-ranges.js';
import { changeBetween } from './text-view.js';

/** Replaces the problems shown in the editor. */
export const showProblems = StateEffect.define<readonly Finding[]>();

const marks = rangesField(showProblems, (doc, found) =>
  found.flatMap((diagnostic) => {
    const { from, to } = visibleRange(doc, rangeOf(doc, diagnostic.span));
    const className = `finding-mark ${diagnostic.severity}`;
    return from === to ? [] : [Decoration.mark({ class: className, diagnostic }).range(from, to)];
  }),
);

/** Widens an empty range by the next or previous character of its line. */
function visibleRange(doc: Text, { from, to }: DocRange): DocRange {
  if (from < to) return { from, to };
  const line = doc.lineAt(from);
  return from < line.to ? { from, to: from + 1 } : { from: Math.max(line.from, from - 1), to };
}

/** Returns the problems marked in a range, in document order. */
export function findingsIn(state: EditorState, from: number, to: number): Finding[] {
  const found: Finding[] = [];
  state.field(marks).between(from, to, (_from, _to, { spec }) => void found.push(spec.diagnostic));
  return found;
}

/** Explains the problems under the pointer after a moment, but not those of the line that is being edited. */
export function findingHover(messages: Messages): Extension {
  return hoverTooltip(
    (view, position) => {
      const { state } = view;
      const line = state.doc.lineAt(position);
      const { head } = state.selection.main;
      if (view.hasFocus && head >= line.from && head <= line.to) return null;
      const found = findingsIn(state, position, position);
      if (found.length === 0) return null;
      const create = () => {
        const dom = document.createElement('div');
        dom.append(...found.map((diagnostic) => cardOf(diagnostic, messages)));
        return { dom };
      };
      return { pos: position, create };
    },
    { hoverTime: HOVER_MS },
  );
}

const HOVER_MS = 500;

function cardOf(finding: Finding, messages: Messages): Node {
  const { severity, message, clause } = finding;
  const [title, explanation] = findingText(messages, finding);
  const card = document.createElement('div');
  card.className = `finding-card stack ${severity}`;
  const add = (tag: 'strong' | 'p', content: string) => {
    const element = document.createElement(tag);
    element.textContent = content;
    card.append(element);
    return element;
  };
  add('strong', title);
  if (explanation) add('p', explanation);
  add('p', message).lang = 'en';
  add('p', clauseText(messages, clause)).className = 'clause';
  return card;
}

/**
 * Replaces the text by a fixed one in one undoable step. Does nothing if it has changed since: the span of the fix would
 * be wrong, and new results are pending.
 */
export function applyFix(view: EditorView, robotsTxt: string, fixed: string): void {
  if (view.state.doc.toString() !== robotsTxt) return;
  const changes = changeBetween(robotsTxt, fixed);
  view.dispatch({ changes, userEvent: 'input.fix', scrollIntoView: true });
  view.focus();
}

/** Selects the next problem after the cursor, or the first one. */
function goToNext({ state, dispatch }: Parameters<Command>[0]): boolean {
  const starts: DocRange[] = [];
  state.field(marks).between(0, state.doc.length, (from, to) => void starts.push({ from, to }));
  const next = starts.find(({ from }) => from > state.selection.main.from) ?? starts[0];
  if (next === undefined) return false;
  dispatch({ selection: { anchor: next.from, head: next.to }, scrollIntoView: true });
  return true;
}

/** The marks, and F8 to go to the next one. */
export const findingMarks: Extension = [
  marks,
  EditorView.decorations.from(marks),
  keymap.of([{ key: 'F8', run: goToNext }]),
];

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
