/** The Check view: a table of URLs by crawlers, and the explanation of one verdict. */
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { VerdictsResult } from '../analysis/analyze.js';
import { analysis, type Failed } from '../analysis/latest-work.js';
import { NOT_GOVERNED } from '../analysis/verdict-code.js';
import { Button } from '../controls/button.js';
import { Choice } from '../controls/choice.js';
import { FailedText } from '../controls/pane.js';
import { loadPart } from '../messages/load-part.js';
import { crawlerName } from '../messages/messages.js';
import { useMessages, useSelected } from '../state/app-context.js';
import { isBlocked } from '../state/app-state.js';
import { accessOf } from '../state/url-lines.js';
import { useSettled } from '../state/use-settled.js';
import { CrawlerPicker } from './crawler-picker.js';
import { crawlerOf } from './crawlers.js';
import { ChosenExplanation } from './explanation.js';
import { nextSorting, SHOWN, type Shown, type Sorting, selectRows } from './rows.js';
import { UrlField } from './url-field.js';
import { VerdictTable } from './verdict-table.js';

export function CheckView() {
  const { check: texts } = useMessages();
  const robotsTxt = useSettled(useSelected((state) => state.robotsTxt));
  const dialect = useSelected((state) => state.dialect);
  const language = useSelected((state) => state.language);
  const blockedBy = useSelected((state) => (isBlocked(state) ? state.blockedBy : undefined));
  const result = useVerdicts(robotsTxt);
  const verdicts = result === 'failed' ? undefined : result;
  const [shown, setShown] = useState<Shown>('all');
  const [filter, setFilter] = useState('');
  const [sorting, setSorting] = useState<Sorting>();
  const access = useMemo(
    () => accessOf(robotsTxt, blockedBy !== undefined),
    [robotsTxt, blockedBy],
  );
  const traffic = useSelected((state) => state.traffic);
  const rows = useMemo(
    () => verdicts && selectRows(verdicts, { shown, filter, sorting, traffic }),
    [verdicts, shown, filter, sorting, traffic],
  );
  const count = (number: number) => number.toLocaleString(language);
  const disallowed =
    verdicts?.allowed.reduce((sum, allowed) => sum + (allowed === 0 ? 1 : 0), 0) ?? 0;
  const exportAs = async (format: 'csv' | 'json') => {
    const { download, exportedVerdicts, toCsv, toJson } = await loadPart(
      () => import('./verdict-export.js'),
    );
    const urls = Array.from(rows ?? [], (row) => verdicts?.urls[row] ?? '');
    const tokens = verdicts?.productTokens ?? [];
    const exported = exportedVerdicts(access, urls, tokens, { dialect, traffic });
    if (format === 'csv') download('verdicts.csv', 'text/csv', toCsv(exported));
    else download('verdicts.json', 'application/json', toJson(exported));
  };

  return (
    <>
      <h2 class="summary">
        <span role="status">
          {blockedBy !== undefined
            ? texts.blockedBy(blockedBy)
            : robotsTxt.trim() === ''
              ? texts.emptyFile
              : verdicts?.productTokens.length === 0
                ? texts.noCrawler
                : verdicts && <Summary verdicts={verdicts} />}
        </span>
      </h2>
      <div class="pane inputs">
        <UrlField invalidUrls={verdicts?.invalidUrls ?? []} />
        <CrawlerPicker />
      </div>
      <section class="pane" aria-label={texts.verdicts}>
        <div class="table-tools row">
          <input
            type="search"
            aria-label={texts.filter}
            placeholder={texts.filter}
            value={filter}
            onInput={({ currentTarget }) => setFilter(currentTarget.value)}
          />
          <Choice
            label={texts.show}
            value={shown}
            options={SHOWN.filter((name) => traffic || name !== 'blocked-traffic').map((name) => [
              name,
              texts.showName[name],
            ])}
            onChange={setShown}
          />
          <fieldset class="exports row">
            <legend class="sr-only">{texts.exportAs}</legend>
            <Button onClick={() => void exportAs('csv')}>CSV</Button>
            <Button onClick={() => void exportAs('json')}>JSON</Button>
          </fieldset>
        </div>
        {result === 'failed' && <FailedText />}
        {verdicts && rows && (
          <>
            {verdicts.productTokens.length > 0 && (
              <VerdictTable
                {...{ access, verdicts, rows, sorting, traffic }}
                onSort={(column) => setSorting(nextSorting(sorting, column))}
              />
            )}
            <p class="hint inset table-foot" role="status">
              {rows.length === verdicts.urls.length
                ? texts.summary(count(verdicts.urls.length), count(disallowed))
                : rows.length === 0
                  ? texts.none
                  : texts.shown(count(rows.length), count(verdicts.urls.length))}
            </p>
          </>
        )}
      </section>
      <ChosenExplanation
        access={access}
        urls={verdicts?.urls}
        productTokens={verdicts?.productTokens}
        hint={blockedBy === undefined ? texts.choose : texts.blockedBy(blockedBy)}
      />
    </>
  );
}

/** The verdicts of the first crawler and the number of problems, such as "Googlebot: 2 of 9 URLs blocked · 1 warning". */
function Summary({ verdicts }: { readonly verdicts: VerdictsResult }) {
  const messages = useMessages();
  const { check: texts, findings } = messages;
  const language = useSelected((state) => state.language);
  const counts = useSelected((state) => state.findingCounts);
  const { urls, productTokens, allowed } = verdicts;
  const [token] = productTokens;
  if (token === undefined) return null;
  const column = urls.map((_, row) => allowed[row * productTokens.length] ?? 0);
  const isGoverned = column.every((verdict) => verdict < NOT_GOVERNED);
  const blocked = column.filter((verdict) => verdict === 0).length;
  const count = (number: number) => number.toLocaleString(language);
  const crawler = crawlerOf(token);
  const governs = typeof crawler === 'object' ? crawler.governs : undefined;
  const counted = [crawlerName(messages, token), count(blocked), count(urls.length)] as const;
  const verdict =
    governs === undefined ? texts.blocked(...counted) : texts.blockedUse(...counted, governs);
  return (
    <>
      {[
        isGoverned ? verdict : `${crawlerName(messages, token)}: ${messages['not-governed']}`,
        counts?.error && findings.errors(counts.error),
        counts?.warning && findings.warnings(counts.warning),
        counts?.info && findings.notes(counts.info),
      ]
        .filter(Boolean)
        .join(' · ')}
    </>
  );
}

/** Returns the latest verdicts; undefined before the first result. */
export function useVerdicts(robotsTxt: string): VerdictsResult | Failed | undefined {
  const dialect = useSelected((state) => state.dialect);
  const urls = useSelected((state) => state.urls);
  const productTokens = useSelected((state) => state.productTokens);
  const blocked = useSelected(isBlocked);
  const [result, setResult] = useState<VerdictsResult | Failed>();
  const [work] = useState(() => analysis<'verdicts'>(setResult));
  useEffect(() => () => work.close(), [work]);
  // A layout effect starts the work before the browser paints, which is slow with 10,000 URLs.
  useLayoutEffect(() => {
    work.request({
      kind: 'verdicts',
      robotsTxt,
      dialect,
      urls,
      productTokens,
      isBlocked: blocked,
    });
  }, [work, robotsTxt, dialect, urls, productTokens, blocked]);
  return result;
}
