/** The table of verdicts with its toolbar of one line. */
import { type DialectName, dialects } from '@repkit/core';
import { useMemo, useState } from 'preact/hooks';
import { Button } from '../controls/button.js';
import { Choice } from '../controls/choice.js';
import { deferred } from '../controls/deferred.js';
import { Panel } from '../controls/panel.js';
import { loadPart } from '../messages/load-part.js';
import { crawlerName } from '../messages/messages.js';
import { usePage } from '../state/page.js';
import { change } from '../state/page-state.js';
import { type CheckResult, DISALLOWED, UNREACHABLE } from '../worker/requests.js';
import { ChosenExplanation } from './explanation.js';
import { nextSorting, SHOWN, type Shown, type Sorting, selectRows, shownFor } from './rows.js';
import { VerdictTable } from './verdict-table.js';

const UrlField = deferred(() => import('./url-field.js'), 'UrlField');
const CrawlerPicker = deferred(() => import('./crawler-picker.js'), 'CrawlerPicker');

export function TablePane({ checked }: { readonly checked: CheckResult }) {
  const { state, messages, worker } = usePage();
  const { check: texts, fill } = messages;
  const traffic = state.traffic.value;
  const [chosen, setChosen] = useState<Shown>('all');
  const [filter, setFilter] = useState('');
  const [sorting, setSorting] = useState<Sorting>();
  const options = [
    ...SHOWN.filter((name) => traffic || name !== 'blocked-traffic').map((name): readonly [Shown, string] => [
      name,
      texts.showName[name],
    ]),
    ...checked.productTokens.map((token): readonly [Shown, string] => [
      shownFor(token),
      fill(texts.disallowedFor, { crawler: crawlerName(messages, token) }),
    ]),
  ];
  // Its crawler may be removed, and a new file has no requests.
  const shown = options.some(([name]) => name === chosen) ? chosen : 'all';
  const rows = useMemo(
    () => selectRows(checked, { shown, filter, sorting, traffic }),
    [checked, shown, filter, sorting, traffic],
  );

  const exportAs = async (format: 'csv' | 'json') => {
    const { exportTable } = await loadPart(() => import('./verdict-export.js'));
    const urls = Array.from(rows, (row) => checked.urls[row] ?? '');
    await exportTable(format, state, worker, urls, shown);
  };

  return (
    <section class="table-pane" aria-label={texts.verdicts}>
      <div class="table-tools row">
        <Panel
          label={
            <>
              {texts.urls} <span class="badge">{checked.urls.length.toLocaleString(messages.locale)}</span>
            </>
          }
        >
          <UrlField />
        </Panel>
        <Panel
          label={
            <>
              {texts.crawlers} <span class="badge">{state.productTokens.value.length}</span>
            </>
          }
        >
          <CrawlerPicker />
        </Panel>
        <CheckAs />
        <input
          type="search"
          aria-label={texts.filter}
          placeholder={texts.filter}
          value={filter}
          onInput={({ currentTarget }) => setFilter(currentTarget.value)}
        />
        <Choice label={texts.show} value={shown} options={options} onChange={setChosen} />
        <fieldset class="exports row">
          <legend class="sr-only">{texts.exportAs}</legend>
          <Button onClick={() => void exportAs('csv')}>CSV</Button>
          <Button onClick={() => void exportAs('json')}>JSON</Button>
        </fieldset>
      </div>
      <div class="table-row stack">
        <div class="stack">
          {checked.productTokens.length > 0 && checked.urls.length > 0 && (
            <VerdictTable
              checked={checked}
              rows={rows}
              sorting={sorting}
              traffic={traffic}
              onSort={(column) => setSorting(nextSorting(sorting, column))}
            />
          )}
          <p class="hint table-foot" role="status">
            {footText(checked, rows.length)}
          </p>
        </div>
        <ChosenExplanation />
      </div>
    </section>
  );

  function footText({ urls, invalidUrls, productTokens, outcomes }: CheckResult, count: number): string {
    const [first] = invalidUrls;
    const skipped = first === undefined ? [] : [fill(texts.invalidUrls, { count: invalidUrls.length, first })];
    if (productTokens.length === 0) return [texts.noCrawler, ...skipped].join(' ');
    if (urls.length === 0) return [texts.noUrl, ...skipped].join(' ');
    if (count === 0) return texts.none;
    if (count < urls.length) return fill(texts.shown, { shown: count, count: urls.length });
    const verdicts = outcomes.includes(UNREACHABLE)
      ? messages.unreachable
      : fill(texts.disallowedCount, {
          count: outcomes.filter((code) => code === DISALLOWED).length,
        });
    const summary = fill(texts.summary, {
      urls: fill(texts.urlCount, { count: urls.length }),
      verdicts,
    });
    const source = state.urlSource.value;
    return [summary, ...(source === 'rules' ? [texts.urlsFrom.rules] : []), ...skipped].join(' · ');
  }
}

const dialectNames = Object.keys(dialects) as DialectName[];

/** The dialect to check all crawlers under. */
function CheckAs() {
  const { state, messages } = usePage();
  const dialect = state.dialect.value;
  return (
    <Choice
      label={messages.dialect}
      value={dialect ?? 'documented'}
      options={[['documented', messages.documented], ...dialectNames.map((name) => [name, messages.specName[name]] as const)]}
      onChange={(name) => change(state, { dialect: name === 'documented' ? undefined : name })}
    />
  );
}
