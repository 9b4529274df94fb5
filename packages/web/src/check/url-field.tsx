/** The URLs: pasted, or out of a sitemap or another file. */
import { useId, useState } from 'preact/hooks';
import { OpenFile } from '../editor/open-file.js';
import { useApp, useSelected } from '../state/app-context.js';
import { readUrlFile } from './sitemap.js';

export interface UrlFieldProps {
  /** Lines that are no URL. */
  readonly refused: readonly string[];
}

export function UrlField({ refused }: UrlFieldProps) {
  const { store, messages } = useApp();
  const { check: texts } = messages;
  const urls = useSelected((state) => state.urls);
  const [problem, setProblem] = useState<string>();
  const id = useId();
  const [first] = refused;
  const open = (text: string) => {
    const file = readUrlFile(text);
    if (file.kind === 'index') setProblem(texts.sitemapIndex(file.sitemaps.length));
    else if (file.text.trim() === '') setProblem(texts.noUrls);
    else {
      setProblem(undefined);
      store.change({ urls: file.text, chosen: undefined });
    }
  };
  return (
    <div class="urls">
      <div class="field-head">
        <label class="field-label" for={id}>
          {texts.urls}
        </label>
        <OpenFile
          label={texts.openUrls}
          accept=".xml,.txt,.csv,.gz,text/xml,text/plain"
          onOpen={open}
        />
      </div>
      <textarea
        id={id}
        rows={5}
        wrap="off"
        spellcheck={false}
        aria-describedby={`${id}-hint`}
        value={urls}
        onInput={({ currentTarget }) => {
          setProblem(undefined);
          store.change({ urls: currentTarget.value });
        }}
      />
      <p id={`${id}-hint`} class="hint" role="status">
        {problem ?? (first === undefined ? texts.urlsHint : texts.refused(refused.length, first))}
      </p>
    </div>
  );
}
