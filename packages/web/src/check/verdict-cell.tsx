/** One verdict: in a word, with the line that decides. */
import type { RobotsTxt } from '@repkit/core';
import { useMemo } from 'preact/hooks';
import type { CellProps } from '../grid/grid.js';
import { useMessages } from '../state/app-context.js';
import type { Question } from '../state/app-state.js';

export interface VerdictCellProps {
  readonly file: RobotsTxt;
  readonly question: Question;
  readonly isAllowed: boolean;
  readonly cell: CellProps;
}

export function VerdictCell({ file, question, isAllowed, cell }: VerdictCellProps) {
  const messages = useMessages();
  const { url, productToken } = question;
  const line = useMemo(
    () => file.matcher(productToken).explain(url).rule?.line,
    [file, url, productToken],
  );
  return (
    <td class={isAllowed ? 'is-allowed' : 'is-disallowed'} {...cell}>
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
