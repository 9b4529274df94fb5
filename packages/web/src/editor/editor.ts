/** A CodeMirror editor for a robots.txt. */
import { Compartment, type EditorState, type Extension } from '@codemirror/state';
import {
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  lineNumbers,
  rectangularSelection,
} from '@codemirror/view';
import type { Diagnostic, DialectName } from '@repkit/core';
import type { LintAnswer } from '../analysis/answer.js';
import type { Messages } from '../messages/messages.js';
import type { LitLines } from '../state/app-state.js';
import { rangeOf } from './doc-places.js';
import { applyFix, findingKeys, groupFolding, markFindings, showGroups } from './findings-marks.js';
import { highlighting, lightLines, litLines, readingDialect } from './highlight.js';
import { recordHover } from './record-text.js';
import { openTextView, showText } from './text-view.js';

export interface EditorOptions {
  readonly text: string;
  readonly dialect: DialectName;
  readonly messages: Messages;
  readonly onChange: (text: string) => void;
  /** The cursor stands on another line, or the line says something else, or in another language. */
  readonly onLine: (state: EditorState, line: number) => void;
}

export class Editor {
  readonly #view: EditorView;
  readonly #reading = new Compartment();
  readonly #texts = new Compartment();
  readonly #onLine: EditorOptions['onLine'];
  #messages: Messages;

  constructor(parent: HTMLElement, options: EditorOptions) {
    const { text, dialect, messages, onChange, onLine } = options;
    this.#messages = messages;
    this.#onLine = onLine;
    const extensions = [
      this.#texts.of(textsOf(messages)),
      this.#reading.of(readingDialect.of(dialect)),
      lineNumbers(),
      rectangularSelection(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      highlighting,
      litLines,
      findingKeys,
      EditorView.lineWrapping,
      EditorView.updateListener.of(({ docChanged, selectionSet, state, startState }) => {
        if (docChanged || (selectionSet && lineOf(state) !== lineOf(startState))) {
          onLine(state, lineOf(state));
        }
      }),
    ];
    // Tab leaves the editor: a robots.txt has nothing to indent.
    this.#view = openTextView(parent, text, extensions, onChange);
    this.#tellLine();
  }

  /** Shows another text, unless it is the one that is shown. */
  show(text: string): void {
    showText(this.#view, text);
  }

  read(dialect: DialectName): void {
    this.#view.dispatch({ effects: this.#reading.reconfigure(readingDialect.of(dialect)) });
    this.#tellLine();
  }

  speak(messages: Messages): void {
    if (messages === this.#messages) return;
    this.#messages = messages;
    this.#view.dispatch({ effects: this.#texts.reconfigure(textsOf(messages)) });
    this.#tellLine();
  }

  /** Lights lines, and brings the deciding one into view without taking the focus. */
  light(lit: LitLines | undefined): void {
    const { doc } = this.#view.state;
    const line = lit?.deciding ?? lit?.userAgentLines[0];
    const isThere = line !== undefined && line <= doc.lines;
    this.#view.dispatch({
      effects: [
        lightLines.of(lit),
        ...(isThere ? [EditorView.scrollIntoView(doc.line(line).from, { y: 'nearest' })] : []),
      ],
    });
  }

  /** Shows what was found, unless the text is another one by now. */
  mark(found: LintAnswer): void {
    const { state } = this.#view;
    if (state.doc.toString() !== found.robotsTxt) return;
    this.#view.dispatch(markFindings(state, found, this.#messages));
    this.#view.dispatch({ effects: showGroups.of(found.groups) });
  }

  /** Applies a mend that was found in a text, if that is still the one that is shown. */
  fix(robotsTxt: string, diagnostic: Diagnostic): void {
    applyFix(this.#view, robotsTxt, diagnostic);
  }

  /** Puts the cursor on what a diagnostic is about, and the focus into the editor. */
  goTo({ span }: Pick<Diagnostic, 'span'>): void {
    const { from, to } = rangeOf(this.#view.state.doc, span);
    this.#view.dispatch({
      selection: { anchor: from, head: to },
      effects: EditorView.scrollIntoView(from, { y: 'center' }),
    });
    this.#view.focus();
  }

  destroy(): void {
    this.#view.destroy();
  }

  #tellLine(): void {
    const { state } = this.#view;
    this.#onLine(state, lineOf(state));
  }
}

function lineOf(state: EditorState): number {
  return state.doc.lineAt(state.selection.main.head).number;
}

function textsOf(messages: Messages): Extension {
  const { fold, unfold, label } = messages.editor;
  return [
    recordHover(messages),
    groupFolding({ fold, unfold }),
    EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
  ];
}
