/** The robots.txt editor, the explanation of the line at the cursor, and the problems found. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { LintResult } from '../analysis/analyze.js';
import { analysis, type Failed } from '../analysis/latest-work.js';
import { Button } from '../controls/button.js';
import { loadPart } from '../messages/load-part.js';
import { useApp, useSelected } from '../state/app-context.js';
import { EXAMPLE_ROBOTS_TXT, exampleState, fileDialect } from '../state/app-state.js';
import { withFile } from '../state/url-lines.js';
import { SETTLED_MS } from '../state/use-settled.js';
import { Editor } from './editor.js';
import { countFindings, Findings } from './findings.js';
import { OpenedNotice, OpenFile } from './open-file.js';
import type { OpenedText } from './opened-text.js';
import { type RecordText, recordTextAt } from './record-text.js';

interface CursorLine {
  readonly line: number;
  readonly text: RecordText | undefined;
}

export function EditorPane() {
  const { store, messages } = useApp();
  const robotsTxt = useSelected((state) => state.robotsTxt);
  const container = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>(undefined);
  const currentMessages = useRef(messages);
  const dialect = useSelected(fileDialect);
  const [opened, setOpened] = useState<OpenedText>();
  const [found, setFound] = useState<LintResult | Failed>();
  const [cursor, setCursor] = useState<CursorLine>({ line: 1, text: undefined });

  useEffect(() => {
    if (container.current === null) return undefined;
    let lineTimer: ReturnType<typeof setTimeout> | undefined;
    const { robotsTxt: text, highlighted } = store.state;
    const view = new Editor(container.current, {
      ...{
        text,
        dialect: fileDialect(store.state),
        messages: currentMessages.current,
        language: store.state.language,
      },
      onChange: (changed, isNew) =>
        store.change(isNew ? withFile(changed, store.state) : { robotsTxt: changed }),
      onLine: (state, line) => {
        clearTimeout(lineTimer);
        lineTimer = setTimeout(
          () => setCursor({ line, text: recordTextAt(state, line, currentMessages.current) }),
          SETTLED_MS,
        );
      },
    });
    editor.current = view;
    view.highlight(highlighted);
    const linter = analysis<'lint'>((result) => {
      setFound(result);
      if (result !== 'failed') view.showFindings(result);
      const counts = result === 'failed' ? undefined : countFindings(result.diagnostics);
      store.change({ findingCounts: counts });
    });
    const requestLint = () => {
      linter.request({
        ...{ kind: 'lint', robotsTxt: store.state.robotsTxt, dialect: fileDialect(store.state) },
      });
    };
    requestLint();
    let shown = store.state;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = store.subscribe(() => {
      const { state } = store;
      const before = shown;
      shown = state;
      if (state.dialect !== before.dialect) view.setDialect(fileDialect(state));
      if (state.robotsTxt !== before.robotsTxt) view.setText(state.robotsTxt);
      if (state.highlighted !== before.highlighted) view.highlight(state.highlighted);
      if (state.robotsTxt === before.robotsTxt && state.dialect === before.dialect) return;
      clearTimeout(timer);
      timer = setTimeout(requestLint, SETTLED_MS);
    });
    return () => {
      clearTimeout(timer);
      clearTimeout(lineTimer);
      unsubscribe();
      linter.close();
      view.destroy();
    };
  }, [store]);

  const lint = found === 'failed' ? undefined : found;
  const isStale = lint === undefined || lint.robotsTxt !== robotsTxt || lint.dialect !== dialect;
  useEffect(() => {
    currentMessages.current = messages;
    editor.current?.setMessages(messages, store.state.language);
    if (lint !== undefined) editor.current?.showFindings(lint);
  }, [messages]);

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
      <header class="pane-head">
        <h2>robots.txt</h2>
        {robotsTxt === EXAMPLE_ROBOTS_TXT && (
          <span class="badge example-label">{messages.editor.example}</span>
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
      <div class="cursor-line">
        <span class="line-number">{messages.line(cursor.line)}</span>
        <p>
          {cursor.text === undefined ? messages.editor.blankLine : cursor.text.sentences.join(' ')}
        </p>
        <span class="clause">{cursor.text?.clause}</span>
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
