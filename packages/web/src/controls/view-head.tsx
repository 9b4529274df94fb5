/** The heading of a view, and what it is for. */
import { usePage } from '../state/page.js';

export interface ViewHeadProps {
  readonly help: string;
  /** The id of the help, for the field that it describes. */
  readonly helpId?: string;
}

export function ViewHead({ help, helpId }: ViewHeadProps) {
  const { state, messages } = usePage();
  return (
    <header class="view-head">
      <h2>{messages.view[state.view.value]}</h2>
      <p class="hint" id={helpId}>
        {help}
      </p>
    </header>
  );
}
