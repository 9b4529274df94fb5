/** The robots.txt of the latest requests. All requests about one text share a file, which is parsed once per dialect. */
import { type Access, type RobotsFile, robotsFile } from '@repkit/core';
import { type CrawlerProfile, crawlerProfile } from '@repkit/core/crawlers';

let latest: { readonly text: string; readonly file: RobotsFile } = {
  text: '',
  file: robotsFile(''),
};

export function fileOf(robotsTxt: string): RobotsFile {
  if (latest.text !== robotsTxt) latest = { text: robotsTxt, file: robotsFile(robotsTxt) };
  return latest.file;
}

/** Returns what a site permits: its file, or nothing while the file is unreachable. */
export function accessOf(robotsTxt: string, isBlocked = false): Access {
  return isBlocked ? { kind: 'unreachable' } : { kind: 'file', file: fileOf(robotsTxt) };
}

/** Returns the profile of a known crawler; any other product token stays as it is. */
export function crawlerOf(token: string): CrawlerProfile | string {
  return crawlerProfile(token) ?? token;
}
