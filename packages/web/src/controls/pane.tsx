/** A box with a title, a table in such a box, and notices. */
import type { ComponentChildren } from 'preact';
import { useMessages } from '../state/page.js';
import { Button } from './button.js';

export interface PaneProps {
  /** The id of the title. */
  readonly id: string;
  readonly title: ComponentChildren;
  readonly count?: number | string;
  readonly className?: string;
  /** Whether it is a landmark (default: true); not if it contains a `DataTable`, which is one. */
  readonly isLandmark?: boolean;
  readonly children: ComponentChildren;
}

export function Pane({ id, title, count, className = '', isLandmark = true, children }: PaneProps) {
  const Box = isLandmark ? 'section' : 'div';
  return (
    <Box class={`pane ${className}`} {...(isLandmark && { 'aria-labelledby': id })}>
      <header class="pane-head row">
        <h2 id={id}>{title}</h2>
        {count !== undefined && <span class="count hint">{count}</span>}
      </header>
      {children}
    </Box>
  );
}

export interface NoticeProps {
  /** Nothing is shown without a text. */
  readonly children: ComponentChildren;
  readonly onDismiss: () => void;
}

export function Notice({ children, onDismiss }: NoticeProps) {
  const { link: texts } = useMessages();
  return (
    <div role="alert">
      {children && (
        <div class="notice warning">
          <p>{children}</p>
          <Button onClick={onDismiss}>{texts.dismiss}</Button>
        </div>
      )}
    </div>
  );
}

/** Stands for what could not be computed. */
export function FailedText() {
  return (
    <p class="failed inset error" role="alert">
      {useMessages().failed}
    </p>
  );
}

export interface DataTableProps {
  readonly labelledBy: string;
  readonly className?: string;
  readonly columns: readonly string[];
  /** The rows. */
  readonly children: ComponentChildren;
}

export function DataTable({ labelledBy, className = '', columns, children }: DataTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable with the keyboard.
    <section class="data-box" aria-labelledby={labelledBy} tabIndex={0}>
      <table class={`data ${className}`}>
        <thead>
          <tr>
            {columns.map((title, index) => (
              <th scope="col" key={index}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
