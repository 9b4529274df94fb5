/** URLs by dialects as a grid: only the rows that can be seen are drawn, and the arrows go from verdict to verdict. */
import type { DialectName } from '@repkit/core';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { gridTarget } from '../check/grid-keys.js';
import { scrollTopShowing, visibleRows } from '../check/rows.js';
import { commonOrigin } from '../check/urls.js';
import { useMessages } from '../state/app-context.js';
import { DIALECT_NAMES, type ReadingsRow } from './readings.js';

/** As in the style sheet. */
const ROW_HEIGHT = 34;
/** Before the grid was measured. */
const FIRST_HEIGHT = 400;

/** A verdict of the table: which URL, and in which dialect. */
export interface ReadingChoice {
  readonly url: string;
  readonly dialect: DialectName;
}

export interface ReadingsTableProps {
  readonly rows: readonly ReadingsRow[];
  readonly chosen: ReadingChoice | undefined;
  readonly onChoose: (choice: ReadingChoice) => void;
}

export function ReadingsTable({ rows, chosen, onChoose }: ReadingsTableProps) {
  const messages = useMessages();
  const { dialects: texts } = messages;
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ scrollTop: 0, height: FIRST_HEIGHT });
  const { first, end } = visibleRows(rows.length, { ...view, rowHeight: ROW_HEIGHT });
  const drawn = rows.slice(first, end);
  const origin = useMemo(() => commonOrigin(rows.map(({ url }) => url)), [rows]);
  const column = chosen === undefined ? -1 : DIALECT_NAMES.indexOf(chosen.dialect);
  // One stop of Tab: the chosen verdict where it is drawn, or else the first.
  const stop = drawn.some(({ url }) => url === chosen?.url) ? chosen?.url : drawn[0]?.url;

  useEffect(() => {
    if (box.current === null) return;
    setView({ scrollTop: box.current.scrollTop, height: box.current.clientHeight });
  }, [rows]);

  const choose = (row: number, at: number) => {
    const [target, dialect] = [rows[row], DIALECT_NAMES[at]];
    if (target !== undefined && dialect !== undefined) onChoose({ url: target.url, dialect });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const row = Math.max(
      rows.findIndex(({ url }) => url === chosen?.url),
      0,
    );
    const page = Math.max(Math.floor(view.height / ROW_HEIGHT) - 2, 1);
    const size = { rows: rows.length, columns: DIALECT_NAMES.length, page };
    const target = gridTarget(event, { row, column: Math.max(column, 0) }, size);
    if (target === undefined) return;
    event.preventDefault();
    choose(target.row, target.column);
    bringIntoView(target.row);
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const cell = box.current?.querySelector<HTMLElement>('[aria-selected=true]');
        cell?.focus({ preventScroll: true });
      }),
    );
  };

  const bringIntoView = (row: number) => {
    const { current } = box;
    if (current === null) return;
    const { scrollTop, clientHeight: height } = current;
    // The head is as high as a row.
    current.scrollTop = scrollTopShowing(
      row,
      { scrollTop, height, rowHeight: ROW_HEIGHT },
      ROW_HEIGHT,
    );
  };

  const onClick = ({ target }: MouseEvent) => {
    const cell = target instanceof Element ? target.closest('td') : null;
    if (cell === null) return;
    cell.focus();
    choose(Number(cell.dataset.row), Number(cell.dataset.column));
  };

  return (
    <div
      class="verdict-box"
      ref={box}
      onScroll={({ currentTarget }) =>
        setView({ scrollTop: currentTarget.scrollTop, height: currentTarget.clientHeight })
      }
    >
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table with a choice of cells is a grid.
        role="grid"
        class="verdicts readings"
        style={{ '--crawlers': DIALECT_NAMES.length }}
        aria-label={texts.table}
        aria-rowcount={rows.length + 1}
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">URL {origin && <span class="origin">{origin}</span>}</th>
            {DIALECT_NAMES.map((name) => (
              <th scope="col" key={name}>
                {messages.dialectName[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody
          style={{
            '--above': `${first * ROW_HEIGHT}px`,
            '--below': `${(rows.length - end) * ROW_HEIGHT}px`,
          }}
        >
          {drawn.map(({ url, allowed, differs }, index) => (
            <tr key={url} class={differs ? 'differs' : ''} aria-rowindex={first + index + 2}>
              <th scope="row" title={url}>
                {differs && <span class="differs-sign">{texts.differs}</span>}
                {url.slice(origin.length)}
              </th>
              {DIALECT_NAMES.map((name, at) => (
                // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a grid may be selected.
                <td
                  key={name}
                  class={allowed[at] ? 'is-allowed' : 'is-disallowed'}
                  tabIndex={url === stop && at === Math.max(column, 0) ? 0 : -1}
                  aria-selected={url === chosen?.url && at === column}
                  data-row={first + index}
                  data-column={at}
                >
                  <span class="verdict">
                    {allowed[at] ? messages.allowed : messages.disallowed}
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
