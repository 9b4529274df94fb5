/** The analysis of the text, shown in it: findings as squiggles with their fixes, groups as folds. */

import { codeFolding, foldGutter, foldKeymap, foldService } from '@codemirror/language';
import { type Diagnostic as EditorDiagnostic, lintKeymap, setDiagnostics } from '@codemirror/lint';
import {
  type EditorState,
  type Extension,
  RangeSet,
  RangeValue,
  StateEffect,
  StateField,
  type Text,
  type TransactionSpec,
} from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';
import { applyFixes, type Diagnostic } from '@repkit/core';
import type { LineRange } from '../analysis/answer.js';
import type { Messages } from '../messages/messages.js';
import { rangeOf } from './doc-places.js';
import { changeBetween } from './text-view.js';

export interface FindingsOf {
  /** The text that was looked over. */
  readonly robotsTxt: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Shows the findings of the editor's text in place of those before. */
export function markFindings(
  state: EditorState,
  { robotsTxt, diagnostics }: FindingsOf,
  { findings: texts }: Messages,
): TransactionSpec {
  return setDiagnostics(
    state,
    diagnostics.map((diagnostic) => markOf(state.doc, robotsTxt, diagnostic, texts)),
  );
}

function markOf(
  doc: Text,
  robotsTxt: string,
  diagnostic: Diagnostic,
  texts: Messages['findings'],
): EditorDiagnostic {
  const { severity, code, message, clause, fix } = diagnostic;
  const { from, to } = rangeOf(doc, diagnostic.span);
  return {
    from,
    to,
    severity,
    source: clause,
    message,
    renderMessage: () => messageOf(texts.title[code], message),
    ...(fix && {
      actions: [
        { name: texts.fix, apply: (view: EditorView) => applyFix(view, robotsTxt, diagnostic) },
      ],
    }),
  };
}

function messageOf(title: string, message: string): Node {
  const element = document.createElement('div');
  const heading = document.createElement('strong');
  heading.textContent = title;
  const text = document.createElement('p');
  // Core speaks English, whatever the language of the page.
  text.lang = 'en';
  text.textContent = message;
  element.append(heading, text);
  return element;
}

/**
 * Applies the mend of one diagnostic of a text, as one step that can be undone. Nothing is done where the editor has
 * another text by now: the places of the mend are not there any more, and the next findings are on their way.
 */
export function applyFix(view: EditorView, robotsTxt: string, diagnostic: Diagnostic): void {
  const before = view.state.doc.toString();
  if (before !== robotsTxt) return;
  const changes = changeBetween(before, applyFixes(before, [diagnostic]));
  view.dispatch({ changes, userEvent: 'input.fix', scrollIntoView: true });
  view.focus();
}

/** F8 goes to the next finding, and Mod-Shift-m opens the list of them. */
export const findingKeys: Extension = keymap.of(lintKeymap);

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
