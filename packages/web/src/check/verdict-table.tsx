/** The table of verdicts: URLs by crawlers. */
import { useMemo } from 'preact/hooks';
import { type CellProps, Grid } from '../controls/grid.js';
import { lineText, type Messages } from '../messages/messages.js';
import { usePage } from '../state/page.js';
import { commonOrigin } from '../state/url-lines.js';
import { type CheckResult, DISALLOWED, OUTCOMES, type Traffic, UNREACHABLE } from '../worker/requests.js';
import { ALL_OTHERS, verdictWords } from './crawlers.js';
import type { Column, Sorting } from './rows.js';
import { requestsFor } from './traffic.js';

export interface VerdictTableProps {
  readonly checked: CheckResult;
  /** Indexes of the rows to show, in order. */
  readonly rows: Uint32Array;
  readonly sorting: Sorting | undefined;
  readonly traffic: Traffic | undefined;
  readonly onSort: (column: Column) => void;
}

export function VerdictTable(props: VerdictTableProps) {
  const { checked, rows, sorting, traffic, onSort } = props;
  const { state, messages } = usePage();
  const { check: texts, fill, locale } = messages;
  const chosen = state.chosen.value;
  const { urls, productTokens, outcomes, lines } = checked;
  const origin = useMemo(() => commonOrigin(urls), [urls]);
  const chosenRow = useMemo(() => rows.findIndex((number) => urls[number] === chosen?.url), [rows, urls, chosen?.url]);

  // The head contains the origin.
  const longest = useMemo(
    () => urls.reduce((most, url) => Math.max(most, url.length - origin.length), origin.length),
    [urls, origin],
  );
  /** Undefined while the file is unreachable. */
  const blockedCounts = useMemo(
    () =>
      productTokens.map((_, column) => {
        let count = 0;
        for (let at = column; at < outcomes.length; at += productTokens.length) {
          if (outcomes[at] === UNREACHABLE) return undefined;
          if (outcomes[at] === DISALLOWED) count++;
        }
        return count;
      }),
    [productTokens, outcomes],
  );

  const words = useMemo(() => productTokens.map((token) => verdictWords(messages, token)), [messages, productTokens]);

  const head = (column: Column, text: string, about: string) => {
    const order = sorting?.column === column ? orderOf(sorting) : undefined;
    return (
      <th scope="col" aria-sort={order}>
        <button type="button" class="cut" title={fill(texts.sortBy, { column: text })} onClick={() => onSort(column)}>
          <strong class="cut">
            {text}
            <span class="sort-mark" aria-hidden="true">
              {order && MARKS[order]}
            </span>
          </strong>
          <span class="line-number cut" title={about}>
            {about}
          </span>
        </button>
      </th>
    );
  };

  return (
    <Grid
      class={traffic ? 'verdicts with-requests' : 'verdicts'}
      urlWidth={longest}
      label={texts.verdicts}
      rows={rows}
      columns={productTokens.length}
      chosen={{ row: chosenRow, column: productTokens.indexOf(chosen?.productToken ?? '') }}
      onChoose={({ row, column }) => {
        const [url, productToken] = [urls[rows[row] ?? -1], productTokens[column]];
        if (url === undefined || productToken === undefined) return;
        state.chosen.value = { url, productToken };
      }}
      head={[
        head('url', 'URL', origin),
        traffic && head('requests', texts.requests, ''),
        ...productTokens.map((token, column) => {
          const count = blockedCounts[column];
          return head(
            column,
            token === ALL_OTHERS ? messages.answer.audience.others : token,
            count === undefined ? messages.unreachable : fill(texts.columnCount, { count }),
          );
        }),
      ]}
      row={(row, cell) => {
        const number = rows[row] ?? 0;
        const url = urls[number] ?? '';
        return (
          <tr key={row} aria-rowindex={row + 2}>
            <UrlHead url={url} origin={origin} />
            {traffic && <td class="requests cut">{requestsFor(traffic, url).toLocaleString(locale)}</td>}
            {productTokens.map((productToken, column) => {
              const at = number * productTokens.length + column;
              return (
                <VerdictCell
                  key={productToken}
                  messages={messages}
                  words={words[column] ?? messages}
                  outcome={OUTCOMES[outcomes[at] ?? 0] ?? 'disallowed'}
                  line={lines[at] ?? 0}
                  cell={cell(column)}
                />
              );
            })}
          </tr>
        );
      }}
    />
  );
}

/** After the name of a sorted column. */
const MARKS = { ascending: ' ↑', descending: ' ↓' } as const;

function orderOf({ descending }: Sorting): keyof typeof MARKS {
  return descending ? 'descending' : 'ascending';
}

/** Characters at the end of a long URL that stay visible if it does not fit. */
const END = 10;
/** Shorter ones are cut at the end. */
const MIN_SPLIT = 24;

/** The first cell of a row: the URL without the origin that all rows share, which may be an empty string. */
export function UrlHead({ url, origin }: { readonly url: string; readonly origin: string }) {
  const shown = url.slice(origin.length);
  return (
    <th scope="row" class="cut" title={url}>
      <span class="path">
        {shown.length < MIN_SPLIT ? (
          <span class="path-start cut">{shown}</span>
        ) : (
          <>
            <span class="sr-only">{shown}</span>
            <span class="path-start cut" aria-hidden="true">
              {shown.slice(0, -END)}
            </span>
            <span class="path-end" aria-hidden="true">
              {shown.slice(-END)}
            </span>
          </>
        )}
      </span>
    </th>
  );
}

export interface VerdictCellProps {
  readonly messages: Messages;
  /** Those of its crawler. */
  readonly words: Pick<Messages, (typeof OUTCOMES)[number]>;
  readonly outcome: (typeof OUTCOMES)[number];
  /** The line of the deciding rule; 0 if no rule decides. */
  readonly line: number;
  readonly cell: CellProps;
}

export function VerdictCell({ messages, words, outcome, line, cell }: VerdictCellProps) {
  const lineWords = line > 0 && lineText(messages, line);
  return (
    <td class={`cut is-${outcome}`} {...cell}>
      <div class="cell">
        <span class="verdict cut">
          <span class="verdict-word">{words[outcome]}</span>
        </span>
        {lineWords && (
          <span class="verdict-line line-number" title={lineWords}>
            <span class="sr-only">{lineWords}</span>
            <span aria-hidden="true">{line}</span>
          </span>
        )}
      </div>
    </td>
  );
}
