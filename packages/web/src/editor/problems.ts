/** Marks problems in the editor, and explains them under the pointer. */
import { type Diagnostic, linter, nextDiagnostic, setDiagnostics } from '@codemirror/lint';
import type { EditorState, Extension, Text, TransactionSpec } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import { clauseText, findingText, type Messages } from '../messages/messages.js';
import type { Finding } from '../worker/requests.js';
import { rangeOf } from './doc-ranges.js';

/**
 * The marks, and F8 to go to the next one.
 *
 * @param hasFocus whether the user may be editing: then the problems of the line at the cursor are not explained
 */
export function problemMarks(hasFocus: () => boolean): Extension {
  const tooltipFilter = (diagnostics: readonly Diagnostic[], state: EditorState) => {
    if (!hasFocus()) return [...diagnostics];
    const edited = state.doc.lineAt(state.selection.main.head);
    return diagnostics.filter(({ from, to }) => to < edited.from || from > edited.to);
  };
  return [linter(null, { tooltipFilter }), keymap.of([{ key: 'F8', run: nextDiagnostic }])];
}

/** Replaces the marked problems. */
export function markProblems(state: EditorState, findings: readonly Finding[], messages: Messages): TransactionSpec {
  const diagnostics = findings.map((finding) => ({
    ...visibleRange(state.doc, rangeOf(state.doc, finding.span)),
    severity: finding.severity,
    message: finding.title,
    markClass: `finding-mark ${finding.severity}`,
    renderMessage: () => cardOf(finding, messages),
  }));
  return setDiagnostics(state, diagnostics);
}

/** Widens an empty range by the next or previous character of its line. */
function visibleRange(doc: Text, { from, to }: { from: number; to: number }) {
  if (from < to) return { from, to };
  const line = doc.lineAt(from);
  return from < line.to ? { from, to: from + 1 } : { from: Math.max(line.from, from - 1), to };
}

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
  if (explanation === undefined) add('p', message).lang = 'en';
  else add('p', explanation);
  add('p', clauseText(messages, clause)).className = 'clause';
  return card;
}
