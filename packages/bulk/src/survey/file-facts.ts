/** Facts about a robots.txt that do not depend on the product token, collected in one pass over its records. */
import { type Crawler, crawlerName, productTokensOf, type RobotsTxt } from '@repkit/core';
import { type Diagnostic, lineDiagnostics, lint } from '@repkit/core/analysis';
import { type CrawlerProfile, crawlerProfile, knownCrawlers } from '@repkit/core/crawlers';

export interface FileFacts {
  readonly groups: number;
  readonly rules: number;
  readonly sitemaps: number;
  readonly hasCrawlDelay: boolean;
  /** AI crawlers that have a group, and those of them that may not fetch `/`. */
  readonly aiNamed: readonly string[];
  readonly aiBlocked: readonly string[];
  /** Number of AI crawlers that may not fetch `/`, whether the file names them or not. */
  readonly aiDisallowed: number;
  /** Number of records about use by AI, by field. */
  readonly aiRecords: ReadonlyMap<string, number>;
  readonly severities: Readonly<Record<Diagnostic['severity'], number>>;
  /** Number of diagnostics by code. */
  readonly codes: ReadonlyMap<string, number>;
  /** Targets derived from the rules, on which dialects may disagree. */
  readonly probes: readonly string[];
}

/** Probes of each kind. Few, because each is checked under every dialect. */
const MAX_SPECIAL = 2;
const MAX_ALLOWED = 1;
const MAX_PROBE_LENGTH = 256;

/**
 * @param isLinted whether to run the full lint, which takes about 9 times as long
 * @param isOpen whether the file lets a crawler fetch `/`, in the dialect of that crawler
 */
export function fileFacts(robotsTxt: RobotsTxt, isLinted: boolean, isOpen: (crawler: Crawler) => boolean): FileFacts {
  let groups = 0;
  let rules = 0;
  let sitemaps = 0;
  let hasCrawlDelay = false;
  const aiNamed = new Set<string>();
  const perhapsNamed = new Set<Crawler>();
  const aiRecords = new Map<string, number>();
  const special: string[] = [];
  const allowed: string[] = [];
  const severities = { error: 0, warning: 0, info: 0 };
  const codes = new Map<string, number>();
  const walk = robotsTxt.walk();
  while (walk.next()) {
    const { kind } = walk;
    switch (kind) {
      case 'user-agent': {
        groups = Math.max(groups, (walk.groupIndex ?? -1) + 1);
        const crawler = aiCrawlerNamed(walk.value);
        if (crawler !== undefined) aiNamed.add(crawler);
        for (const one of BY_LETTERS.get(lettersOf(walk.value)) ?? []) perhapsNamed.add(one);
        break;
      }
      case 'allow':
      case 'disallow': {
        rules += 1;
        if (special.length < MAX_SPECIAL && SPECIAL.test(walk.value)) addProbe(special, walk.value);
        else if (kind === 'allow' && allowed.length < MAX_ALLOWED) addProbe(allowed, walk.value);
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
  for (const { severity, code } of (isLinted ? lint : lineDiagnostics)(robotsTxt)) {
    severities[severity] += 1;
    count(codes, code);
  }
  const named = [...aiNamed].sort();
  return {
    groups,
    rules,
    sitemaps,
    hasCrawlDelay,
    aiNamed: named,
    aiBlocked: named.filter((token) => !isOpen(crawlerProfile(token) ?? token)),
    aiDisallowed: countDisallowed(perhapsNamed, isOpen),
    aiRecords,
    severities,
    codes,
    probes: [...special, ...allowed],
  };
}

/** Characters that dialects interpret differently: wildcards, escapes, and bytes that need an escape. */
const SPECIAL = /[*$%]|[^\x21-\x7e]/;

/** Adds a target that the pattern matches both literally and, in most cases, with wildcards. */
function addProbe(probes: string[], path: string): void {
  if (path.length > MAX_PROBE_LENGTH || !/^[/*]/.test(path)) return;
  const target = path.replaceAll('*', 'x').replace(/\$$/, '');
  probes.push(target.startsWith('/') ? target : `/${target}`);
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Former names, and crawlers that public lists of AI crawlers name, although their operators document other purposes. */
const OTHER_AI_CRAWLERS = ['anthropic-ai', 'Claude-Web', 'Diffbot', 'ImagesiftBot', 'omgilibot'];

/** Search engines that also train models do not count: sites that block them have another reason. */
const isAiCrawler = ({ purposes }: CrawlerProfile) =>
  !purposes.includes('search') && purposes.some((purpose) => purpose.startsWith('ai-'));

const AI_PROFILES: readonly (CrawlerProfile | string)[] = [
  ...knownCrawlers.filter(isAiCrawler),
  ...OTHER_AI_CRAWLERS.map((token) => crawlerProfile(token) ?? token),
];

/** Product tokens in their published spelling. */
export const AI_CRAWLERS: readonly string[] = AI_PROFILES.map(crawlerName);

/** Returns the letters before any other character, in lower case: equal for a token and a line that names it. */
function lettersOf(text: string): string {
  return text.slice(0, /[a-z]*/i.exec(text)?.[0].length).toLowerCase();
}

const BY_LETTERS = new Map<string, Crawler[]>();
for (const crawler of AI_PROFILES) {
  for (const letters of new Set(productTokensOf(crawler).map(lettersOf))) {
    BY_LETTERS.set(letters, [...(BY_LETTERS.get(letters) ?? []), crawler]);
  }
}

/** Crawlers that interpret a file alike: those that no group names have the same verdict, mostly that of the group of `*`. */
const ALIKE: readonly (readonly Crawler[])[] = [
  ...Map.groupBy(AI_PROFILES, (crawler) =>
    typeof crawler === 'string' ? '' : `${crawler.dialect} ${crawler.fallsBackToStar}`,
  ).values(),
];

function countDisallowed(perhapsNamed: ReadonlySet<Crawler>, isOpen: (crawler: Crawler) => boolean): number {
  const unnamed = ALIKE.map((crawlers) => crawlers.filter((crawler) => !perhapsNamed.has(crawler)));
  return [...[...perhapsNamed].map((crawler) => [crawler]), ...unnamed]
    .filter(([crawler]) => crawler !== undefined && !isOpen(crawler))
    .reduce((count, crawlers) => count + crawlers.length, 0);
}

const BY_LOWER_CASE: ReadonlyMap<string, string> = new Map(AI_CRAWLERS.map((token) => [token.toLowerCase(), token]));

/** Records about the use of content by AI, as opposed to its crawling. */
export const AI_RECORDS: ReadonlySet<string> = new Set(['content-signal', 'content-usage', 'license']);

const TOKEN = /^[\w.-]+/;

/** Returns the AI crawler that a user-agent line names, in its published spelling. */
export function aiCrawlerNamed(value: string): string | undefined {
  const [token = ''] = TOKEN.exec(value) ?? [];
  return BY_LOWER_CASE.get(token.toLowerCase());
}
