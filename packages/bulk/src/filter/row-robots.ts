/** The rules of rows that contain their own robots.txt. */
import { type Crawler, type RobotsFile, robotsFile } from '@repkit/core';
import type { BlockFilter, RulesFor } from './block-filter.js';
import { remembered } from './row-crawlers.js';
import { CrawlerRules, type RuleOverrides, type Rules } from './rules.js';

/** Bounds the parsed files in memory: total characters, including an overhead per file. */
const MAX_CHARACTERS = 16 * 1024 * 1024;
const OVERHEAD_CHARACTERS = 2048;

/** Returns the rules of each row by its robots.txt. Rows with the same one are fastest if they are adjacent. */
export function rowRobots({ bodyOf }: BlockFilter, overrides: RuleOverrides): RulesFor {
  const rulesFor = remembered((crawlers: readonly Crawler[]) => new CrawlerRules(crawlers, overrides));
  /** By their text as written, so that a repeated file is found before it is decoded. */
  let files = new Map<string, RobotsFile>();
  let characters = 0;
  const fileOf = (written: string): RobotsFile => {
    const known = files.get(written);
    if (known !== undefined) return known;
    characters += written.length + OVERHEAD_CHARACTERS;
    if (characters > MAX_CHARACTERS) {
      files = new Map();
      characters = written.length + OVERHEAD_CHARACTERS;
    }
    const file = robotsFile(bodyOf(written));
    // Copied, because a substring would keep its whole block in memory.
    files.set(Buffer.from(written, 'utf16le').toString('utf16le'), file);
    return file;
  };
  let latestWritten: string | undefined;
  let latestCrawlers: readonly Crawler[] = [];
  let latestRules: Rules = [];
  return ({ text }, crawlers) => {
    const robotsTxt = text?.robotsTxt ?? '';
    if (robotsTxt !== latestWritten || crawlers !== latestCrawlers) {
      latestRules = rulesFor(crawlers).ofFile(fileOf(robotsTxt));
      latestWritten = robotsTxt;
      latestCrawlers = crawlers;
    }
    return latestRules;
  };
}
