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
  crawlerProfile,
  crawlersFor,
  currentNames,
  knownCrawlers,
  purposeNames,
} from '@repkit/core/crawlers';
import type { Io } from '../program/io.js';
import { type Arguments, correction, type OptionSpec, type OptionSpecs } from './arguments.js';
import { AGENT_OPTION, productTokensOption } from './checked-values.js';

/** A product token or a known crawler. */
export type NamedCrawler = string | CrawlerProfile;

const crawler: OptionSpec = {
  value: 'CRAWLER',
  repeatable: true,
  description:
    'Known crawler, such as Applebot, checked as its operator documents; or a purpose, for all its crawlers: ' +
    `${purposeNames.join(', ')}. Separate several with commas. Repeatable. repkit crawlers lists them.`,
};

/** For commands that check "*" by default. */
export const CRAWLER_OPTIONS: OptionSpecs = { agent: AGENT_OPTION, crawler };

/** For commands that check all product tokens by default. */
export const ALL_CRAWLER_OPTIONS: OptionSpecs = {
  agent: {
    ...AGENT_OPTION,
    description: 'Product token of a crawler, such as GPTBot (default: all that robots.txt names, and "*"). Repeatable.',
  },
  crawler,
};

/** Returns the values of `--agent` and `--crawler` without duplicates; undefined if neither is given. */
export function crawlersOption(args: Arguments): readonly NamedCrawler[] | undefined {
  const tokens = productTokensOption(args);
  if (!args.has('crawler')) return tokens;
  const profiles = args.list('crawler').flatMap(profilesNamed);
  return [...(tokens ?? []), ...new Set(profiles)];
}

/** Throws an InputError for an unknown name. */
function profilesNamed(name: string): readonly CrawlerProfile[] {
  const profiles = crawlersFor(name);
  if (profiles.length > 0) return profiles;
  throw new InputError(`Unknown crawler "${name}". ${hintFor(name)}`);
}

function hintFor(name: string): string {
  const current = currentNames(name);
  if (current.length > 0) return `No crawler has this name today; use ${current.join(' or ')}.`;
  const names = [...purposeNames, ...knownCrawlers.map((crawler) => crawler.name)];
  const otherwise = 'For other crawlers, use --agent TOKEN. repkit crawlers lists the known ones.';
  return correction(name, names, otherwise);
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
    throw new InputError(`robots.txt does not govern ${ungoverned.join(', ')}. Name another crawler.`);
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
export function warnOfOtherBehavior(crawlers: readonly Crawler[], io: Pick<Io, 'report'>, files?: readonly RobotsTxt[]): void {
  for (const token of crawlers) {
    const profile = typeof token === 'string' ? crawlerProfile(token) : undefined;
    if (profile === undefined) continue;
    const { productTokens, fallsBackToStar } = profile;
    if (isGoverned(profile) && fallsBackToStar && productTokens.length === 1) continue;
    const groupIn = (file: RobotsTxt, crawler: NamedCrawler) => matcherFor(file, crawler).group?.productToken;
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
export function stepText({ name, step = 'no-group' }: AppliedProfile, group: Verdict['group']): string {
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
