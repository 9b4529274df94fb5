/** The list of URLs: pasted, or opened from a sitemap or another file. */
import { EditorView } from '@codemirror/view';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { OpenFile } from '../editor/open-file.js';
import type { OpenedText } from '../editor/opened-text.js';
import { openTextView, showText } from '../editor/text-view.js';
import { useApp, useSelected } from '../state/app-context.js';

export interface UrlFieldProps {
  /** Lines that are not URLs. */
  readonly invalidUrls: readonly string[];
}

export function UrlField({ invalidUrls }: UrlFieldProps) {
  const { store, messages } = useApp();
  const { check: texts } = messages;
  const urls = useSelected((state) => state.urls);
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(undefined);
  const [problem, setProblem] = useState<string>();
  const id = useId();
  const [first] = invalidUrls;
  useLayoutEffect(() => {
    if (place.current === null) return undefined;
    const attributes = EditorView.contentAttributes.of({
      'aria-labelledby': `${id}-label`,
      'aria-describedby': `${id}-hint`,
      spellcheck: 'false',
      tabindex: '0',
    });
    const made = openTextView(place.current, store.state.urls, attributes, (changed) => {
      setProblem(undefined);
      store.change({ urls: changed });
    });
    editor.current = made;
    return () => made.destroy();
  }, [store, id]);
  useLayoutEffect(() => {
    if (editor.current) showText(editor.current, urls);
  }, [urls]);
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
        {problem ??
          (first === undefined ? texts.urlsHint : texts.invalidUrls(invalidUrls.length, first))}
      </p>
    </div>
  );
}

/** The content of an opened file: URLs from a list or sitemap, or a sitemap index (sitemaps.org). */
export type UrlFile =
  | { readonly kind: 'urls'; readonly text: string }
  | { readonly kind: 'index'; readonly sitemaps: readonly string[] };

/** Parses a file as XML if it starts with "<", otherwise as a list with one URL per line. */
export function readUrlFile(text: string): UrlFile {
  if (!text.trimStart().startsWith('<')) return { kind: 'urls', text };
  const xml = new DOMParser().parseFromString(text.trimStart(), 'application/xml');
  const root = xml.documentElement;
  const locations = [...root.children].flatMap((entry) => {
    const loc = [...entry.children].find(({ localName }) => localName === 'loc');
    return loc?.textContent?.trim() || [];
  });
  if (root.localName === 'sitemapindex') return { kind: 'index', sitemaps: locations };
  return { kind: 'urls', text: locations.map((location) => `${location}\n`).join('') };
}
