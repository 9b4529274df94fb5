/** Text that users paste or open: a list of URLs, one per line, or a robots.txt. */
import { type Access, parseRobotsTxt, robotsFile } from '@repkit/core';
import type { AppState } from './app-state.js';

/** Any origin works: the host does not affect verdicts. */
const ORIGIN = 'https://example.com';

/** Adds a line for each target that the text lacks. `//a` is a path here, not a host. */
export function withTargets(text: string, targets: readonly string[]): string {
  const lines = new Set(text.split(/\r\n?|\n/).map((line) => line.trim()));
  const added = targets
    .map((target) => (target.startsWith('//') ? ORIGIN + target : target))
    .filter((target, at, all) => !lines.has(target) && all.indexOf(target) === at);
  const begin = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  return begin + added.map((target) => `${target}\n`).join('');
}

/**
 * Returns the distinct URLs of a text in order, valid in every dialect, and the lines that are not URLs. Ignores blank lines
 * and surrounding white space.
 */
export function readUrls(text: string) {
  const urls = new Set<string>();
  const invalidUrls: string[] = [];
  for (const line of text.split(/\r\n?|\n/)) {
    const url = line.trim();
    if (url === '') continue;
    if (isValidCheck(url)) urls.add(url);
    else invalidUrls.push(url);
  }
  return { urls: [...urls], invalidUrls };
}

const ORIGIN_OF_URL = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(?=[/?#])/i;

/** Returns the origin that all URLs share, or an empty string. */
export function commonOrigin([first = '', ...others]: readonly string[]): string {
  const origin = ORIGIN_OF_URL.exec(first)?.[0] ?? '';
  return others.every((url) => ORIGIN_OF_URL.exec(url)?.[0] === origin) ? origin : '';
}

/** In the strictest dialect: a URL that is valid here is valid in all dialects. */
const NO_RULES = parseRobotsTxt('');

/** Whether core accepts the URL and product token; it throws for invalid ones. */
export function isValidCheck(url: string, productToken = '*'): boolean {
  try {
    return NO_RULES.isAllowed(url, productToken);
  } catch {
    return false;
  }
}

/** Finds a field that only a robots.txt has. */
export const FIELD = /^[ \t]*(?:user-agent|(?:dis)?allow|sitemap)[ \t]*:/im;

/** Whether a pasted text is a robots.txt rather than the address of a site. */
export function isRobotsTxt(text: string): boolean {
  return FIELD.test(text) || /[\r\n]/.test(text.trim());
}

/** Paths that are listed for a file. */
const MAX_SAMPLES = 20;

/** Returns a path for each of the first rules of a file, and `/`. */
function samplePaths(robotsTxt: string): string[] {
  const paths = new Set(['/']);
  for (const { rules } of parseRobotsTxt(robotsTxt).groups) {
    for (const { pattern } of rules) {
      const path = pattern.replaceAll('*', '').replace(/\$$/, '');
      if (paths.size < MAX_SAMPLES && path.startsWith('/') && isValidCheck(path)) paths.add(path);
    }
  }
  return [...paths];
}

/** Returns the changes for a new robots.txt. URLs that the user did not choose belong to the old one and are replaced. */
export function withFile(
  robotsTxt: string,
  { urlSource, urls: before }: AppState,
): Partial<AppState> {
  if (urlSource === 'own' && before.trim() !== '') return { robotsTxt, blockedBy: undefined };
  const urls = withTargets('', samplePaths(robotsTxt));
  return { robotsTxt, urls, urlSource: 'rules', blockedBy: undefined, chosen: undefined };
}

/** Returns what a site permits: its file, or nothing while the file is unreachable. */
export function accessOf(robotsTxt: string, isBlocked = false): Access {
  return isBlocked ? { kind: 'unreachable' } : { kind: 'file', file: robotsFile(robotsTxt) };
}
