/** Imports an opened or dropped file: a sitemap, an access log, a list of URLs or a robots.txt. It never leaves the browser. */
import { type Decider, decider, type Outcome } from '@repkit/core';
import { crawlerProfile } from '@repkit/core/crawlers';
import { MAX_MEGABYTES, readBytes } from '../editor/open-file.js';
import { readOpened } from '../editor/opened-text.js';
import { IMPORT_TEXTS } from '../messages/import-texts.js';
import type { Language, Status } from '../messages/messages.js';
import type { Store } from '../state/app-context.js';
import type { AppState, Traffic } from '../state/app-state.js';
import { accessOf, FIELD, readUrls, withFile } from '../state/url-lines.js';
import { crawlerOf } from './crawlers.js';
import { readLog, requestsFor } from './traffic.js';

/** Rows of the table for an access log. */
const MAX_ROWS = 1000;
/** Crawlers whose requests are listed. */
const MAX_CRAWLERS = 10;

/** Puts the content of a file into the state and returns what was imported. */
export async function importFile(file: File, store: Store<AppState>): Promise<Status> {
  const { name } = file;
  const bytes = await readBytes(file);
  if (bytes === undefined) {
    return (_, language) => IMPORT_TEXTS[language].tooLarge(name, String(MAX_MEGABYTES));
  }
  const text = readOpened(bytes).text.replace(/\r\n?/g, '\n');
  const traffic = readLog(text);
  if (traffic !== undefined) return importLog(name, traffic, store);
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
  store.change({
    urls: found.text,
    urlSource: 'own',
    traffic: undefined,
    chosen: undefined,
    view: 'check',
  });
  return (_, language) => IMPORT_TEXTS[language].urls(name, count(urls.length, language));
}

function importLog(name: string, traffic: Traffic, store: Store<AppState>): Status {
  const { robotsTxt, before, dialect } = store.state;
  const isEdit = before !== '' && before !== robotsTxt;
  // An empty file allows everything, so the change from it is what the file blocks.
  const accesses = [isEdit ? before : '', robotsTxt].map((text) => accessOf(text));
  const deciders = new Map<string, readonly Decider[]>();
  const decidersOf = (token: string) => {
    const made =
      deciders.get(token) ??
      accesses.map((access) => decider(access, crawlerOf(token), { dialect }));
    deciders.set(token, made);
    return made;
  };
  const counts = { blocked: new Map<string, number>(), allowed: new Map<string, number>() };
  let [all, others] = [0, 0];
  for (const [target, requests] of traffic) {
    for (const [token, number] of requests) {
      all += number;
      if (token === '') {
        others += number;
        continue;
      }
      const [was, is] = decidersOf(token).map((one) => outcomeOf(one, target));
      if (was === is) continue;
      const changed = is === 'disallowed' ? counts.blocked : counts.allowed;
      changed.set(token, (changed.get(token) ?? 0) + number);
    }
  }
  const rows = [...traffic.keys()]
    .map((target) => [target, requestsFor(traffic, target)] as const)
    .sort(([, one], [, other]) => other - one)
    .slice(0, MAX_ROWS);
  const urls = rows.map(([target]) => `${target}\n`).join('');
  store.change({ urls, urlSource: 'own', traffic, chosen: undefined, view: 'check' });
  return (_, language) => {
    const texts = IMPORT_TEXTS[language];
    const blocked = countsOf(counts.blocked, language);
    return [
      texts.requests(name, count(all, language)),
      ...(rows.length < traffic.size ? [texts.mostRequested(count(rows.length, language))] : []),
      isEdit ? texts.edit(blocked, countsOf(counts.allowed, language)) : texts.blocks(blocked),
      ...(others > 0 ? [texts.others(count(others, language))] : []),
    ].join(' ');
  };
}

/** Returns undefined for a target that is not a URL. */
function outcomeOf(one: Decider, target: string): Outcome | undefined {
  try {
    return one.outcome(target);
  } catch {
    return undefined;
  }
}

/** Such as "GPTBot 1,204; Googlebot 12". */
function countsOf(counts: ReadonlyMap<string, number>, language: Language): string {
  const texts = IMPORT_TEXTS[language];
  const sorted = [...counts].sort(([, one], [, other]) => other - one);
  const shown = sorted
    .slice(0, MAX_CRAWLERS)
    .map(([token, number]) => `${crawlerProfile(token)?.name ?? token} ${count(number, language)}`);
  const more = sorted.length - shown.length;
  return (
    [...shown, ...(more > 0 ? [texts.more(count(more, language))] : [])].join('; ') || texts.none
  );
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
