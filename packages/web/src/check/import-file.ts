/** Imports an opened or dropped file: a sitemap, an access log, a list of URLs or a robots.txt. It never leaves the browser. */
import { parseRobotsTxt } from '@repkit/core';
import { ChangeCounter, type CountedChanges } from '@repkit/core/analysis';
import { MAX_MEGABYTES, readBytes } from '../editor/open-file.js';
import { readOpened } from '../editor/opened-text.js';
import { IMPORT_TEXTS } from '../messages/import-texts.js';
import type { Language, Status } from '../messages/messages.js';
import type { Store } from '../state/app-context.js';
import type { AppState } from '../state/app-state.js';
import { FIELD, readUrls, withFile } from '../state/url-lines.js';
import { crawlerOf } from './crawlers.js';

/** Rows of the table for an access log. */
const MAX_ROWS = 1000;
/** Crawlers that requests are counted for. */
const MAX_CRAWLERS = 10;

/** Common and combined log format, also with the virtual host in front. Backtracking is limited to the brackets. */
const LOG_LINE = /^\S[^[\n]*\[[^\]\n]*\] "[A-Z]+ (\/\S*|https?:\S+)(?: HTTP\/[\d.]+)?" \d{3} /;

/** Puts the content of a file into the state and returns what was imported. */
export async function importFile(file: File, store: Store<AppState>): Promise<Status> {
  const { name } = file;
  const bytes = await readBytes(file);
  if (bytes === undefined) {
    return (_, language) => IMPORT_TEXTS[language].tooLarge(name, String(MAX_MEGABYTES));
  }
  const text = readOpened(bytes).text.replace(/\r\n?/g, '\n');
  const targets = requestsOf(text);
  if (targets.length > 0) return importLog(name, targets, store);
  const isXml = text.trimStart().startsWith('<');
  if (!isXml && FIELD.test(text)) {
    store.change(withFile(text, store.state));
    return (_, language) => IMPORT_TEXTS[language].robotsTxt(name);
  }
  const found = readUrlFile(text);
  if (found.kind === 'index') {
    const { length } = found.sitemaps;
    return ({ check }) => check.sitemapIndex(length);
  }
  const { urls } = readUrls(found.text);
  if (urls.length === 0) return (_, language) => IMPORT_TEXTS[language].noUrls(name);
  store.change({ urls: found.text, urlSource: 'own', chosen: undefined, view: 'check' });
  return (_, language) => IMPORT_TEXTS[language].urls(name, count(urls.length, language));
}

/** Returns the targets of the requests in an access log; none for other files. */
function requestsOf(text: string): string[] {
  const lines = text.split('\n');
  if (!lines.slice(0, 20).some((line) => LOG_LINE.test(line))) return [];
  return lines.flatMap((line) => LOG_LINE.exec(line)?.[1] ?? []);
}

function importLog(name: string, targets: readonly string[], store: Store<AppState>): Status {
  const { robotsTxt, before, dialect, productTokens } = store.state;
  const isEdit = before !== '' && before !== robotsTxt;
  // An empty file allows everything, so the change from it is what the file blocks.
  const counter = new ChangeCounter(
    parseRobotsTxt(isEdit ? before : '', { dialect }),
    parseRobotsTxt(robotsTxt, { dialect }),
    productTokens.slice(0, MAX_CRAWLERS).map(crawlerOf),
  );
  const requests = new Map<string, number>();
  for (const target of targets) {
    counter.add(target);
    requests.set(target, (requests.get(target) ?? 0) + 1);
  }
  const rows = [...requests].sort(([, one], [, other]) => other - one).slice(0, MAX_ROWS);
  const urls = rows.map(([target]) => `${target}\n`).join('');
  store.change({ urls, urlSource: 'own', chosen: undefined, view: 'check' });
  const counted = counter.result();
  return (_, language) => {
    const texts = IMPORT_TEXTS[language];
    const blocked = countsOf(counted, 'newly-blocked', language);
    return [
      texts.requests(name, count(targets.length, language)),
      ...(rows.length < requests.size ? [texts.mostRequested(count(rows.length, language))] : []),
      isEdit
        ? texts.edit(blocked, countsOf(counted, 'newly-allowed', language))
        : texts.blocks(blocked),
    ].join(' ');
  };
}

type Effect = CountedChanges['changes'][number]['effect'];

/** Such as "GPTBot, CCBot 1,204; Googlebot 12". */
function countsOf({ changes }: CountedChanges, effect: Effect, language: Language): string {
  const counts = changes
    .filter((change) => change.effect === effect && change.urls > 0)
    .map(({ productTokens, urls }) => `${productTokens.join(', ')} ${count(urls, language)}`);
  return counts.join('; ') || IMPORT_TEXTS[language].none;
}

function count(number: number, language: Language): string {
  return number.toLocaleString(language);
}

/** The content of an opened file: URLs from a list or sitemap, or a sitemap index (sitemaps.org). */
export type UrlFile =
  | { readonly kind: 'urls'; readonly text: string }
  | { readonly kind: 'index'; readonly sitemaps: readonly string[] };

/** Parses a file as XML if it starts with "<", otherwise as a list with one URL per line. */
export function readUrlFile(text: string): UrlFile {
  if (!text.trimStart().startsWith('<')) return { kind: 'urls', text };
  const xml = new DOMParser().parseFromString(text.trimStart(), 'application/xml');
  const root = xml.documentElement;
  const locations = [...root.children].flatMap((entry) => {
    const loc = [...entry.children].find(({ localName }) => localName === 'loc');
    return loc?.textContent?.trim() || [];
  });
  if (root.localName === 'sitemapindex') return { kind: 'index', sitemaps: locations };
  return { kind: 'urls', text: locations.map((location) => `${location}\n`).join('') };
}
