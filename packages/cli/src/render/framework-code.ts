/** A robots.txt as code for frameworks that generate it. */
import type { OtherRecord, RobotsTxt, RobotsTxtRecord } from '@repkit/core';
import { type DiagnosticCode, lineDiagnostics } from '@repkit/core/analysis';
import { crawlerProfile } from '@repkit/core/crawlers';

type Group = RobotsTxt['groups'][number];

/** Code, and what the framework cannot express: a field with its first line. */
export interface FrameworkCode {
  readonly code: string;
  readonly omitted: readonly string[];
}

/** A member with the values of a field; undefined values are left out. */
type Member = readonly [name: string, dataFrom: (values: readonly string[]) => unknown];

/** How a framework states a robots.txt as data. */
interface Framework {
  /** For messages. */
  readonly title: string;
  /** The member with the groups. */
  readonly groups: string;
  /** Members of a group by field. */
  readonly ofGroup: Readonly<Record<string, Member>>;
  /** The member of a group for its other fields by name; undefined if it cannot have them. */
  readonly others: string | undefined;
  /** Members for the whole file by field. */
  readonly ofFile: Readonly<Record<string, Member>>;
  /** Whether `*` must not share a group with other names. */
  readonly isolatesStar: boolean;
  codeOf(data: object): string;
}

/** As in core: a delay of hundreds of digits would be infinite. */
const LONGEST_DELAY = 2 ** 31;

/** The return value of app/robots.ts, of the type `MetadataRoute.Robots`. Next.js takes `other` from 16.3. */
const NEXT: Framework = {
  title: 'Next.js',
  groups: 'rules',
  ofGroup: {
    'crawl-delay': [
      'crawlDelay',
      (values) => values.map((value) => Math.min(Number.parseFloat(value), LONGEST_DELAY)).find((seconds) => seconds >= 0),
    ],
  },
  others: 'other',
  ofFile: { sitemap: ['sitemap', oneOrMore], host: ['host', ([first]) => first] },
  isolatesStar: false,
  codeOf: (data) => `import type { MetadataRoute } from 'next';

export default function robots(): MetadataRoute.Robots {
  return ${dataText(data, '  ')};
}
`,
};

/** The options of the module. Without a group of `*` alone, it puts one above all others that allows everything. */
const NUXT: Framework = {
  title: '@nuxtjs/robots',
  groups: 'groups',
  ofGroup: {
    'content-usage': ['contentUsage', oneOrMore],
    'content-signal': ['contentSignal', oneOrMore],
    'clean-param': ['cleanParam', oneOrMore],
  },
  others: undefined,
  ofFile: { sitemap: ['sitemap', oneOrMore] },
  isolatesStar: true,
  codeOf: (data) => `// In nuxt.config.ts: export default defineNuxtConfig({ modules: ['@nuxtjs/robots'], robots });
import type { ModuleOptions } from '@nuxtjs/robots';

export const robots: Partial<ModuleOptions> = ${dataText(data, '')};
`,
};

/** The frameworks by the names that `--format` takes. Astro is not among them: it serves public/robots.txt. */
export const FRAMEWORKS = { next: NEXT, nuxt: NUXT } as const;

export function frameworkCode(framework: Framework, robotsTxt: RobotsTxt): FrameworkCode {
  // Rules of a group without a name would join the group above.
  const groups = robotsTxt.groups.filter(({ productTokens }) => productTokens.length > 0);
  const data = {
    [framework.groups]: groups.flatMap((group) => groupsData(group, framework)),
    ...membersOf(robotsTxt.otherRecords, framework.ofFile),
  };
  return { code: framework.codeOf(data), omitted: omittedFrom(robotsTxt, groups, framework) };
}

const STAR = '*';

function groupsData({ productTokens, rules, otherRecords }: Group, framework: Framework): object[] {
  const { ofGroup, others, ofFile, isolatesStar } = framework;
  const patternsOf = (wanted: 'allow' | 'disallow') =>
    oneOrMore(rules.flatMap(({ kind, usable, pattern }) => (kind === wanted && usable ? pattern : [])));
  const [allow, disallow] = [patternsOf('allow'), patternsOf('disallow')];
  const further = otherRecords.filter(({ field }) => !Object.hasOwn({ ...ofGroup, ...ofFile }, field));
  const byName = Map.groupBy(further, ({ name }) => name);
  const members = {
    // A group without rules would merge with the next one, and empty ones are dropped.
    allow: allow ?? (disallow === undefined ? '/' : undefined),
    disallow,
    ...membersOf(otherRecords, ofGroup),
    ...(others !== undefined && byName.size > 0 && { [others]: Object.fromEntries([...byName].map(namedValues)) }),
  };
  const isShared = isolatesStar && productTokens.includes(STAR) && productTokens.length > 1;
  const names = isShared ? [productTokens.filter((name) => name !== STAR), [STAR]] : [productTokens];
  const written = (token: string) => crawlerProfile(token)?.fullName ?? token;
  return names.map((tokens) => ({ userAgent: oneOrMore(tokens.map(written)), ...members }));
}

function membersOf(records: readonly OtherRecord[], members: Framework['ofGroup']): object {
  return Object.fromEntries(
    Object.entries(members).map(([field, [name, dataFrom]]) => {
      const values = records.flatMap((record) => (record.field === field ? record.value : []));
      return [name, dataFrom(values)];
    }),
  );
}

function namedValues([name, records]: readonly [string, readonly OtherRecord[]]) {
  return [name, oneOrMore(records.map(({ value }) => value))] as const;
}

function oneOrMore(texts: readonly string[]): string | readonly string[] | undefined {
  return texts.length > 1 ? texts : texts[0];
}

/** What only some crawlers read, and the code states correctly for all: the name of a record with such a diagnostic. */
const CORRECTED = new Map<DiagnosticCode, (field: string) => string>([
  ['misspelt-field', (field) => `the spelling ${field}`],
  ['missing-colon', () => 'lines without a colon'],
]);

/**
 * Names each kind of record once, with its first line. Rules without a path state nothing. A blank line in a group ends it for
 * Yandex's robots.
 */
function omittedFrom(robotsTxt: RobotsTxt, groups: readonly Group[], { ofGroup, others, ofFile }: Framework): string[] {
  const isOfFile = ({ field }: OtherRecord) => Object.hasOwn(ofFile, field);
  const isOfGroup = ({ field }: OtherRecord) => others !== undefined || Object.hasOwn(ofGroup, field);
  const inGroups = groups.flatMap(({ userAgentRecords, rules, otherRecords }) => [
    ...[...userAgentRecords, ...rules.filter(({ usable, pattern }) => usable || pattern === '')],
    ...otherRecords.filter(isOfGroup),
  ]);
  const stated = new Set([...inGroups, ...robotsTxt.otherRecords.filter(isOfFile)].map(({ line }) => line));
  const omitted = new Map<string, string>();
  const omit = (name: string, line: number) => {
    if (!omitted.has(name)) omitted.set(name, `${name} (line ${line})`);
  };
  for (const { code, span } of lineDiagnostics(robotsTxt)) {
    const nameOf = CORRECTED.get(code);
    const { field } = robotsTxt.records[span.line - 1];
    if (nameOf !== undefined && field !== undefined) omit(nameOf(field.text), span.line);
  }
  /** The first blank line of a group. */
  let blank: RobotsTxtRecord | undefined;
  for (const record of robotsTxt.records) {
    const { kind, field, line, groupIndex } = record;
    if (kind === 'blank') {
      if (blank?.groupIndex !== groupIndex) blank = record;
      continue;
    }
    const isRule = kind === 'allow' || kind === 'disallow';
    if (isRule && groupIndex !== undefined && blank?.groupIndex === groupIndex) omit('blank lines in groups', blank.line);
    if (!stated.has(line)) omit(kind === 'comment' ? 'comments' : (field?.text ?? 'other lines'), line);
  }
  return [...omitted.values()];
}

function dataText(data: object, indent: string): string {
  return JSON.stringify(data, null, 2)
    .replaceAll(/"(\w+)":/g, '$1:')
    .replaceAll('\n', `\n${indent}`);
}
