/** The list of URLs: pasted, or opened from a sitemap, an access log or a list. */
import { EditorView } from '@codemirror/view';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { FileButton } from '../editor/open-file.js';
import { openTextView, showText } from '../editor/text-view.js';
import { loadPart } from '../messages/load-part.js';
import { useApp, useSelected, useStatus } from '../state/app-context.js';

/** `invalidUrls` are the lines that are not URLs. */
export function UrlField({ invalidUrls }: { readonly invalidUrls: readonly string[] }) {
  const { store, messages } = useApp();
  const { check: texts } = messages;
  const urls = useSelected((state) => state.urls);
  const source = useSelected((state) => state.urlSource);
  const parent = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(undefined);
  const [status, showStatus] = useStatus();
  const id = useId();
  const [first] = invalidUrls;
  useLayoutEffect(() => {
    if (parent.current === null) return undefined;
    const attributes = EditorView.contentAttributes.of({
      'aria-labelledby': `${id}-label`,
      'aria-describedby': `${id}-hint`,
      spellcheck: 'false',
      tabindex: '0',
    });
    const made = openTextView(parent.current, store.state.urls, attributes, (changed) => {
      // The text also changes with the state.
      if (changed === store.state.urls) return;
      showStatus(undefined);
      store.change({ urls: changed, urlSource: 'own' });
    });
    editor.current = made;
    return () => made.destroy();
  }, [store, id]);
  useLayoutEffect(() => {
    if (editor.current) showText(editor.current, urls);
  }, [urls]);
  const open = async (file: File) => {
    try {
      const { importFile } = await loadPart(() => import('./import-file.js'));
      showStatus(await importFile(file, store));
    } catch {
      showStatus(({ loadFailed }) => loadFailed);
    }
  };
  return (
    <div class="urls stack">
      <div class="field-head row">
        <h3 class="field-label" id={`${id}-label`}>
          {texts.urls}
        </h3>
        <FileButton
          label={texts.openUrls}
          accept=".xml,.txt,.csv,.log,.gz,text/xml,text/plain"
          onFile={open}
        />
      </div>
      <div class="url-editor" ref={parent} />
      <p id={`${id}-hint`} class="hint" role="status">
        {status ??
          (first === undefined
            ? `${source === 'own' ? '' : texts.urlsFrom[source]} ${texts.urlsHint}`.trim()
            : texts.invalidUrls(invalidUrls.length, first))}
      </p>
    </div>
  );
}
