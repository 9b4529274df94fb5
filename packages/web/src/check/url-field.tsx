/** The URLs: pasted, or out of a sitemap or another file. */
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { OpenFile } from '../editor/open-file.js';
import type { OpenedText } from '../editor/opened-text.js';
import { PlainEditor } from '../editor/plain-editor.js';
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
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<PlainEditor>(undefined);
  const [problem, setProblem] = useState<string>();
  const id = useId();
  const [first] = refused;
  useLayoutEffect(() => {
    if (place.current === null) return undefined;
    const made = new PlainEditor(place.current, {
      text: store.state.urls,
      ...{ labelledBy: `${id}-label`, describedBy: `${id}-hint` },
      onChange: (changed) => {
        setProblem(undefined);
        store.change({ urls: changed });
      },
    });
    editor.current = made;
    return () => made.destroy();
  }, [store, id]);
  useLayoutEffect(() => editor.current?.show(urls), [urls]);
  const open = ({ text }: OpenedText) => {
    const file = readUrlFile(text);
    if (file.kind === 'index') setProblem(texts.sitemapIndex(file.sitemaps.length));
    else if (file.text.trim() === '') setProblem(texts.noUrls);
    else {
      store.change({ urls: file.text, chosen: undefined });
    }
  };
  return (
    <div class="urls">
      <div class="field-head">
        <h3 class="field-label" id={`${id}-label`}>
          {texts.urls}
        </h3>
        <OpenFile
          label={texts.openUrls}
          accept=".xml,.txt,.csv,.gz,text/xml,text/plain"
          onOpen={open}
        />
      </div>
      <div class="url-editor" ref={place} />
      <p id={`${id}-hint`} class="hint" role="status">
        {problem ?? (first === undefined ? texts.urlsHint : texts.refused(refused.length, first))}
      </p>
    </div>
  );
}
