/** Imports an opened or dropped file: a sitemap, an access log, a list of URLs or a robots.txt. It never leaves the browser. */
import { encodingText, MAX_MEGABYTES, readText } from '../editor/open-file.js';
import type { Status } from '../messages/messages.js';
import { logGaps } from '../state/log-gaps.js';
import { change, type PageState } from '../state/page-state.js';
import { FIELD, showFile } from '../state/url-lines.js';
import { readUrls } from '../worker/urls.js';
import { type ReadLog, readLog } from './read-log.js';
import { requestsFor } from './traffic.js';

/** Rows of the table for an access log. */
const MAX_ROWS = 1000;

/** Also of an empty file, or of an error page that was downloaded as a robots.txt. */
const ROBOTS_TXT_NAME = /^robots.*\.txt$/i;

/** Such as a picture or a document: some of its bytes may look like a path on a line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it finds.
const BINARY = /[\0-\x08]/;

/** Puts the content of a file into the state and returns what was imported. */
export async function importFile(file: File, state: PageState): Promise<Status> {
  const { name } = file;
  const opened = await readText(file);
  if (opened === 'too-large') {
    return ({ imports, fill }) => fill(imports.tooLarge, { file: name, megabytes: MAX_MEGABYTES });
  }
  // Such as a folder.
  if (opened === 'not-readable') {
    return ({ visits, fill }) => fill(visits.problem[opened], { log: name });
  }
  const { text } = opened;
  const log = readLog(text, state.fetchedFrom.value?.url);
  if (log !== undefined) return importLog(file, log, state);
  const isXml = text.trimStart().startsWith('<');
  if (ROBOTS_TXT_NAME.test(name) || (!isXml && FIELD.test(text))) {
    showFile(state, text);
    return (messages) => [messages.fill(messages.imports.robotsTxt, { file: name }), encodingText(opened, messages)].join(' ');
  }
  const noUrls: Status = ({ imports, fill }) => fill(imports.noUrls, { file: name });
  if (BINARY.test(text)) return noUrls;
  const content = readUrlFile(text, name);
  if (content.kind === 'index') {
    const { length } = content.sitemaps;
    return ({ check, fill }) => fill(check.sitemapIndex, { count: length });
  }
  const { urls } = readUrls(content.text);
  if (urls.length === 0) return noUrls;
  change(state, {
    isStarted: true,
    urls: content.text,
    urlSource: 'own',
    traffic: undefined,
    chosen: undefined,
    view: 'check',
  });
  return ({ imports, visits, fill }) =>
    [
      fill(imports.urls, { file: name, count: urls.length }),
      ...(content.isIncomplete ? [fill(visits.incomplete, { log: name })] : []),
    ].join(' ');
}

/** Lists the URLs of a log. The Visits view counts its requests. */
function importLog(file: File, { traffic, unreadable, isCut, hosts }: ReadLog, state: PageState): Status {
  const targets = [...traffic.keys()].map((target) => [target, requestsFor(traffic, target)] as const);
  const all = targets.reduce((sum, [, requests]) => sum + requests, 0);
  const rows = targets.sort(([, left], [, right]) => right - left).slice(0, MAX_ROWS);
  const urls = rows.map(([target]) => `${target}\n`).join('');
  change(state, {
    isStarted: true,
    urls,
    urlSource: 'own',
    traffic,
    logs: [file],
    chosen: undefined,
    view: 'check',
  });
  return (messages) => {
    const { imports: texts, fill } = messages;
    return [
      fill(texts.requests, { file: file.name, count: all }),
      ...(rows.length < traffic.size ? [fill(texts.mostRequested, { count: rows.length })] : []),
      ...logGaps({ unreadable, incomplete: isCut ? [file.name] : [], hosts }, messages),
      texts.inVisits,
    ].join(' ');
  };
}

/** The content of an opened file: URLs from a list or sitemap, or a sitemap index (sitemaps.org). */
export type UrlFile =
  | { readonly kind: 'urls'; readonly text: string; readonly isIncomplete: boolean }
  | { readonly kind: 'index'; readonly sitemaps: readonly string[] };

/** Parses a file as XML if it starts with "<", as a table by its name, otherwise as a list with one URL per line. */
export function readUrlFile(text: string, name: string): UrlFile {
  if (!text.trimStart().startsWith('<')) {
    const isTable = /\.[ct]sv$/i.test(name);
    return { kind: 'urls', text: isTable ? urlColumn(text) : text, isIncomplete: false };
  }
  const xml = new DOMParser().parseFromString(text.trimStart(), 'application/xml');
  const root = xml.documentElement;
  const locations = [...root.children].flatMap((entry) => {
    const loc = [...entry.children].find(({ localName }) => localName === 'loc');
    return loc?.textContent?.trim() || [];
  });
  if (root.localName === 'sitemapindex') return { kind: 'index', sitemaps: locations };
  // The browser parses up to the first error.
  const isIncomplete = xml.querySelector('parsererror') !== null;
  return {
    kind: 'urls',
    text: locations.map((location) => `${location}\n`).join(''),
    isIncomplete,
  };
}

/** Cells by what separates them (RFC 4180). A URL can contain semicolons, so these come last. */
const CELLS = [
  { separator: '\t', cell: /(?:^|\t)(?:"((?:[^"]|"")*)"|([^\t]*))/g },
  { separator: ',', cell: /(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g },
  { separator: ';', cell: /(?:^|;)(?:"((?:[^"]|"")*)"|([^;]*))/g },
] as const;

/** Returns the cells of the first column with a URL, from the first row that has one. */
function urlColumn(text: string): string {
  const lines = text.split(/\r\n?|\n/);
  const { cell } = CELLS.find(({ separator }) => lines[0]?.includes(separator)) ?? CELLS[1];
  const rows = lines.map((line) =>
    Array.from(line.matchAll(cell), ([, quoted, plain = '']) => (quoted?.replaceAll('""', '"') ?? plain).trim()),
  );
  const isUrl = (content: string) => /^(?:https?:\/)?\//i.test(content);
  const first = rows.findIndex((row) => row.some(isUrl));
  const column = rows[first]?.findIndex(isUrl) ?? 0;
  return rows
    .slice(Math.max(first, 0))
    .map((row) => `${row[column] ?? ''}\n`)
    .join('');
}
