/** Says what is wrong with the link that the page was opened with. */
import { useApp, useSelected } from '../state/app-context.js';

export function LinkNotice() {
  const { store, messages } = useApp();
  const problem = useSelected((state) => state.linkProblem);
  return (
    <div role="alert">
      {problem && (
        <div class="notice">
          <p>
            <strong>{messages.link.problem}</strong> {messages.link.problemOf[problem]}
          </p>
          <button
            type="button"
            class="button"
            onClick={() => store.change({ linkProblem: undefined })}
          >
            {messages.link.dismiss}
          </button>
        </div>
      )}
    </div>
  );
}
