/** A CodeMirror editor for a robots.txt. */
import { Compartment, type EditorState, type Extension } from '@codemirror/state';
import {
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import type { DialectName } from '@repkit/core';
import type { Diagnostic } from '@repkit/core/analysis';
import type { LintResult } from '../analysis/analyze.js';
import { loadPart } from '../messages/load-part.js';
import type { Language, Messages } from '../messages/messages.js';
import type { HighlightedLines } from '../state/app-state.js';
import { rangeOf } from './doc-ranges.js';
import {
  applyFix,
  findingHover,
  findingMarks,
  groupFolding,
  showGroups,
  showProblems,
} from './findings-marks.js';
import { editorDialect, highlightedLines, highlighting, highlightLines } from './highlight.js';
import { openTextView, showText } from './text-view.js';

/** Bidirectional characters that CodeMirror does not mark by itself. */
const OTHER_BIDI = /[\u202a-\u202c\u2068]/;

export interface EditorOptions {
  readonly text: string;
  readonly dialect: DialectName;
  readonly messages: Messages;
  readonly language: Language;
  /** `isNew`: whether a pasted text has replaced all of the previous one. */
  readonly onChange: (text: string, isNew: boolean) => void;
  /** Called when the explanation of the line at the cursor may have changed. */
  readonly onLine: (state: EditorState, line: number) => void;
}

export class Editor {
  readonly #view: EditorView;
  readonly #dialect = new Compartment();
  readonly #texts = new Compartment();
  readonly #finding = new Compartment();
  readonly #onLine: EditorOptions['onLine'];
  #messages: Messages;
  #language: Language;

  constructor(parent: HTMLElement, options: EditorOptions) {
    const { text, dialect, messages, language, onChange, onLine } = options;
    this.#messages = messages;
    this.#language = language;
    this.#onLine = onLine;
    const extensions = [
      this.#texts.of(translated(messages)),
      this.#dialect.of(editorDialect.of(dialect)),
      // Until the code for it is loaded.
      this.#finding.of(
        keymap.of([
          {
            key: 'Mod-f',
            run: () => {
              void this.find();
              return true;
            },
          },
        ]),
      ),
      lineNumbers(),
      highlightSpecialChars({ addSpecialChars: OTHER_BIDI }),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      highlighting,
      highlightedLines,
      findingMarks,
      EditorView.lineWrapping,
      EditorView.updateListener.of(({ docChanged, selectionSet, state, startState }) => {
        if (docChanged || (selectionSet && lineOf(state) !== lineOf(startState))) {
          onLine(state, lineOf(state));
        }
      }),
    ];
    // Tab is not bound, so it moves the focus out of the editor.
    this.#view = openTextView(parent, text, extensions, onChange);
    this.#reportLine();
  }

  setText(text: string): void {
    showText(this.#view, text);
  }

  setDialect(dialect: DialectName): void {
    this.#view.dispatch({ effects: this.#dialect.reconfigure(editorDialect.of(dialect)) });
    this.#reportLine();
  }

  setMessages(messages: Messages, language: Language): void {
    if (messages === this.#messages) return;
    this.#messages = messages;
    this.#language = language;
    this.#view.dispatch({ effects: this.#texts.reconfigure(translated(messages)) });
  }

  /** Opens find and replace. */
  async find(): Promise<void> {
    const { finding, openSearchPanel } = await loadPart(() => import('./find.js'));
    this.#view.dispatch({ effects: this.#finding.reconfigure(finding(this.#language)) });
    openSearchPanel(this.#view);
  }

  /** Highlights lines and scrolls to the deciding line without moving the focus. */
  highlight(highlighted: HighlightedLines | undefined): void {
    const { doc } = this.#view.state;
    const line = highlighted?.deciding ?? highlighted?.userAgentLines[0];
    const exists = line !== undefined && line <= doc.lines;
    this.#view.dispatch({
      effects: [
        highlightLines.of(highlighted),
        ...(exists ? [EditorView.scrollIntoView(doc.line(line).from, { y: 'nearest' })] : []),
      ],
    });
  }

  /** Shows problems and groups, unless the text has changed since. */
  showFindings(found: LintResult): void {
    const { state } = this.#view;
    if (state.doc.toString() !== found.robotsTxt) return;
    this.#view.dispatch({
      effects: [showProblems.of(found.diagnostics), showGroups.of(found.groups)],
    });
  }

  /** Replaces a text by a fixed one, unless it has changed since. */
  fix(robotsTxt: string, fixed: string): void {
    applyFix(this.#view, robotsTxt, fixed);
  }

  /** Selects the span of a diagnostic and focuses the editor. */
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

  #reportLine(): void {
    const { state } = this.#view;
    this.#onLine(state, lineOf(state));
  }
}

function lineOf(state: EditorState): number {
  return state.doc.lineAt(state.selection.main.head).number;
}

function translated(messages: Messages): Extension {
  return [
    findingHover(messages),
    groupFolding(messages.editor),
    EditorView.contentAttributes.of({
      'aria-label': 'robots.txt',
      spellcheck: 'false',
      tabindex: '0',
    }),
  ];
}
