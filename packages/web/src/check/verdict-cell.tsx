/** One verdict: in a word, with the line that decides. */
import type { RobotsTxt } from '@repkit/core';
import { useMemo } from 'preact/hooks';
import { useMessages } from '../state/app-context.js';
import type { Question } from '../state/app-state.js';

export interface VerdictCellProps {
  readonly file: RobotsTxt;
  /** Where it stands among those that are drawn. */
  readonly row: number;
  readonly column: number;
  readonly question: Question;
  readonly isAllowed: boolean;
  readonly isChosen: boolean;
  /** Whether Tab stops here. */
  readonly isStop: boolean;
}

export function VerdictCell(props: VerdictCellProps) {
  const { file, row, column, question, isAllowed, isChosen, isStop } = props;
  const messages = useMessages();
  const { url, productToken } = question;
  const line = useMemo(
    () => file.matcher(productToken).explain(url).rule?.line,
    [file, url, productToken],
  );
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a grid may be selected.
    <td
      class={isAllowed ? 'is-allowed' : 'is-disallowed'}
      tabIndex={isStop ? 0 : -1}
      aria-selected={isChosen}
      data-row={row}
      data-column={column}
    >
      <span class="verdict">{isAllowed ? messages.allowed : messages.disallowed}</span>
      {line !== undefined && (
        <span class="verdict-line" title={messages.line(line)}>
          <span class="sr-only">{messages.line(line)}</span>
          <span aria-hidden="true">{line}</span>
        </span>
      )}
    </td>
  );
}
