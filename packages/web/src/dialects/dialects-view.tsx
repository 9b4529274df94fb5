/** The four dialects side by side: what each makes of the same file, for one crawler. */
import { useMemo, useState } from 'preact/hooks';
import { ChosenExplanation } from '../check/chosen-explanation.js';
import { readUrls } from '../check/urls.js';
import { useApp, useSelected } from '../state/app-context.js';
import { useSettled } from '../state/use-settled.js';
import { TokenChoice, useProductToken } from '../views/token-choice.js';
import { MoreUrls } from './more-urls.js';
import { DIALECT_NAMES, readingsOf, rowsOf } from './readings.js';
import { ReadingsTable } from './readings-table.js';

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
      <h2 class="as-read">{texts.asReadBy(messages.dialectName[explained])}</h2>
      {file && <ChosenExplanation file={file} isAsked={isAsked} hint={messages.check.choose} />}
    </>
  );
}
