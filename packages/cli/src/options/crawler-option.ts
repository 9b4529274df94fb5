/** `--crawler`: known crawlers, which are checked as their operators document them. */
import { InputError } from '@repkit/bulk';
import {
  type AppliedProfile,
  type Crawler,
  crawlerName,
  isGoverned,
  matcherFor,
  type RobotsTxt,
  type Verdict,
} from '@repkit/core';
import {
  type CrawlerProfile,
  type CrawlerPurpose,
  crawlerProfile,
  knownCrawlers,
} from '@repkit/core/crawlers';
import type { Io } from '../program/io.js';
import { type Arguments, correction, type OptionSpec, type OptionSpecs } from './arguments.js';
import { AGENT_OPTION, productTokensOption } from './checked-values.js';

/** A product token or a known crawler. */
export type NamedCrawler = string | CrawlerProfile;

/** Names that stand for all crawlers of some purposes. */
const PURPOSES: Readonly<Record<string, readonly CrawlerPurpose[] | undefined>> = {
  ai: ['ai-training', 'ai-search', 'ai-user'],
  'ai-training': ['ai-training'],
  'ai-search': ['ai-search'],
  'ai-user': ['ai-user'],
  search: ['search'],
  seo: ['seo'],
};
const ALL = 'all';

const crawler: OptionSpec = {
  value: 'CRAWLER',
  repeatable: true,
  description:
    'Known crawler, such as Applebot, checked as its operator documents; or a group of them: ai, ' +
    'ai-training, ai-search, ai-user, search, seo or all. Repeatable. repkit crawlers lists them.',
};

/** For commands that check "*" by default. */
export const CRAWLER_OPTIONS: OptionSpecs = { agent: AGENT_OPTION, crawler };

/** For commands that check all product tokens by default. */
export const ALL_CRAWLER_OPTIONS: OptionSpecs = {
  agent: {
    ...AGENT_OPTION,
    description:
      'Product token of a crawler, such as GPTBot (default: all that robots.txt names, and "*"). Repeatable.',
  },
  crawler,
};

/** Returns the values of `--agent` and `--crawler` without duplicates; undefined if neither is given. */
export function crawlersOption(args: Arguments): readonly NamedCrawler[] | undefined {
  const tokens = productTokensOption(args);
  if (!args.has('crawler')) return tokens;
  const profiles = args.values('crawler').flatMap(profilesNamed);
  return [...(tokens ?? []), ...new Set(profiles)];
}

/** Throws an InputError for an unknown name. */
function profilesNamed(name: string): readonly CrawlerProfile[] {
  const profiles = crawlersNamed(name);
  if (profiles !== undefined) return profiles;
  const names = [...Object.keys(PURPOSES), ALL, ...knownCrawlers.map((crawler) => crawler.name)];
  const otherwise = 'For other crawlers, use --agent TOKEN. repkit crawlers lists the known ones.';
  const hint = correction(name, names, otherwise);
  throw new InputError(`Unknown crawler "${name}". ${hint}`);
}

/** Whether a name stands for all crawlers of some purposes. */
export function isGroupName(name: string): boolean {
  const word = name.toLowerCase();
  return word === ALL || Object.hasOwn(PURPOSES, word);
}

/** Returns the known crawler of a name, or those that it stands for; undefined for any other name. */
export function crawlersNamed(name: string): readonly CrawlerProfile[] | undefined {
  if (isGroupName(name)) {
    const wanted = PURPOSES[name.toLowerCase()];
    if (wanted === undefined) return knownCrawlers;
    return knownCrawlers.filter(({ purposes }) =>
      purposes.some((purpose) => wanted.includes(purpose)),
    );
  }
  const profile = crawlerProfile(name);
  return profile && [profile];
}

/**
 * Returns the crawlers that robots.txt governs; undefined if none was given. Reports the others on standard error. Throws
 * an InputError if none is left.
 */
export function governedCrawlers(args: Arguments, io: Io): readonly NamedCrawler[] | undefined {
  const crawlers = crawlersOption(args);
  if (crawlers === undefined) return undefined;
  const governed = crawlers.filter(isGoverned);
  const ungoverned = crawlers.filter((crawler) => !isGoverned(crawler)).map(crawlerName);
  if (governed.length === 0) {
    throw new InputError(
      `robots.txt does not govern ${ungoverned.join(', ')}. Name another crawler.`,
    );
  }
  if (ungoverned.length > 0) {
    const verb = ungoverned.length === 1 ? 'is' : 'are';
    io.report(`${ungoverned.join(', ')} ${verb} not governed by robots.txt; skipped.`);
  }
  return governed;
}

/**
 * Warns once per product token whose crawler documents behavior that differs from RFC 9309. With files, only if it follows
 * another group in one of them.
 */
export function warnOfOtherBehavior(
  crawlers: readonly Crawler[],
  io: Pick<Io, 'report'>,
  files?: readonly RobotsTxt[],
): void {
  for (const token of crawlers) {
    const profile = typeof token === 'string' ? crawlerProfile(token) : undefined;
    if (profile === undefined) continue;
    const { productTokens, fallsBackToStar } = profile;
    if (isGoverned(profile) && fallsBackToStar && productTokens.length === 1) continue;
    const groupIn = (file: RobotsTxt, crawler: NamedCrawler) =>
      matcherFor(file, crawler).group?.productToken;
    const isSame = files?.every((file) => groupIn(file, profile) === groupIn(file, profile.name));
    if (isGoverned(profile) && isSame) continue;
    warnOf(profile, 'documents other behavior', io);
  }
}

/** Warns that a crawler behaves differently from what RFC 9309 says about its product token. */
export function warnOf({ name }: CrawlerProfile, difference: string, io: Pick<Io, 'report'>): void {
  io.report(
    `--agent ${name} checks only the product token, but ${name} ${difference}. Use --crawler ${name} to check what it does.`,
  );
}

/** Describes how a crawler came to its group, as a clause. */
export function stepText(
  { name, step = 'no-group' }: AppliedProfile,
  group: Verdict['group'],
): string {
  const texts = {
    'own-group': `${name} follows its own group`,
    'fallback-group': `${name} follows the ${group?.productToken} group, because no group names ${name}`,
    'star-group': `${name} follows the * group, because no group names it`,
    'star-ignored': `${name} ignores the * group, and no group names it`,
    'no-group': `no group names ${name} or *`,
  };
  return texts[step];
}

/** Describes why robots.txt does not govern a crawler, as a clause. */
export function notGovernedText({ name, obeysRobotsTxt }: CrawlerProfile): string {
  return obeysRobotsTxt === 'user-triggered'
    ? `${name} fetches pages for users and may ignore robots.txt`
    : `${name} does not apply robots.txt`;
}

/** Describes what a group for a control token decides, as a clause; undefined for a crawler. */
export function controlText(crawler: NamedCrawler): string | undefined {
  if (typeof crawler === 'string' || crawler.governs === undefined) return undefined;
  return `${crawler.name} sends no requests; its rules decide about ${crawler.governs}`;
}
