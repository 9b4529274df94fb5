/** The list of URLs: pasted, or opened from a sitemap, an access log or a list. */
import { useId } from 'preact/hooks';
import { FileButton } from '../controls/file-button.js';
import { TextField } from '../editor/text-field.js';
import { loadPart } from '../messages/load-part.js';
import { usePage, useStatus } from '../state/page.js';
import { change } from '../state/page-state.js';

export function UrlField() {
  const { state, messages } = usePage();
  const { check: texts, fill } = messages;
  const urls = state.urls.value;
  const source = state.urlSource.value;
  const [status, showStatus] = useStatus();
  const id = useId();
  const checked = state.checked.value;
  const invalidUrls = typeof checked === 'object' ? checked.invalidUrls : [];
  const [first] = invalidUrls;
  const edit = (text: string) => {
    showStatus(undefined);
    change(state, { urls: text, urlSource: 'own' });
  };
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
      <TextField text={urls} labelledBy={`${id}-label`} describedBy={`${id}-hint`} onChange={edit} />
      <p id={`${id}-hint`} class="hint" role="status">
        {status ??
          (first === undefined
            ? `${source === 'own' ? '' : texts.urlsFrom[source]} ${texts.urlsHint}`.trim()
            : fill(texts.invalidUrls, { count: invalidUrls.length, first }))}
      </p>
    </div>
  );
}
