/** Both versions side by side. */
import { type Chunk, MergeView } from '@codemirror/merge';
import { EditorState, type Extension, type Text } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Pane } from '../controls/pane.js';
import { DIFF_LIMITS } from '../editor/diff-limits.js';
import type { Messages } from '../messages/messages.js';
import { usePage } from '../state/page.js';

export function BothVersions() {
  const { state, messages } = usePage();
  const { compare: texts } = messages;
  const before = withoutLastBreak(state.before.value);
  const after = withoutLastBreak(state.robotsTxt.value);
  const parent = useRef<HTMLDivElement>(null);
  const [summary, setSummary] = useState('');
  useLayoutEffect(() => {
    if (parent.current === null) return undefined;
    const view = new MergeView({
      a: { doc: before, extensions: readOnly(messages, texts.before) },
      b: { doc: after, extensions: readOnly(messages, texts.after) },
      parent: parent.current,
      // Both whole texts are above.
      collapseUnchanged: { margin: 3, minSize: 2 },
      diffConfig: DIFF_LIMITS,
      gutter: false,
    });
    setSummary(summaryOf(view, messages));
    return () => view.destroy();
  }, [before, after, messages]);
  if (before === after) return null;
  return (
    <Pane id="versions" title={texts.versions} isLandmark={false}>
      <p class="sr-only">{summary}</p>
      <div class="version-heads" aria-hidden="true">
        <span>{texts.before}</span>
        <span>{texts.after}</span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable with the keyboard. */}
      <section class="versions" aria-labelledby="versions" tabIndex={0} ref={parent} />
    </Pane>
  );
}

function withoutLastBreak(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
}

function readOnly({ compare: texts, fill }: Messages, label: string): Extension {
  return [
    EditorState.readOnly.of(true),
    EditorView.editable.of(false),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': label }),
    EditorState.phrases.of({ '$ unchanged lines': fill(texts.unchanged, { count: '$' }) }),
    lineNumbers(),
  ];
}

/** Names the changed lines of both versions, which screen readers do not learn from colors. */
function summaryOf({ a, b, chunks }: MergeView, { compare: texts, fill }: Messages): string {
  const removed = chunks.flatMap(({ fromA, endA, toA }) => linesIn(a.state.doc, fromA, endA, toA));
  const added = chunks.flatMap(({ fromB, endB, toB }) => linesIn(b.state.doc, fromB, endB, toB));
  return [
    ...(removed.length > 0 ? [fill(texts.removedLines, { lines: removed.join(', ') })] : []),
    ...(added.length > 0 ? [fill(texts.addedLines, { lines: added.join(', ') })] : []),
  ].join(' ');
}

/** Returns the lines of one side of a chunk, such as "3" or "5–7"; none if the chunk only adds to the other side. */
function linesIn(doc: Text, from: Chunk['fromA'], end: number, to: number): string[] {
  if (from === to) return [];
  const [first, last] = [doc.lineAt(from).number, doc.lineAt(end).number];
  return [first === last ? String(first) : `${first}–${last}`];
}
