/** The heading of a view, and what it is for. */
import { useMessages, useSelected } from '../state/app-context.js';

export interface ViewHeadProps {
  readonly help: string;
  /** The id of the help, for the field that it describes. */
  readonly helpId?: string;
}

export function ViewHead({ help, helpId }: ViewHeadProps) {
  const messages = useMessages();
  const view = useSelected((state) => state.view);
  return (
    <header class="view-head">
      <h2>{messages.view[view]}</h2>
      <p class="hint" id={helpId}>
        {help}
      </p>
    </header>
  );
}
