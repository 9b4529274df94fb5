/** The four dialects side by side: their verdicts for one crawler, and more URLs on which they disagree. */

import type { DialectName } from '@repkit/core';
import { useMemo, useState } from 'preact/hooks';
import { useSearch } from '../analysis/latest-work.js';
import { ChosenExplanation } from '../check/explanation.js';
import { TokenChoice, useProductToken } from '../frame/choice.js';
import { Grid } from '../grid/grid.js';
import { useApp, useMessages, useSelected } from '../state/app-context.js';
import { commonOrigin, readUrls, withTargets } from '../state/url-lines.js';
import { useSettled } from '../state/use-settled.js';
import { DIALECT_NAMES, type ReadingsRow, readingsOf, rowsOf } from './readings.js';

export function DialectsView() {
  const { store, messages } = useApp();
  const { dialects: texts } = messages;
  const robotsTxt = useSettled(useSelected((state) => state.robotsTxt));
  const text = useSelected((state) => state.urls);
  const language = useSelected((state) => state.language);
  const pageDialect = useSelected((state) => state.dialect);
  const explained = useSelected((state) => state.explainedDialect) ?? pageDialect;
  const chosen = useSelected((state) => state.chosen);
  const productToken = useProductToken();
  const [onlyDiffering, setOnlyDiffering] = useState(false);
  const readings = useMemo(() => readingsOf(robotsTxt), [robotsTxt]);
  const urls = useMemo(() => readUrls(text).urls, [text]);
  const rows = useMemo(() => rowsOf(readings, urls, productToken), [readings, urls, productToken]);
  const differing = useMemo(() => rows.filter(({ differs }) => differs), [rows]);
  const file = readings[DIALECT_NAMES.indexOf(explained)]?.file;
  const isAsked = chosen?.productToken === productToken;
  const count = (number: number) => number.toLocaleString(language);
  return (
    <>
      <section class="pane" aria-label={texts.table}>
        <div class="table-tools">
          <TokenChoice />
          <label class="choice">
            <input
              type="checkbox"
              checked={onlyDiffering}
              onChange={({ currentTarget }) => setOnlyDiffering(currentTarget.checked)}
            />
            {texts.onlyDiffering}
          </label>
        </div>
        <ReadingsTable
          rows={onlyDiffering ? differing : rows}
          chosen={chosen && isAsked ? { url: chosen.url, dialect: explained } : undefined}
          onChoose={({ url, dialect }) =>
            store.change({ chosen: { url, productToken }, explainedDialect: dialect })
          }
        />
        <p class="table-foot" role="status">
          {texts.summary(count(differing.length), count(rows.length))}
        </p>
        <MoreUrls productToken={productToken} />
      </section>
      <h2 class="as-read">{texts.asReadBy(messages.specName[explained])}</h2>
      {file && <ChosenExplanation file={file} isAsked={isAsked} hint={messages.check.choose} />}
    </>
  );
}

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
  const origin = useMemo(() => commonOrigin(rows.map(({ url }) => url)), [rows]);
  const chosenRow = useMemo(
    () => rows.findIndex(({ url }) => url === chosen?.url),
    [rows, chosen?.url],
  );

  return (
    <Grid
      class="verdicts readings"
      label={texts.table}
      rows={rows}
      columns={DIALECT_NAMES.length}
      chosen={{
        row: chosenRow,
        column: chosen === undefined ? -1 : DIALECT_NAMES.indexOf(chosen.dialect),
      }}
      onChoose={({ row, column }) => {
        const [target, dialect] = [rows[row], DIALECT_NAMES[column]];
        if (target !== undefined && dialect !== undefined) onChoose({ url: target.url, dialect });
      }}
      startsAtTop={false}
      head={[
        <th key="url" scope="col">
          URL {origin && <span class="origin">{origin}</span>}
        </th>,
        ...DIALECT_NAMES.map((name) => (
          <th scope="col" key={name}>
            {messages.specName[name]}
          </th>
        )),
      ]}
      row={(row, cell) => {
        const { url, allowed, differs } = rows[row] as ReadingsRow;
        return (
          <tr key={url} class={differs ? 'differs' : ''} aria-rowindex={row + 2}>
            <th scope="row" title={url}>
              {differs && <span class="differs-sign">{texts.differs}</span>}
              {url.slice(origin.length)}
            </th>
            {DIALECT_NAMES.map((name, column) => (
              <td
                key={name}
                class={allowed[column] ? 'is-allowed' : 'is-disallowed'}
                {...cell(column)}
              >
                <span class="verdict">
                  {allowed[column] ? messages.allowed : messages.disallowed}
                </span>
              </td>
            ))}
          </tr>
        );
      }}
    />
  );
}

/** Named before the reader adds them. */
const NAMED_AT_ONCE = 4;

export function MoreUrls({ productToken }: { readonly productToken: string }) {
  const { store, messages } = useApp();
  const { dialects: texts } = messages;
  const robotsTxt = useSelected((state) => state.robotsTxt);
  const urls = useSelected((state) => state.urls);
  const found = useSearch({ kind: 'disagreements', robotsTxt, productToken });
  const witnesses = found === undefined || found === 'failed' ? [] : found.witnesses;
  const more = witnesses.filter(
    (witness) => withTargets(urls, [witness]) !== withTargets(urls, []),
  );
  return (
    <div class="more-urls">
      <p role="status">{sentence()}</p>
      {more.length > 0 && (
        <>
          <ul class="offered" aria-label={texts.offered}>
            {more.slice(0, NAMED_AT_ONCE).map((witness) => (
              <li key={witness}>
                <code>{witness}</code>
              </li>
            ))}
          </ul>
          <button
            type="button"
            class="button"
            onClick={() => store.change({ urls: withTargets(store.state.urls, more) })}
          >
            {texts.add(more.length)}
          </button>
        </>
      )}
    </div>
  );

  function sentence(): string {
    if (found === undefined) return texts.searching;
    if (found === 'failed') return messages.failed;
    if (more.length > 0) return texts.foundMore;
    if (witnesses.length > 0) return texts.allThere;
    return found.complete ? texts.proved : texts.undecided;
  }
}
