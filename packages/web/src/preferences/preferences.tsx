/** The usage preferences for a URL and a crawler. */
import { parseRobotsTxt } from '@repkit/core';
import { type Preference, type Preferences, preferences } from '@repkit/core/preferences';
import { useMemo } from 'preact/hooks';
import { DataTable } from '../controls/pane.js';
import { crawlerName, lineText } from '../messages/messages.js';
import { useMessages, usePage } from '../state/page.js';
import { fileDialect } from '../state/page-state.js';
import { crawlerOf } from '../worker/site.js';

/** What the file states about the chosen URL and crawler; one sentence if it states nothing. */
export function PreferencesSection() {
  const { state, messages } = usePage();
  const { preferences: texts, fill } = messages;
  const robotsTxt = state.robotsTxt.value;
  const dialect = fileDialect(state);
  const chosen = state.chosen.value;
  const file = useMemo(() => parseRobotsTxt(robotsTxt, { dialect }), [robotsTxt, dialect]);
  if (chosen === undefined) return null;
  const { url, productToken } = chosen;
  const stated = preferences(file, url, crawlerOf(productToken));
  const categories = [...categoriesOf(stated)].filter(([, { value }]) => value !== 'unstated');
  const crawler = crawlerName(messages, productToken);
  if (!stated.access.allowed && categories.length === 0) {
    return <p>{fill(texts.disallowed, { crawlers: crawler })}</p>;
  }
  if (categories.length === 0) {
    return (
      <p>
        {texts.noneStated} <code>{EXAMPLE_STATEMENT}</code>
      </p>
    );
  }
  return (
    <>
      <h3 id="preferences">{fill(texts.matrix, { crawler })}</h3>
      <DataTable labelledBy="preferences" columns={[texts.category, texts.stated]}>
        {categories.map(([category, preference]) => (
          <tr key={category}>
            <th scope="row">{category}</th>
            <Cell {...preference} />
          </tr>
        ))}
      </DataTable>
    </>
  );
}

const EXAMPLE_STATEMENT = 'Content-Signal: ai-train=no';

/** The categories of the mechanisms that a robots.txt can state, such as "Content-Signal: ai-train". */
function categoriesOf({ aipref, contentSignals }: Preferences): ReadonlyMap<string, Preference> {
  return new Map(
    [['Content-Signal', contentSignals.categories] as const, ['Content-Usage', aipref.categories] as const].flatMap(
      ([field, categories]) => Object.entries(categories).map(([name, value]) => [`${field}: ${name}`, value] as const),
    ),
  );
}

function Cell({ value, statements }: Preference) {
  const messages = useMessages();
  const source = statements.find((statement) => statement.value === value)?.source;
  return (
    <td class={`preference ${value}`}>
      {messages.preferences.value[value]}
      {source?.in === 'robots.txt' && <span class="line-number"> {lineText(messages, source.line)}</span>}
    </td>
  );
}
