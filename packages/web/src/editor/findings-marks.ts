/** What lint finds, as squiggles with their mends. */
import { type Diagnostic as EditorDiagnostic, lintKeymap, setDiagnostics } from '@codemirror/lint';
import type { EditorState, Extension, Text, TransactionSpec } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';
import { applyFixes, type Diagnostic } from '@repkit/core';
import type { Messages } from '../messages/messages.js';
import { rangeOf } from './doc-places.js';

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

/** The shortest piece of a text in place of which another one stands: the cursor and the folds around it stay. */
export function changeBetween(
  before: string,
  after: string,
): { readonly from: number; readonly to: number; readonly insert: string } {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) from++;
  let same = 0;
  while (
    same < shorter - from &&
    before[before.length - 1 - same] === after[after.length - 1 - same]
  ) {
    same++;
  }
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) };
}

/** F8 goes to the next finding, and Mod-Shift-m opens the list of them. */
export const findingKeys: Extension = keymap.of(lintKeymap);
