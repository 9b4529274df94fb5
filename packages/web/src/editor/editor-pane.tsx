/** The robots.txt editor, the explanation of the line at the cursor, and the problems found. */
import type { EditorState } from '@codemirror/state';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { LintResult } from '../analysis/analyze.js';
import { analysis, type Failed } from '../analysis/latest-work.js';
import { Button } from '../controls/button.js';
import { loadPart } from '../messages/load-part.js';
import { useApp, useSelected } from '../state/app-context.js';
import { EXAMPLE_ROBOTS_TXT, exampleState, fileDialect } from '../state/app-state.js';
import { withFile } from '../state/url-lines.js';
import { SETTLED_MS, useSettled } from '../state/use-settled.js';
import { Editor } from './editor.js';
import { countFindings, Findings } from './findings.js';
import { OpenedNotice, OpenFile } from './open-file.js';
import type { OpenedText } from './opened-text.js';
import { recordTextAt } from './record-text.js';

export function EditorPane() {
  const { store, messages } = useApp();
  const robotsTxt = useSelected((state) => state.robotsTxt);
  const container = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>(undefined);
  const settledText = useSettled(robotsTxt);
  const dialect = useSelected(fileDialect);
  const highlighted = useSelected((state) => state.highlighted);
  const hasCounts = useSelected((state) => state.findingCounts !== undefined);
  const [opened, setOpened] = useState<OpenedText>();
  const [found, setFound] = useState<LintResult | Failed>();
  const [linter] = useState(() => analysis<'lint'>(setFound));
  const [cursor, setCursor] = useState<{ readonly state?: EditorState; readonly line: number }>({
    line: 1,
  });
  const explained = useMemo(
    () => cursor.state && recordTextAt(cursor.state, cursor.line, messages),
    [cursor, messages],
  );

  useEffect(() => {
    if (container.current === null) return undefined;
    let lineTimer: ReturnType<typeof setTimeout> | undefined;
    const { state } = store;
    const view = new Editor(container.current, {
      text: state.robotsTxt,
      dialect: fileDialect(state),
      messages,
      language: state.language,
      onChange: (changed, isNew) =>
        store.change(isNew ? withFile(changed, store.state) : { robotsTxt: changed }),
      onLine: (shown, line) => {
        clearTimeout(lineTimer);
        lineTimer = setTimeout(() => setCursor({ state: shown, line }), SETTLED_MS);
      },
    });
    editor.current = view;
    view.highlight(state.highlighted);
    return () => {
      clearTimeout(lineTimer);
      linter.close();
      view.destroy();
    };
  }, [store, linter]);
  // Layout effects: a later text in the editor must not be replaced by one that was rendered before it.
  useLayoutEffect(() => editor.current?.setDialect(dialect), [dialect]);
  useLayoutEffect(() => editor.current?.setText(robotsTxt), [robotsTxt]);
  useLayoutEffect(() => editor.current?.highlight(highlighted), [highlighted]);
  useEffect(() => {
    linter.request({ kind: 'lint', robotsTxt: settledText, dialect });
  }, [linter, settledText, dialect]);

  const lint = found === 'failed' ? undefined : found;
  const isStale = lint === undefined || lint.robotsTxt !== robotsTxt || lint.dialect !== dialect;
  useEffect(() => editor.current?.setMessages(messages, store.state.language), [messages]);
  // An edit removes marks. If it is undone before the text settles, nothing is linted again.
  useEffect(() => {
    if (lint !== undefined) editor.current?.showFindings(lint);
  }, [messages, lint, robotsTxt]);
  // A link does not contain the counts.
  useEffect(() => {
    store.change({ findingCounts: lint && countFindings(lint.diagnostics) });
  }, [lint, hasCounts]);

  const clear = () => {
    const isExample = store.state.urlSource === 'example';
    store.change({
      ...{ robotsTxt: '', blockedBy: undefined },
      ...(isExample && { urls: '', urlSource: 'own', chosen: undefined }),
    });
  };

  const open = (file: OpenedText) => {
    setOpened(file);
    store.change(withFile(file.text, store.state));
  };

  return (
    <section class="pane editor-pane" aria-label="robots.txt">
      <header class="pane-head row">
        <h2>robots.txt</h2>
        {robotsTxt === EXAMPLE_ROBOTS_TXT && (
          <span class="badge example-label info">{messages.editor.example}</span>
        )}
        <span class="tools row">
          {robotsTxt === '' ? (
            <Button onClick={() => store.change(exampleState())}>
              {messages.editor.loadExample}
            </Button>
          ) : (
            <Button onClick={clear}>{messages.editor.clear}</Button>
          )}
          <Button onClick={() => void editor.current?.find()}>{messages.editor.find}</Button>
          <OpenFile label={messages.editor.open} accept=".txt,text/plain" onOpen={open} />
        </span>
      </header>
      <OpenedNotice opened={opened} text={robotsTxt} />
      <div class="editor" ref={container} />
      <div class="cursor-line inset">
        <span class="line-number">{messages.line(cursor.line)}</span>
        <p>{explained?.sentences.join(' ') ?? messages.editor.blankLine}</p>
        <span class="clause">{explained?.clause}</span>
      </div>
      <Findings
        diagnostics={lint?.diagnostics}
        isStale={isStale}
        hasFailed={found === 'failed'}
        onGoTo={(diagnostic) => editor.current?.goTo(diagnostic)}
        onFix={async (diagnostic) => {
          const { fixedText } = await loadPart(() => import('./fix-effects.js'));
          if (lint) editor.current?.fix(lint.robotsTxt, fixedText(lint.robotsTxt, diagnostic));
        }}
        effectsOf={async (diagnostic) => {
          const { suggestedEffects } = await loadPart(() => import('./fix-effects.js'));
          return lint && suggestedEffects(lint.robotsTxt, lint.dialect, diagnostic);
        }}
      />
    </section>
  );
}
