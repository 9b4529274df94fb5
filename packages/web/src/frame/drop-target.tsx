/** Accepts files that are dropped anywhere on the page. */
import { useEffect, useState } from 'preact/hooks';
import { loadPart } from '../messages/load-part.js';
import type { Status } from '../messages/messages.js';
import { usePage, useStatus } from '../state/page.js';
import { change, type PageState } from '../state/page-state.js';

const isLoading: Status = ({ loading }) => loading;

/** Returns what a status is about: it says nothing about another view, or the file of another site. */
const subjectOf = ({ view, fetchedFrom }: PageState) => `${view.value} ${fetchedFrom.value?.url}`;

export function DropTarget() {
  const { state } = usePage();
  const [status, setStatus] = useStatus();
  const [subject, setSubject] = useState('');
  useEffect(() => {
    const showStatus = (shown: Status) => {
      setStatus(shown);
      setSubject(subjectOf(state));
    };
    const onDrag = async (event: DragEvent) => {
      const { dataTransfer, type } = event;
      if (!dataTransfer?.types.includes('Files')) return;
      // In the capture phase: the editor would insert the file as text.
      event.preventDefault();
      event.stopPropagation();
      const files = [...dataTransfer.files];
      const [file] = files;
      if (type !== 'drop' || file === undefined) return;
      if (state.view.value === 'visits') {
        change(state, { logs: files });
        return;
      }
      showStatus(isLoading);
      try {
        const { importFile } = await loadPart(() => import('../check/import-file.js'));
        const status = await importFile(file, state);
        const count = files.length;
        showStatus((messages) => {
          const { imports: texts, fill } = messages;
          const only = count > 1 ? [fill(texts.onlyFirst, { count, file: file.name })] : [];
          return [...only, status(messages)].join(' ');
        });
      } catch {
        showStatus(({ loadFailed }) => loadFailed);
      }
    };
    addEventListener('dragover', onDrag, true);
    addEventListener('drop', onDrag, true);
    return () => {
      removeEventListener('dragover', onDrag, true);
      removeEventListener('drop', onDrag, true);
    };
  }, [state]);
  return (
    <p class="drop-status" role="status">
      {subject === subjectOf(state) && status}
    </p>
  );
}
