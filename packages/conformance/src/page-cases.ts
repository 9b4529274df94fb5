/**
 * Cases about usage preferences and page-level rules, which have no dialect rows and more than one result. No node:*
 * imports, because browsers run them too.
 */
import { type DialectName, dialects, parseRobotsTxt } from '@repkit/core';
import {
  aiprefDialect,
  type IgnoredPreference,
  type LinkElement,
  type MetaElement,
  type PageDirective,
  type PageRuleEngineName,
  type PolicyToken,
  type Preference,
  type PreferenceSource,
  pageRules,
  preferences,
  readRobotsHeader,
  readRobotsMeta,
  type TdmrepFile,
} from '@repkit/core/preferences';
import type { Failure } from './run.js';

/** The files with such cases. */
const PREFERENCE_FILES = ['aipref', 'content-signals', 'rsl-tdmrep'];
const PAGE_RULE_FILES = ['page-rules'];

export function isPageFile(name: string): boolean {
  return PREFERENCE_FILES.includes(name) || PAGE_RULE_FILES.includes(name);
}

/** The parts of a result that cases compare, by name. */
type Summary = Readonly<Record<string, unknown>>;

interface PageCase {
  readonly id: string;
  readonly clause: string;
  readonly note?: string;
  readonly headers?: [string, string][];
  readonly meta?: [string, string][];
  /** The expected parts; others are not compared. */
  readonly expected: Summary;
}

interface PreferenceCase extends PageCase {
  readonly body: string;
  readonly url?: string;
  readonly productToken?: string | string[];
  readonly dialect?: DialectName;
  /** Whether content-usage lines are rules. */
  readonly aipref?: boolean;
  readonly tdmrep?: TdmrepFile;
  readonly policyTokens?: PolicyToken[];
  readonly links?: LinkElement[];
}

interface PageRuleCase extends PageCase {
  readonly engine?: PageRuleEngineName;
  readonly crawler?: string | string[];
  readonly now?: string;
}

const COMMON_KEYS = ['id', 'clause', 'note', 'expected', 'headers', 'meta'];
const PREFERENCE_KEYS = new Set([
  ...COMMON_KEYS,
  ...['body', 'url', 'productToken', 'dialect', 'aipref', 'tdmrep', 'policyTokens', 'links'],
]);
const PAGE_RULE_KEYS = new Set([...COMMON_KEYS, 'engine', 'crawler', 'now']);

/**
 * Runs the cases of a file.
 *
 * @param name the file name without extension: every ID starts with it
 * @throws Error with one line `name.ndjson:line: message` per invalid line
 */
export function runPageFile(text: string, name: string): { count: number; failures: Failure[] } {
  const isPreferences = PREFERENCE_FILES.includes(name);
  const cases = parse(text, name, isPreferences ? PREFERENCE_KEYS : PAGE_RULE_KEYS);
  const failures = cases.flatMap((item): Failure[] => {
    const summary = isPreferences ? summarizePreferences(item as PreferenceCase) : summarizePageRules(item as PageRuleCase);
    const messages = Object.entries(item.expected).flatMap(([part, expected]) => {
      const [wanted, actual] = [expected, summary[part]].map(canonical);
      return wanted === actual ? [] : [`expected ${part} ${wanted}, found ${actual}`];
    });
    return messages.length === 0 ? [] : [{ id: item.id, message: messages.join('; ') }];
  });
  return { count: cases.length, failures };
}

function parse(text: string, name: string, keys: ReadonlySet<string>): PageCase[] {
  const ids = new Set<string>();
  const errors: string[] = [];
  const cases = text.split('\n').flatMap((line, index): PageCase[] => {
    if (line.trim() === '') return [];
    const item = JSON.parse(line) as PageCase;
    const unknownKey = Object.keys(item).find((key) => !keys.has(key));
    const problem =
      (unknownKey !== undefined && `unknown field ${unknownKey}`) ||
      (!/^[a-z0-9.-]+(\/[a-z0-9.-]+)+$/.test(item.id) && `${item.id} is not in kebab-case`) ||
      (!item.id.startsWith(`${name}/`) && `the id must start with ${name}/`) ||
      (ids.has(item.id) && `duplicate id ${item.id}`) ||
      (!item.clause && 'the clause is empty') ||
      (Object.keys(item.expected ?? {}).length === 0 && 'nothing is expected');
    if (problem) errors.push(`${name}.ndjson:${index + 1}: ${problem}`);
    ids.add(item.id);
    return [item];
  });
  if (errors.length > 0) throw new Error(errors.join('\n'));
  return cases;
}

/** Returns JSON with sorted keys. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, part: unknown) =>
      typeof part === 'object' && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
        : part,
    ) ?? 'nothing'
  );
}

function summarizePreferences(item: PreferenceCase): Summary {
  const { body, url = '/', productToken = 'ExampleBot', dialect = 'rfc9309', aipref } = item;
  const base = dialects[dialect];
  const robotsTxt = parseRobotsTxt(body, { dialect: aipref ? aiprefDialect(base) : base });
  const { headers, tdmrep, links, policyTokens = [] } = item;
  const result = preferences(robotsTxt, url, productToken, {
    headers,
    meta: metaOf(item),
    links,
    tdmrep,
    strictest: true,
    ...(policyTokens.length > 0 && { policyTokens }),
  });
  return {
    allowed: result.access.allowed,
    aipref: valuesOf(result.aipref.categories),
    aiprefFrom: placesOf(result.aipref.categories),
    aiprefIgnored: ignoredOf(result.aipref.ignored),
    signal: valuesOf(result.trainingSignal.categories),
    signalFrom: placesOf(result.trainingSignal.categories),
    signalStatus: result.trainingSignal.status,
    signals: valuesOf(result.contentSignals.categories),
    signalsFrom: placesOf(result.contentSignals.categories),
    signalsIgnored: ignoredOf(result.contentSignals.ignored),
    use: result.contentSignals.use?.value ?? null,
    licenses: result.rsl.licenses.map(({ url: license }) => license),
    licensesFrom: result.rsl.licenses.map(({ source }) => placeOf(source)),
    licensesIgnored: ignoredOf(result.rsl.ignored),
    tdm: result.tdmrep.categories.tdm.value,
    tdmFrom: result.tdmrep.categories.tdm.statements.map(({ source }) => placeOf(source)),
    tdmIgnored: ignoredOf(result.tdmrep.ignored),
    policy: result.tdmrep.policy ?? null,
    conflicts: result.conflicts.map(({ use }) => use),
    strictest: result.strictest?.values,
  };
}

/** Returns the stated values. */
function valuesOf(categories: Readonly<Record<string, Preference>>): Summary {
  const stated = Object.entries(categories).filter(([, { value }]) => value !== 'unstated');
  return Object.fromEntries(stated.map(([category, { value }]) => [category, value]));
}

function placesOf(categories: Readonly<Record<string, Preference>>): Summary {
  const stated = Object.entries(categories).filter(([, { value }]) => value !== 'unstated');
  return Object.fromEntries(
    stated.map(([category, { statements }]) => [category, statements.map(({ source }) => placeOf(source))]),
  );
}

/** Returns a line number, the index of a rule as `rule 0`, or the name of a header or element. */
function placeOf(source: PreferenceSource): number | string {
  if (source.in === 'robots.txt') return source.line;
  return source.in === 'tdmrep.json' ? `rule ${source.index}` : source.name;
}

function ignoredOf(ignored: readonly IgnoredPreference[]): string[] {
  return ignored.map(({ reason, text }) => `${reason}: ${text}`);
}

function metaOf({ meta = [] }: PageCase): MetaElement[] {
  return meta.map(([name, content]) => ({ name, content }));
}

function summarizePageRules({ headers = [], ...item }: PageRuleCase): Summary {
  const { engine, crawler, now } = item;
  const elements = metaOf(item);
  const rules = pageRules(
    { headers, meta: elements },
    {
      ...(engine !== undefined && { engine }),
      ...(crawler !== undefined && { crawler }),
      ...(now !== undefined && { now: Date.parse(now) }),
    },
  );
  const robotsHeaders = headers.filter(([name]) => name.toLowerCase() === 'x-robots-tag');
  const read = [...readRobotsHeader(robotsHeaders.map(([, value]) => value)), ...readRobotsMeta(elements)];
  const { unavailableAfter } = rules;
  return {
    maxImagePreview: null,
    ...rules,
    unavailableAfter: unavailableAfter === undefined ? null : new Date(unavailableAfter).toISOString(),
    read: read.map(describe),
    ignored: rules.ignored.map(({ reason, directive }) => `${reason}: ${describe(directive)}`),
    contradictions: rules.contradictions.map(
      ({ resolution, directives }) => `${resolution}: ${directives.map(({ name }) => name).join(', ')}`,
    ),
    from: rules.directives.map(({ source }) => `${source.in} ${source.index}`),
  };
}

function describe({ token, name, value }: PageDirective): string {
  return `${token === undefined ? '' : `${token}: `}${name}${value === undefined ? '' : `=${value}`}`;
}
