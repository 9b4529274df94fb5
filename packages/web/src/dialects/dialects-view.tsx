/** The Dialects view: verdicts of all dialects for one crawler, and more URLs on which they disagree. */

import type { DialectName } from '@repkit/core';
import { useMemo, useState } from 'preact/hooks';
import { useSearch } from '../analysis/latest-work.js';
import { crawlerOf } from '../check/crawlers.js';
import { ChosenExplanation, NotGovernedHint } from '../check/explanation.js';
import { TokenChoice, useProductToken } from '../controls/choice.js';
import { ViewHead } from '../controls/view-head.js';
import { Grid } from '../grid/grid.js';
import { UrlHead } from '../grid/url-head.js';
import { useDialectsTexts } from '../messages/dialects-texts.js';
import { useApp, useMessages, useSelected } from '../state/app-context.js';
import { commonOrigin, readUrls, withTargets } from '../state/url-lines.js';
import { useSettled } from '../state/use-settled.js';
import {
  DIALECT_NAMES,
  type DialectFile,
  type DialectRow,
  parseInAllDialects,
  rowsOf,
} from './by-dialect.js';

export function DialectsView() {
  const { store, messages } = useApp();
  const texts = useDialectsTexts();
  const robotsTxt = useSettled(useSelected((state) => state.robotsTxt));
  const text = useSelected((state) => state.urls);
  const language = useSelected((state) => state.language);
  const pageDialect = useSelected((state) => state.dialect);
  const explained = useSelected((state) => state.explainedDialect) ?? pageDialect;
  const chosen = useSelected((state) => state.chosen);
  const productToken = useProductToken();
  const [onlyDiffering, setOnlyDiffering] = useState(false);
  const files = useMemo(() => parseInAllDialects(robotsTxt), [robotsTxt]);
  const urls = useMemo(() => readUrls(text).urls, [text]);
  const rows = useMemo(
    () => rowsOf(files, urls, crawlerOf(productToken)),
    [files, urls, productToken],
  );
  const differing = useMemo(() => rows.filter(({ differs }) => differs), [rows]);
  const file = files[DIALECT_NAMES.indexOf(explained)]?.file;
  const isListed = chosen?.productToken === productToken;
  const count = (number: number) => number.toLocaleString(language);
  return (
    <>
      <ViewHead help={texts.help} />
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
        {file && <NotGovernedHint file={file} productToken={productToken} />}
        <DialectTable
          rows={onlyDiffering ? differing : rows}
          chosen={chosen && isListed ? { url: chosen.url, dialect: explained } : undefined}
          onChoose={({ url, dialect }) =>
            store.change({ chosen: { url, productToken }, explainedDialect: dialect })
          }
        />
        <p class="table-foot" role="status">
          {texts.summary(count(differing.length), count(rows.length))}
        </p>
        <MoreUrls files={files} productToken={productToken} />
      </section>
      {file && (
        <ChosenExplanation
          file={file}
          urls={urls}
          productTokens={[productToken]}
          hint={messages.check.choose}
        />
      )}
    </>
  );
}

export interface DialectChoice {
  readonly url: string;
  readonly dialect: DialectName;
}

export interface DialectTableProps {
  readonly rows: readonly DialectRow[];
  readonly chosen: DialectChoice | undefined;
  readonly onChoose: (choice: DialectChoice) => void;
}

export function DialectTable({ rows, chosen, onChoose }: DialectTableProps) {
  const messages = useMessages();
  const texts = useDialectsTexts();
  const origin = useMemo(() => commonOrigin(rows.map(({ url }) => url)), [rows]);
  const chosenRow = useMemo(
    () => rows.findIndex(({ url }) => url === chosen?.url),
    [rows, chosen?.url],
  );

  return (
    <Grid
      class="verdicts by-dialect"
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
          URL <span class="head-about">{origin}</span>
        </th>,
        ...DIALECT_NAMES.map((name) => (
          <th scope="col" key={name}>
            {messages.specName[name]}
          </th>
        )),
      ]}
      row={(row, cell) => {
        const { url, allowed, differs } = rows[row] as DialectRow;
        return (
          <tr key={url} class={differs ? 'differs' : ''} aria-rowindex={row + 2}>
            <UrlHead url={url} origin={origin}>
              {differs && <span class="differs-sign">{texts.differs}</span>}
            </UrlHead>
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

/** Number of suggested URLs shown before they are added. */
const SHOWN_SUGGESTIONS = 4;

export interface MoreUrlsProps {
  readonly files: readonly DialectFile[];
  readonly productToken: string;
}

export function MoreUrls({ files, productToken }: MoreUrlsProps) {
  const { store, messages } = useApp();
  const texts = useDialectsTexts();
  const robotsTxt = useSelected((state) => state.robotsTxt);
  const urls = useSelected((state) => state.urls);
  const crawler = crawlerOf(productToken);
  // The search takes a token, so it gets that of the group that the crawler follows.
  const searched = useMemo(() => {
    const verdict = files[0]?.file.explain('/', crawler);
    return verdict?.group?.productToken ?? productToken;
  }, [files, crawler]);
  const found = useSearch({ kind: 'disagreements', robotsTxt, productToken: searched });
  const witnesses = useMemo(() => {
    if (found === undefined || found === 'failed') return [];
    // A crawler that ignores "*" is not affected by the disagreements about that group.
    const rows = rowsOf(files, found.witnesses, crawler);
    return rows.flatMap(({ url, differs }) => (differs ? [url] : []));
  }, [found, files, crawler]);
  const more = witnesses.filter(
    (witness) => withTargets(urls, [witness]) !== withTargets(urls, []),
  );
  return (
    <div class="more-urls">
      <p role="status">{sentence()}</p>
      {more.length > 0 && (
        <>
          <ul class="offered" aria-label={texts.offered}>
            {more.slice(0, SHOWN_SUGGESTIONS).map((witness) => (
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
    if (witnesses.length > 0) return texts.allListed;
    return found.complete ? texts.proved : texts.undecided;
  }
}
