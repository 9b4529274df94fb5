/** The Check view: a table of URLs by crawlers, and the explanation of one verdict. */
import { crawlerProfile } from '@repkit/core/crawlers';
import { useMemo, useState } from 'preact/hooks';
import { Button } from '../controls/button.js';
import { Choice } from '../controls/choice.js';
import { FailedText } from '../controls/pane.js';
import { countOf } from '../editor/findings.js';
import { loadPart } from '../messages/load-part.js';
import { crawlerName } from '../messages/messages.js';
import { usePage } from '../state/page.js';
import { isBlocked } from '../state/page-state.js';
import { type CheckResult, DISALLOWED, NOT_GOVERNED, UNREACHABLE } from '../worker/requests.js';
import { CrawlerPicker } from './crawler-picker.js';
import { ChosenExplanation } from './explanation.js';
import { nextSorting, SHOWN, type Shown, type Sorting, selectRows } from './rows.js';
import { UrlField } from './url-field.js';
import { VerdictTable } from './verdict-table.js';

export function CheckView() {
  const { state, messages, worker } = usePage();
  const { check: texts, fill } = messages;
  const result = state.checked.value;
  const checked = result === 'failed' ? undefined : result;
  const traffic = state.traffic.value;
  const [shown, setShown] = useState<Shown>('all');
  const [filter, setFilter] = useState('');
  const [sorting, setSorting] = useState<Sorting>();
  const rows = useMemo(
    () => checked && selectRows(checked, { shown, filter, sorting, traffic }),
    [checked, shown, filter, sorting, traffic],
  );
  const blockedBy = isBlocked(state) ? state.blockedBy.value : undefined;
  const noFile = state.noFile.value;
  const emptyText =
    noFile?.status === undefined
      ? texts.emptyFile
      : fill(texts.noFile, { url: noFile.url, status: noFile.status });
  const blockedText =
    blockedBy === undefined ? undefined : fill(texts.blockedBy, { url: blockedBy });

  const exportAs = async (format: 'csv' | 'json') => {
    const { exportTable } = await loadPart(() => import('./verdict-export.js'));
    const urls = Array.from(rows ?? [], (row) => checked?.urls[row] ?? '');
    await exportTable(format, state, worker, urls);
  };

  return (
    <>
      <h2 class="summary">
        <span role="status">
          {blockedText ??
            (state.robotsTxt.value.trim() === ''
              ? emptyText
              : checked?.productTokens.length === 0
                ? texts.noCrawler
                : checked && <Summary checked={checked} />)}
        </span>
      </h2>
      <div class="pane inputs">
        <UrlField invalidUrls={checked?.invalidUrls ?? []} />
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
        {checked && rows && (
          <>
            {checked.productTokens.length > 0 && (
              <VerdictTable
                checked={checked}
                rows={rows}
                sorting={sorting}
                traffic={traffic}
                onSort={(column) => setSorting(nextSorting(sorting, column))}
              />
            )}
            <p class="hint inset table-foot" role="status">
              {rows.length === checked.urls.length
                ? fill(texts.summary, {
                    urls: fill(texts.urlCount, { count: checked.urls.length }),
                    verdicts: checked.outcomes.includes(UNREACHABLE)
                      ? messages.unreachable
                      : fill(texts.disallowedCount, {
                          count: checked.outcomes.filter((code) => code === DISALLOWED).length,
                        }),
                  })
                : rows.length === 0
                  ? texts.none
                  : fill(texts.shown, { shown: rows.length, count: checked.urls.length })}
            </p>
          </>
        )}
      </section>
      <ChosenExplanation hint={blockedText ?? texts.choose} />
    </>
  );
}

/** The verdicts of the first crawler and the number of problems, such as "Googlebot: 2 of 9 URLs blocked · 1 warning". */
function Summary({ checked }: { readonly checked: CheckResult }) {
  const { state, messages } = usePage();
  const { check: texts, findings: findingTexts, fill } = messages;
  const findings = state.findings.value;
  const { urls, productTokens, outcomes } = checked;
  const [token] = productTokens;
  if (token === undefined) return null;
  const column = urls.map((_, row) => outcomes[row * productTokens.length]);
  const crawler = crawlerName(messages, token);
  const governs = crawlerProfile(token)?.governs;
  const values = {
    crawler,
    blocked: column.filter((code) => code === DISALLOWED).length,
    count: urls.length,
    governs: governs ?? '',
  };
  const diagnostics = typeof findings === 'object' ? findings.diagnostics : [];
  const [errors, warnings, notes] = (['error', 'warning', 'info'] as const).map((severity) =>
    countOf(diagnostics, severity),
  );
  return (
    <>
      {[
        column.includes(NOT_GOVERNED)
          ? `${crawler}: ${messages['not-governed']}`
          : fill(governs === undefined ? texts.blocked : texts.blockedUse, values),
        errors && fill(findingTexts.errors, { count: errors }),
        warnings && fill(findingTexts.warnings, { count: warnings }),
        notes && fill(findingTexts.notes, { count: notes }),
      ]
        .filter(Boolean)
        .join(' · ')}
    </>
  );
}
