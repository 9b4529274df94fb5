/** The robots.txt editor, and the explanation of the line at the cursor. */
import type { EditorState } from '@codemirror/state';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Button } from '../controls/button.js';
import { lineText } from '../messages/messages.js';
import { usePage } from '../state/page.js';
import { change, EXAMPLE_ROBOTS_TXT, exampleValues, fileDialect, listedExplanation } from '../state/page-state.js';
import { SETTLED_MS } from '../state/results.js';
import { showFile } from '../state/url-lines.js';
import { Editor } from './editor.js';
import { OpenFile } from './open-file.js';
import { recordTextAt } from './record-text.js';

export function EditorPane() {
  const { state, messages } = usePage();
  const robotsTxt = state.robotsTxt.value;
  const verdict = listedExplanation(state)?.verdict;
  const dialect = fileDialect(state);
  const container = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>(undefined);
  const [cursor, setCursor] = useState<{ readonly state?: EditorState; readonly line: number }>({
    line: 1,
  });
  const explained = useMemo(() => cursor.state && recordTextAt(cursor.state, cursor.line, messages), [cursor, messages]);

  // Layout effects: a later text in the editor must not be replaced by one that was rendered before it.
  useLayoutEffect(() => {
    if (container.current === null) return undefined;
    let lineTimer: ReturnType<typeof setTimeout> | undefined;
    const view = new Editor(container.current, {
      text: state.robotsTxt.peek(),
      dialect: fileDialect(state),
      messages,
      onChange: (text, isNew) => {
        if (isNew) showFile(state, text);
        else state.robotsTxt.value = text;
      },
      onLine: (shown, line) => {
        clearTimeout(lineTimer);
        lineTimer = setTimeout(() => setCursor({ state: shown, line }), SETTLED_MS);
      },
    });
    editor.current = view;
    return () => {
      clearTimeout(lineTimer);
      view.destroy();
    };
  }, [state]);
  useLayoutEffect(() => editor.current?.setDialect(dialect), [dialect]);
  useLayoutEffect(() => editor.current?.setText(robotsTxt), [robotsTxt]);
  useLayoutEffect(() => editor.current?.highlight(verdict), [verdict]);

  const result = state.findings.value;
  const findings = result === 'failed' ? undefined : result;
  useEffect(() => editor.current?.setMessages(messages), [messages]);
  // An edit can remove marks. If it is undone before the text settles, nothing is linted again.
  useEffect(() => {
    if (findings !== undefined && findings.robotsTxt === robotsTxt) {
      editor.current?.showFindings(findings);
    }
  }, [messages, findings, robotsTxt]);

  const revealed = state.revealed.value;
  useEffect(() => {
    if (revealed === undefined) return;
    editor.current?.goTo(revealed);
    state.revealed.value = undefined;
  }, [state, revealed]);

  const clear = () => {
    const isExample = state.urlSource.value === 'example';
    change(state, {
      robotsTxt: '',
      fetchedFrom: undefined,
      response: undefined,
      ...(isExample && { urls: '', urlSource: 'own', chosen: undefined }),
    });
  };

  return (
    <section class="pane editor-pane" aria-label="robots.txt">
      <header class="pane-head row">
        <h2>robots.txt</h2>
        {robotsTxt === EXAMPLE_ROBOTS_TXT && <span class="badge example-label info">{messages.source.example}</span>}
        <span class="tools row">
          <Button onClick={() => change(state, { isEditing: false })}>{messages.source.closeEditor}</Button>
          {robotsTxt === '' ? (
            <Button onClick={() => change(state, exampleValues())}>{messages.editor.loadExample}</Button>
          ) : (
            <Button onClick={clear}>{messages.editor.clear}</Button>
          )}
          <Button onClick={() => void editor.current?.find()}>{messages.editor.find}</Button>
          <OpenFile
            label={messages.editor.open}
            accept=".txt,text/plain"
            text={robotsTxt}
            onOpen={(text) => showFile(state, text)}
          />
        </span>
      </header>
      <div class="editor" ref={container} />
      <div class="cursor-line inset">
        <span class="line-number">{lineText(messages, cursor.line)}</span>
        <p>{explained?.sentences.join(' ') ?? messages.editor.blankLine}</p>
        <span class="clause">{explained?.clause}</span>
      </div>
    </section>
  );
}
