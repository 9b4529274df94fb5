/** The Preferences view: usage preferences per crawler and category, and the page rules in pasted headers and meta elements. */
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
import { Choice } from '../controls/choice.js';
import { DataTable, Pane } from '../controls/pane.js';
import { ViewHead } from '../controls/view-head.js';
import { crawlerName, lineText } from '../messages/messages.js';
import { useMessages, usePage } from '../state/page.js';
import { fileDialect } from '../state/page-state.js';
import { crawlerOf } from '../worker/site.js';
import { readUrls } from '../worker/urls.js';

/** URLs offered in the list, and crawlers shown as columns. */
const MAX_URLS = 200;
const MAX_CRAWLERS = 20;
/** Characters of pasted headers or HTML that are read. */
const MAX_PASTED = 100_000;

type Header = readonly [name: string, value: string];

export function PreferencesView() {
  const { preferences: texts } = useMessages();
  const [headerText, setHeaderText] = useState('');
  const [html, setHtml] = useState('');
  const headers = useMemo(() => readHeaders(headerText), [headerText]);
  const meta = useMemo(() => readMeta(html), [html]);
  return (
    <>
      <ViewHead help={texts.help} />
      <Matrix headers={headers} />
      <Pane id="page-rules" title={texts.page} isLandmark={false}>
        <p class="hint inset">{texts.pageHelp}</p>
        <div class="pasted-fields inset">
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
        </div>
        {(headers.length > 0 || meta.length > 0) && <PageRuleTable headers={headers} meta={meta} />}
      </Pane>
    </>
  );
}

function Matrix({ headers }: { readonly headers: readonly Header[] }) {
  const { state, messages } = usePage();
  const { preferences: texts, fill } = messages;
  const robotsTxt = state.robotsTxt.value;
  const dialect = fileDialect(state);
  const urlText = state.urls.value;
  const chosen = state.chosen.value;
  const tokens = state.productTokens.value.slice(0, MAX_CRAWLERS);
  const urls = useMemo(() => readUrls(urlText).urls.slice(0, MAX_URLS), [urlText]);
  const [picked, setPicked] = useState(chosen?.url);
  const url = picked !== undefined && urls.includes(picked) ? picked : urls[0];
  const file = useMemo(() => parseRobotsTxt(robotsTxt, { dialect }), [robotsTxt, dialect]);
  if (url === undefined) return <p class="hint inset">{texts.noUrls}</p>;
  const columns = tokens.map((token) => {
    const stated = preferences(file, url, crawlerOf(token), { headers });
    return { token, isAllowed: stated.access.allowed, categories: categoriesOf(stated) };
  });
  const blocked = columns.filter(({ isAllowed }) => !isAllowed);
  const names = new Set(columns.flatMap(({ categories }) => [...categories.keys()]));
  return (
    <Pane id="preferences-matrix" title={texts.matrix} isLandmark={false}>
      <div class="preferences-url inset">
        <Choice
          label={texts.url}
          value={url}
          options={urls.map((text) => [text, text])}
          onChange={setPicked}
        />
      </div>
      <DataTable
        labelledBy="preferences-matrix"
        columns={[texts.category, ...columns.map(({ token }) => crawlerName(messages, token))]}
      >
        {[...names].map((category) => (
          <tr key={category}>
            <th scope="row">{category}</th>
            {columns.map(({ token, categories }) => (
              <Cell key={token} preference={categories.get(category)} />
            ))}
          </tr>
        ))}
      </DataTable>
      <p class="hint inset" role="status">
        {blocked.length > 0
          ? fill(texts.disallowed, {
              crawlers: blocked.map(({ token }) => crawlerName(messages, token)).join(', '),
            })
          : columns.every(({ categories }) =>
              [...categories.values()].every(({ value }) => value === 'unstated'),
            ) && texts.noneStated}
      </p>
    </Pane>
  );
}

/** The categories of the mechanisms that a robots.txt or header can state, such as "Content-Signal: ai-train". */
function categoriesOf({ aipref, contentSignals }: Preferences): ReadonlyMap<string, Preference> {
  return new Map(
    [
      ['Content-Signal', contentSignals.categories] as const,
      ['Content-Usage', aipref.categories] as const,
    ].flatMap(([field, categories]) =>
      Object.entries(categories).map(([name, value]) => [`${field}: ${name}`, value] as const),
    ),
  );
}

function Cell({ preference }: { readonly preference: Preference | undefined }) {
  const messages = useMessages();
  const { preferences: texts, fill } = messages;
  const { value = 'unstated', statements = [] } = preference ?? {};
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
    <DataTable
      labelledBy="page-rules"
      columns={[texts.engine, texts.index, texts.follow, texts.restrictions, texts.ignored]}
    >
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
      return /^[\w!#$%&'*+.^`|~-]+$/.test(name)
        ? [[name, line.slice(colon + 1).trim()] as const]
        : [];
    });
}

/** Reads the meta elements of pasted HTML. A parsed document runs no scripts and loads nothing. */
export function readMeta(html: string): MetaElement[] {
  const page = new DOMParser().parseFromString(html.slice(0, MAX_PASTED), 'text/html');
  return [...page.querySelectorAll<HTMLMetaElement>('meta[name][content]')].map(
    ({ name, content }) => ({ name, content }),
  );
}
