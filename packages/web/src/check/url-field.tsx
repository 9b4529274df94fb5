/** The list of URLs: pasted, or opened from a sitemap, an access log or a list. */
import { EditorView } from '@codemirror/view';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { FileButton } from '../controls/file-button.js';
import { openTextView, type TextView } from '../editor/text-view.js';
import { loadPart } from '../messages/load-part.js';
import { usePage, useStatus } from '../state/page.js';
import { change } from '../state/page-state.js';

export function UrlField() {
  const { state, messages } = usePage();
  const { check: texts, fill } = messages;
  const urls = state.urls.value;
  const source = state.urlSource.value;
  const parent = useRef<HTMLDivElement>(null);
  const editor = useRef<TextView>(undefined);
  const [status, showStatus] = useStatus();
  const id = useId();
  const checked = state.checked.value;
  const invalidUrls = typeof checked === 'object' ? checked.invalidUrls : [];
  const [first] = invalidUrls;
  useLayoutEffect(() => {
    if (parent.current === null) return undefined;
    const attributes = EditorView.contentAttributes.of({
      'aria-labelledby': `${id}-label`,
      'aria-describedby': `${id}-hint`,
      spellcheck: 'false',
      tabindex: '0',
    });
    const opened = openTextView(parent.current, state.urls.peek(), attributes, (text) => {
      showStatus(undefined);
      change(state, { urls: text, urlSource: 'own' });
    });
    editor.current = opened;
    return () => opened.view.destroy();
  }, [state, id]);
  useLayoutEffect(() => editor.current?.show(urls), [urls]);
  const open = async (file: File) => {
    try {
      const { importFile } = await loadPart(() => import('./import-file.js'));
      showStatus(await importFile(file, state));
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
        <FileButton label={texts.openUrls} accept=".xml,.txt,.csv,.log,.gz,text/xml,text/plain" onFiles={open} />
      </div>
      <div class="url-editor" ref={parent} />
      <p id={`${id}-hint`} class="hint" role="status">
        {status ??
          (first === undefined
            ? `${source === 'own' ? '' : texts.urlsFrom[source]} ${texts.urlsHint}`.trim()
            : fill(texts.invalidUrls, { count: invalidUrls.length, first }))}
      </p>
    </div>
  );
}
