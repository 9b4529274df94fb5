/** The usage preferences for a URL and a crawler, and the page rules in pasted headers and meta elements. */
import { parseRobotsTxt } from '@repkit/core';
import {
  type MetaElement,
  type PageRuleEngineName,
  type Preference,
  type PreferenceSource,
  type Preferences,
  pageRuleEngines,
  pageRules,
  preferences,
} from '@repkit/core/preferences';
import { useMemo, useState } from 'preact/hooks';
import { DataTable } from '../controls/pane.js';
import { crawlerName, lineText } from '../messages/messages.js';
import { useMessages, usePage } from '../state/page.js';
import { fileDialect } from '../state/page-state.js';
import { crawlerOf } from '../worker/site.js';

/** Characters of pasted headers or HTML that are read. */
const MAX_PASTED = 100_000;

type Header = readonly [name: string, value: string];

/** For the chosen verdict. */
export function PreferencesSection() {
  const { preferences: texts } = useMessages();
  const [headerText, setHeaderText] = useState('');
  const [html, setHtml] = useState('');
  const headers = useMemo(() => readHeaders(headerText), [headerText]);
  const meta = useMemo(() => readMeta(html), [html]);
  return (
    <>
      <Stated headers={headers} />
      <h3 id="page-rules">{texts.page}</h3>
      <p class="hint">{texts.pageHelp}</p>
      {(
        [
          [texts.headers, 'X-Robots-Tag: noindex', headerText, setHeaderText],
          [texts.meta, '<meta name="robots" content="noindex">', html, setHtml],
        ] as const
      ).map(([label, placeholder, value, set]) => (
        <label class="stack" key={placeholder}>
          <span class="field-label">{label}</span>
          <textarea
            rows={3}
            spellcheck={false}
            placeholder={placeholder}
            value={value}
            onInput={({ currentTarget }) => set(currentTarget.value)}
          />
        </label>
      ))}
      {(headers.length > 0 || meta.length > 0) && <PageRuleTable headers={headers} meta={meta} />}
    </>
  );
}

/** What the file and the pasted headers state about the chosen URL and crawler; one sentence if they state nothing. */
function Stated({ headers }: { readonly headers: readonly Header[] }) {
  const { state, messages } = usePage();
  const { preferences: texts, fill } = messages;
  const robotsTxt = state.robotsTxt.value;
  const dialect = fileDialect(state);
  const chosen = state.chosen.value;
  const file = useMemo(() => parseRobotsTxt(robotsTxt, { dialect }), [robotsTxt, dialect]);
  if (chosen === undefined) return null;
  const { url, productToken } = chosen;
  const stated = preferences(file, url, crawlerOf(productToken), { headers });
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

/** The categories of the mechanisms that a robots.txt or header can state, such as "Content-Signal: ai-train". */
function categoriesOf({ aipref, contentSignals }: Preferences): ReadonlyMap<string, Preference> {
  return new Map(
    [['Content-Signal', contentSignals.categories] as const, ['Content-Usage', aipref.categories] as const].flatMap(
      ([field, categories]) => Object.entries(categories).map(([name, value]) => [`${field}: ${name}`, value] as const),
    ),
  );
}

function Cell({ value, statements }: Preference) {
  const messages = useMessages();
  const { preferences: texts, fill } = messages;
  const deciding = statements.find((statement) => statement.value === value);
  const sourceText = (source: PreferenceSource) =>
    source.in === 'robots.txt'
      ? lineText(messages, source.line)
      : source.in === 'header'
        ? fill(texts.header, { name: source.name })
        : source.in;
  return (
    <td class={`preference ${value}`}>
      {texts.value[value]}
      {deciding && <span class="line-number"> {sourceText(deciding.source)}</span>}
    </td>
  );
}

const ENGINES = Object.keys(pageRuleEngines) as PageRuleEngineName[];

interface PageRuleTableProps {
  readonly headers: readonly Header[];
  readonly meta: readonly MetaElement[];
}

function PageRuleTable({ headers, meta }: PageRuleTableProps) {
  const { preferences: texts } = useMessages();
  const yesOrNo = (isYes: boolean) => texts.value[isYes ? 'yes' : 'no'];
  const list = (items: readonly string[]) => items.slice(0, 20).join(', ') || texts.none;
  const now = Date.now();
  return (
    <DataTable labelledBy="page-rules" columns={[texts.engine, texts.index, texts.follow, texts.restrictions, texts.ignored]}>
      {ENGINES.map((engine) => {
        const rules = pageRules({ headers, meta }, { engine, now });
        return (
          <tr key={engine}>
            <th scope="row">{rules.engine}</th>
            <td class={`preference ${rules.index ? 'yes' : 'no'}`}>{yesOrNo(rules.index)}</td>
            <td class={`preference ${rules.follow ? 'yes' : 'no'}`}>{yesOrNo(rules.follow)}</td>
            <td>{list(rules.restrictions)}</td>
            <td>{list(rules.ignored.map(({ directive }) => directive.source.text))}</td>
          </tr>
        );
      })}
    </DataTable>
  );
}

/** Reads pasted "Name: value" lines. Skips other lines, such as the status line. */
export function readHeaders(text: string): Header[] {
  return text
    .slice(0, MAX_PASTED)
    .split(/\r\n?|\n/)
    .flatMap((line) => {
      const colon = line.indexOf(':');
      const name = line.slice(0, Math.max(colon, 0)).trim();
      return /^[\w!#$%&'*+.^`|~-]+$/.test(name) ? [[name, line.slice(colon + 1).trim()] as const] : [];
    });
}

/** Reads the meta elements of pasted HTML. A parsed document runs no scripts and loads nothing. */
export function readMeta(html: string): MetaElement[] {
  const page = new DOMParser().parseFromString(html.slice(0, MAX_PASTED), 'text/html');
  return [...page.querySelectorAll<HTMLMetaElement>('meta[name][content]')].map(({ name, content }) => ({ name, content }));
}
