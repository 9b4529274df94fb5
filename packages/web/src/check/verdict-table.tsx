/** The verdicts as a grid: only the rows that can be seen are drawn, and the arrows go from verdict to verdict. */
import type { RobotsTxt } from '@repkit/core';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { VerdictsAnswer } from '../analysis/answer.js';
import { useApp, useSelected } from '../state/app-context.js';
import { EVERYONE } from './crawlers.js';
import { gridTarget } from './grid-keys.js';
import type { Sorting } from './rows.js';
import { scrollTopShowing, visibleRows } from './rows.js';
import { commonOrigin } from './urls.js';
import { VerdictCell } from './verdict-cell.js';

/** As in the style sheet. */
const ROW_HEIGHT = 34;
/** Before the grid was measured. */
const FIRST_HEIGHT = 400;

export interface VerdictTableProps {
  readonly file: RobotsTxt;
  readonly verdicts: VerdictsAnswer;
  /** The numbers of the rows to show, in their order. */
  readonly rows: Uint32Array;
  readonly sorting: Sorting | undefined;
  readonly onSort: (column: number | 'url') => void;
}

export function VerdictTable({ file, verdicts, rows, sorting, onSort }: VerdictTableProps) {
  const { store, messages } = useApp();
  const { check: texts } = messages;
  const chosen = useSelected((state) => state.chosen);
  const box = useRef<HTMLDivElement>(null);
  const wantsFocus = useRef(false);
  const [view, setView] = useState({ scrollTop: 0, height: FIRST_HEIGHT });
  const { urls, productTokens, allowed } = verdicts;
  const origin = useMemo(() => commonOrigin(urls), [urls]);
  const { first, end } = visibleRows(rows.length, { ...view, rowHeight: ROW_HEIGHT });

  useEffect(() => {
    if (box.current !== null) setView({ scrollTop: 0, height: box.current.clientHeight });
    box.current?.scrollTo({ top: 0 });
  }, [rows]);

  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    const cell = box.current?.querySelector<HTMLElement>('[aria-selected=true]');
    cell?.focus({ preventScroll: true });
    wantsFocus.current = cell === null || cell === undefined;
  });

  const drawn = Array.from(rows.subarray(first, end));
  const isChosen = (row: number, column: number) =>
    urls[row] === chosen?.url && productTokens[column] === chosen?.productToken;
  // One stop of Tab: the chosen verdict where it is drawn, or else the first.
  const stop = drawn.find((row) => urls[row] === chosen?.url) ?? drawn[0];

  const onKeyDown = (event: KeyboardEvent) => {
    const url = chosen?.url ?? '';
    const at = {
      row: Math.max(
        rows.findIndex((row) => urls[row] === url),
        0,
      ),
      column: Math.max(productTokens.indexOf(chosen?.productToken ?? ''), 0),
    };
    const page = Math.max(Math.floor(view.height / ROW_HEIGHT) - 2, 1);
    const target = gridTarget(event, at, {
      rows: rows.length,
      columns: productTokens.length,
      page,
    });
    if (target === undefined) return;
    event.preventDefault();
    const [targetUrl, productToken] = [urls[rows[target.row] ?? 0], productTokens[target.column]];
    if (targetUrl === undefined || productToken === undefined) return;
    store.change({ chosen: { url: targetUrl, productToken } });
    wantsFocus.current = true;
    bringIntoView(target.row);
  };

  const onClick = ({ target }: MouseEvent) => {
    const cell = target instanceof Element ? target.closest('td') : null;
    const row = rows[first + Number(cell?.dataset.row)];
    const productToken = productTokens[Number(cell?.dataset.column)];
    if (row === undefined || productToken === undefined) return;
    cell?.focus();
    store.change({ chosen: { url: urls[row] ?? '', productToken } });
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
    // The event of scrolling comes later, and the row must be there before it can have the focus.
    setView({ scrollTop: current.scrollTop, height: current.clientHeight });
  };

  const head = (column: number | 'url', text: string, about?: string) => {
    const isSorted = sorting?.column === column;
    const order = sorting?.descending ? 'descending' : 'ascending';
    return (
      <th scope="col" aria-sort={isSorted ? order : undefined}>
        <button type="button" title={texts.sortBy(text)} onClick={() => onSort(column)}>
          {text}
          {about && <span class="head-about">{about}</span>}
          <span class="sort-mark" aria-hidden="true">
            {isSorted ? (sorting.descending ? '↓' : '↑') : ''}
          </span>
        </button>
      </th>
    );
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
        class="verdicts"
        style={{ '--crawlers': productTokens.length }}
        aria-label={texts.verdicts}
        aria-rowcount={rows.length + 1}
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        <thead>
          <tr aria-rowindex={1}>
            {head('url', 'URL')}
            {productTokens.map((token, column) =>
              head(column, token, token === EVERYONE ? texts.everyone : undefined),
            )}
          </tr>
        </thead>
        <tbody
          style={{
            '--above': `${first * ROW_HEIGHT}px`,
            '--below': `${(rows.length - end) * ROW_HEIGHT}px`,
          }}
        >
          {drawn.map((row, index) => (
            <tr key={row} aria-rowindex={first + index + 2}>
              <th scope="row" title={urls[row]}>
                {origin !== '' && <span class="origin">{origin}</span>}
                {urls[row]?.slice(origin.length)}
              </th>
              {productTokens.map((productToken, column) => (
                <VerdictCell
                  key={productToken}
                  file={file}
                  row={index}
                  column={column}
                  question={{ url: urls[row] ?? '', productToken }}
                  isAllowed={allowed[row * productTokens.length + column] === 1}
                  isChosen={isChosen(row, column)}
                  isStop={
                    row === stop &&
                    column === Math.max(productTokens.indexOf(chosen?.productToken ?? ''), 0)
                  }
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
