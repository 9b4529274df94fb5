/** What can be said about one robots.txt whoever asks, in one pass over its records. */
import { checkedWalk, type Diagnostic, knownCrawlers, lint, type RobotsTxt } from '@repkit/core';

export interface FileFacts {
  readonly groups: number;
  /** User-agent lines that name everyone. */
  readonly everyonesLines: number;
  readonly rules: number;
  readonly sitemaps: number;
  readonly hasCrawlDelay: boolean;
  /** Crawlers for language models that have a group, and those of them that may not fetch `/`. */
  readonly aiNamed: readonly string[];
  readonly aiBlocked: readonly string[];
  /** How often other records about such use stand in the file, by their field. */
  readonly aiRecords: ReadonlyMap<string, number>;
  readonly severities: Readonly<Record<Diagnostic['severity'], number>>;
  /** How often each code was found. */
  readonly codes: ReadonlyMap<string, number>;
  /** Targets made from the file's own rules on which other readings of it may differ. */
  readonly probes: readonly string[];
}

/** Of each kind: three in all, as each is asked about in every dialect. */
const MOST_SPECIAL = 2;
const MOST_ALLOWED = 1;
/** Longer ones cost more, and say no more. */
const LONGEST_PROBE = 256;

/** @param isLinted whether the meaning of the rules is looked at too, which takes about 150 times as long */
export function fileFacts(robotsTxt: RobotsTxt, isLinted: boolean): FileFacts {
  let groups = 0;
  let everyonesLines = 0;
  let rules = 0;
  let sitemaps = 0;
  let hasCrawlDelay = false;
  const aiNamed = new Set<string>();
  const aiRecords = new Map<string, number>();
  const special: string[] = [];
  const allowed: string[] = [];
  const severities = { error: 0, warning: 0, info: 0 };
  const codes = new Map<string, number>();
  const take = ({ severity, code }: Pick<Diagnostic, 'severity' | 'code'>): void => {
    severities[severity] += 1;
    count(codes, code);
  };
  const walk = checkedWalk(robotsTxt);
  while (walk.next()) {
    if (!isLinted) walk.found().forEach(take);
    const { kind } = walk;
    switch (kind) {
      case 'user-agent': {
        groups = Math.max(groups, (walk.groupIndex ?? -1) + 1);
        if (walk.value.startsWith('*')) everyonesLines += 1;
        const crawler = aiCrawlerNamed(walk.value);
        if (crawler !== undefined) aiNamed.add(crawler);
        break;
      }
      case 'allow':
      case 'disallow': {
        rules += 1;
        if (special.length < MOST_SPECIAL && SPECIAL.test(walk.value))
          addProbe(special, walk.value);
        else if (kind === 'allow' && allowed.length < MOST_ALLOWED) addProbe(allowed, walk.value);
        break;
      }
      case 'sitemap':
        sitemaps += 1;
        break;
      case 'crawl-delay':
        hasCrawlDelay = true;
        break;
      default:
        if (AI_RECORDS.has(kind)) count(aiRecords, kind);
    }
  }
  if (isLinted) lint(robotsTxt).forEach(take);
  const named = [...aiNamed].sort();
  return {
    groups,
    everyonesLines,
    rules,
    sitemaps,
    hasCrawlDelay,
    aiNamed: named,
    aiBlocked: named.filter((token) => !robotsTxt.isAllowed('/', token)),
    aiRecords,
    severities,
    codes,
    probes: [...special, ...allowed],
  };
}

/** What dialects read differently: wildcards, escapes, and bytes that want one. */
const SPECIAL = /[*$%]|[^\x21-\x7e]/;

/** A target that the path-pattern would match if all of it were plain text, and most of those that it matches otherwise. */
function addProbe(probes: string[], path: string): void {
  if (path.length > LONGEST_PROBE || !/^[/*]/.test(path)) return;
  const target = path.replaceAll('*', 'x').replace(/\$$/, '');
  probes.push(target.startsWith('/') ? target : `/${target}`);
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Files name them for the sake of models too: their copies are what models learn from, or their operators use other names today. */
const ALSO_NAMED = [
  'anthropic-ai',
  'CCBot',
  'Claude-Web',
  'Diffbot',
  'ImagesiftBot',
  'omgilibot',
  'PanguBot',
];

/** Their product tokens, as their operators publish them. */
export const AI_CRAWLERS: readonly string[] = knownCrawlers
  .filter(({ purpose }) => purpose.startsWith('ai-'))
  .map(({ name }) => name)
  .concat(ALSO_NAMED);

const BY_LOWER_CASE: ReadonlyMap<string, string> = new Map(
  AI_CRAWLERS.map((token) => [token.toLowerCase(), token]),
);

/** Other records that are about the use of pages by models, and not about fetching them. */
export const AI_RECORDS: ReadonlySet<string> = new Set([
  'content-signal',
  'content-usage',
  'license',
]);

const END_OF_TOKEN = /[\s/]/;

/** The crawler that a user-agent line names, in its usual spelling; undefined for all others. */
export function aiCrawlerNamed(value: string): string | undefined {
  const token = BY_LOWER_CASE.get(value.toLowerCase());
  if (token !== undefined) return token;
  const end = value.search(END_OF_TOKEN);
  return end === -1 ? undefined : BY_LOWER_CASE.get(value.slice(0, end).toLowerCase());
}
