/** A robots.txt as code for frameworks that generate it. */
import type { OtherRecord, RobotsTxt, RobotsTxtRecord } from '@repkit/core';

/** The frameworks by the names that `--format` takes. */
export const FRAMEWORKS = { next: 'Next.js', nuxt: '@nuxtjs/robots', astro: 'Astro' } as const;

/** Code, and what the framework cannot express: a field with its line. */
export interface FrameworkCode {
  readonly code: string;
  readonly omitted: readonly string[];
}

export function frameworkCode(framework: keyof typeof FRAMEWORKS, robotsTxt: RobotsTxt): FrameworkCode {
  return WRITERS[framework](robotsTxt);
}

const WRITERS = { next: nextCode, nuxt: nuxtCode, astro: astroCode } as const;

/** Fields with a member of their own. Next.js 16.3 or later takes those in groups from `other`. */
const NEXT_MEMBERS: readonly string[] = ['crawl-delay', 'host', 'sitemap'];

/** The return value of app/robots.ts, of the type `MetadataRoute.Robots`. */
function nextCode(robotsTxt: RobotsTxt): FrameworkCode {
  const rules = robotsTxt.groups.map((group) => {
    const crawlDelay = group.otherRecords
      .filter(({ field }) => field === 'crawl-delay')
      .map(({ value }) => Number.parseFloat(value))
      .find((seconds) => seconds >= 0);
    const other = group.otherRecords.filter(({ field }) => !NEXT_MEMBERS.includes(field));
    const byName = Map.groupBy(other, ({ name }) => name);
    return {
      ...groupData(group),
      ...(crawlDelay !== undefined && { crawlDelay }),
      ...(byName.size > 0 && { other: Object.fromEntries([...byName].map(namedValues)) }),
    };
  });
  const host = robotsTxt.otherRecords.find(({ field }) => field === 'host')?.value;
  const robots = {
    rules,
    ...(robotsTxt.sitemaps.length > 0 && { sitemap: oneOrMore(robotsTxt.sitemaps) }),
    ...(host !== undefined && { host }),
  };
  return {
    code: `import type { MetadataRoute } from 'next';

export default function robots(): MetadataRoute.Robots {
  return ${dataText(robots, '  ')};
}
`,
    omitted: omittedFrom(
      robotsTxt,
      ({ kind, field, groupIndex }) => NEXT_MEMBERS.includes(kind) || (field !== undefined && groupIndex !== undefined),
    ),
  };
}

const STAR = '*';
/** The members of a group by field. */
const NUXT_MEMBERS: Readonly<Record<string, string>> = {
  'content-usage': 'contentUsage',
  'content-signal': 'contentSignal',
  'clean-param': 'cleanParam',
};

/** The options of the module. */
function nuxtCode(robotsTxt: RobotsTxt): FrameworkCode {
  const groups = robotsTxt.groups.flatMap((group) => {
    const members = Object.entries(NUXT_MEMBERS).flatMap(([field, member]) => {
      const records = group.otherRecords.filter((record) => record.field === field);
      return records.length === 0 ? [] : [namedValues([member, records])];
    });
    const data = { ...groupData(group), ...Object.fromEntries(members) };
    const names = group.productTokens.filter((name) => name !== STAR);
    if (names.length === group.productTokens.length) return data;
    // Without a group of "*" alone, the module puts one above all others that allows everything.
    return [...(names.length === 0 ? [] : [{ ...data, userAgent: oneOrMore(names) }]), { ...data, userAgent: STAR }];
  });
  const robots = {
    groups,
    ...(robotsTxt.sitemaps.length > 0 && { sitemap: oneOrMore(robotsTxt.sitemaps) }),
  };
  return {
    code: `// In nuxt.config.ts: export default defineNuxtConfig({ modules: ['@nuxtjs/robots'], robots });
import type { ModuleOptions } from '@nuxtjs/robots';

export const robots: Partial<ModuleOptions> = ${dataText(robots, '')};
`,
    omitted: omittedFrom(
      robotsTxt,
      ({ kind, groupIndex }) => kind === 'sitemap' || (groupIndex !== undefined && NUXT_MEMBERS[kind] !== undefined),
    ),
  };
}

/** The endpoint src/pages/robots.txt.ts, which returns the file as it is. */
function astroCode({ text }: RobotsTxt): FrameworkCode {
  const lines = text.replace(/(?:\r\n|\r|\n)$/, '').split(/\r\n|\r|\n/);
  return {
    code: `import type { APIRoute } from 'astro';

const lines = ${dataText(lines, '')};

export const GET: APIRoute = () =>
  new Response(\`\${lines.join('\\n')}\\n\`, {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
`,
    omitted: [],
  };
}

function groupData({ productTokens, rules }: RobotsTxt['groups'][number]) {
  const patternsOf = (wanted: 'allow' | 'disallow') =>
    rules.filter(({ kind, usable }) => kind === wanted && usable).map(({ pattern }) => pattern);
  const [allow, disallow] = [patternsOf('allow'), patternsOf('disallow')];
  // A group without rules would merge with the next one, and empty ones are dropped.
  const isOpen = allow.length + disallow.length === 0;
  return {
    userAgent: oneOrMore(productTokens),
    ...((isOpen || allow.length > 0) && { allow: isOpen ? '/' : oneOrMore(allow) }),
    ...(disallow.length > 0 && { disallow: oneOrMore(disallow) }),
  };
}

function oneOrMore(texts: readonly string[]): string | readonly string[] {
  return texts.length === 1 ? texts[0] : texts;
}

function namedValues([name, records]: readonly [string, readonly OtherRecord[]]) {
  return [name, oneOrMore(records.map(({ value }) => value))] as const;
}

/** Names each kind of record once, with its first line. */
function omittedFrom(robotsTxt: RobotsTxt, isExpressed: (record: RobotsTxtRecord) => boolean): string[] {
  const omitted = new Map<string, string>();
  for (const record of robotsTxt.records) {
    const { kind, line, field } = record;
    const isKept = ['blank', 'user-agent', 'allow', 'disallow'].includes(kind);
    const name = kind === 'comment' ? 'comments' : (field?.text ?? 'other lines');
    if (!isKept && !isExpressed(record) && !omitted.has(name)) omitted.set(name, `${name} (line ${line})`);
  }
  return [...omitted.values()];
}

function dataText(data: object, indent: string): string {
  return JSON.stringify(data, null, 2)
    .replaceAll(/"(\w+)":/g, '$1:')
    .replaceAll('\n', `\n${indent}`);
}
