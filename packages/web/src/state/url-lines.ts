/** Text that users paste or open: a list of URLs, one per line, or a robots.txt. */
import { parseRobotsTxt } from '@repkit/core';
import { isValidCheck } from '../worker/urls.js';
import { change, type PageState, type Values } from './page-state.js';

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

const ORIGIN_OF_URL = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(?=[/?#])/i;

/** Returns the origin that all URLs share, or an empty string. */
export function commonOrigin([first = '', ...others]: readonly string[]): string {
  const origin = ORIGIN_OF_URL.exec(first)?.[0] ?? '';
  return others.every((url) => ORIGIN_OF_URL.exec(url)?.[0] === origin) ? origin : '';
}

/** Finds a field that only a robots.txt has. */
export const FIELD = /^[ \t]*(?:user-agent|(?:dis)?allow|sitemap)[ \t]*:/im;

/** Whether a pasted text is a robots.txt rather than the address of a site. */
export function isRobotsTxt(text: string): boolean {
  return FIELD.test(text) || (/[\r\n]/.test(text.trim()) && !isUrlList(text));
}

/** Whether a pasted text is a list of URLs rather than one. */
export function isUrlList(text: string): boolean {
  const lines = text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.length > 1 && lines.every((line) => /^https?:/i.test(line) && URL.canParse(line));
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

/** Replaces the robots.txt. URLs that the user did not choose belong to the old one and are replaced too. */
export function showFile(state: PageState, robotsTxt: string, otherValues: Partial<Values> = {}): void {
  const { urlSource, urls } = state;
  const keepsUrls = urlSource.value === 'own' && urls.value.trim() !== '';
  change(state, {
    isStarted: true,
    robotsTxt,
    fetchedFrom: undefined,
    response: undefined,
    sampled: undefined,
    ...(!keepsUrls && {
      urls: withTargets('', samplePaths(robotsTxt)),
      urlSource: 'rules',
      chosen: undefined,
    }),
    ...otherValues,
  });
}
