/** Shows lint results in the editor: underlined problems with fixes, and foldable groups. */

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
import type { Finding, LineRange } from '../analysis/analyze.js';
import type { FindingText } from '../messages/en.js';
import { clauseText, type Messages } from '../messages/messages.js';
import { rangeOf } from './doc-places.js';
import { changeBetween } from './text-view.js';

export interface FindingsOf {
  /** The text that was linted. */
  readonly robotsTxt: string;
  readonly diagnostics: readonly Finding[];
}

/** Replaces the problems shown in the editor. */
export function markFindings(
  state: EditorState,
  { robotsTxt, diagnostics }: FindingsOf,
  messages: Messages,
): TransactionSpec {
  return setDiagnostics(
    state,
    diagnostics.map((diagnostic) => markOf(state.doc, robotsTxt, diagnostic, messages)),
  );
}

function markOf(
  doc: Text,
  robotsTxt: string,
  diagnostic: Finding,
  messages: Messages,
): EditorDiagnostic {
  const { severity, code, title, message, clause, fix } = diagnostic;
  const text = messages.findings.text[code] ?? { title };
  const { from, to } = rangeOf(doc, diagnostic.span);
  return {
    from,
    to,
    severity,
    source: clauseText(messages, clause),
    message,
    renderMessage: () => messageOf(text, message),
    ...(fix && {
      actions: [
        {
          name: messages.findings.fix,
          apply: (view: EditorView) => applyFix(view, robotsTxt, diagnostic),
        },
      ],
    }),
  };
}

function messageOf({ title, explanation = '' }: FindingText, message: string): Node {
  const element = document.createElement('div');
  const heading = document.createElement('strong');
  heading.textContent = title;
  const general = document.createElement('p');
  general.textContent = explanation;
  const detail = document.createElement('p');
  detail.lang = 'en';
  detail.textContent = message;
  element.append(heading, general, detail);
  return element;
}

/**
 * Applies the fix of one diagnostic as one undoable step. Does nothing if the text has changed since: the span of the fix
 * would be wrong, and new results are pending.
 */
export function applyFix(view: EditorView, robotsTxt: string, diagnostic: Diagnostic): void {
  const before = view.state.doc.toString();
  if (before !== robotsTxt) return;
  const changes = changeBetween(before, applyFixes(before, [diagnostic]));
  view.dispatch({ changes, userEvent: 'input.fix', scrollIntoView: true });
  view.focus();
}

/** F8 goes to the next problem; Mod-Shift-m opens the list of problems. */
export const findingKeys: Extension = keymap.of(lintKeymap);

export const showGroups = StateEffect.define<readonly LineRange[]>();

class GroupRange extends RangeValue {}

const GROUP = new GroupRange();

/** Edits move the ranges until the next lint result arrives. */
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
