/** Accepts files that are dropped anywhere on the page. */
import { useEffect, useState } from 'preact/hooks';
import type { Status } from '../live/tested-site.js';
import { useApp, useSelected } from '../state/app-context.js';

const isLoading: Status = ({ loading }) => loading;

export function DropTarget() {
  const { store, messages } = useApp();
  const language = useSelected((state) => state.language);
  const [status, setStatus] = useState<Status>();
  useEffect(() => {
    const onDrag = async (event: DragEvent) => {
      const { dataTransfer, type } = event;
      if (!dataTransfer?.types.includes('Files')) return;
      // In the capture phase: the editor would insert the file as text.
      event.preventDefault();
      event.stopPropagation();
      const file = dataTransfer.files[0];
      if (type !== 'drop' || file === undefined) return;
      setStatus(() => isLoading);
      const { importFile } = await import('../check/import-file.js');
      const imported = await importFile(file, store);
      setStatus(() => imported);
    };
    addEventListener('dragover', onDrag, true);
    addEventListener('drop', onDrag, true);
    return () => {
      removeEventListener('dragover', onDrag, true);
      removeEventListener('drop', onDrag, true);
    };
  }, [store]);
  return (
    <p class="drop-status" role="status">
      {status?.(messages, language)}
    </p>
  );
}
