/**
 * The fields seen in robots.txt files, as dated data: what lint, the writer, the preferences and docs/fields.md say about a
 * field. Last checked on 2026-11-29 against the documents and against the releases of Lighthouse.
 */
import type { FieldName } from './dialect.js';

/** The release of Lighthouse whose audit `robots-txt` was read. It marks a file down for any field that it does not know. */
export const LIGHTHOUSE_CHECKED = '13.5.0';

/**
 * - `standard`: an RFC, or a protocol that search engines share.
 * - `draft`: an Internet-Draft.
 * - `published`: a specification of an organization.
 * - `vendor`: the documentation of an operator.
 * - `obsolete`: no operator documents that it still reads the field.
 * - `undocumented`: no document defines it.
 */
type FieldStatus = 'standard' | 'draft' | 'published' | 'vendor' | 'obsolete' | 'undocumented';

export interface FieldFacts {
  /** The usual spelling. Names ignore case. */
  readonly title: string;
  /** Other spellings in use, in lower case. */
  readonly alsoWritten?: readonly string[];
  /** The crawlers that a line concerns: those of its group, or all, wherever the line is. Both for `License`. */
  readonly scope: 'group' | 'file' | 'group or file';
  readonly status: FieldStatus;
  /** The document that defines it. */
  readonly definedBy?: { readonly name: string; readonly source: string; readonly date?: string };
  /** What it means, as a clause in the present tense. */
  readonly meaning: string;
  /** The documented readers, as a noun phrase. */
  readonly readers?: string;
  /** The first release of Lighthouse whose audit accepts it; absent if `LIGHTHOUSE_CHECKED` marks a file down for it. */
  readonly lighthouse?: string;
}

/** The documents that preferences follow too. */
export const contentUsageDocument = {
  name: 'draft-ietf-aipref-attach-05',
  date: '2026-08-19',
  source: 'https://www.ietf.org/archive/id/draft-ietf-aipref-attach-05.txt',
} as const;
export const contentSignalDocument = {
  name: 'Content Signals',
  date: '2025-09-24',
  source: 'https://contentsignals.org/',
} as const;
export const licenseDocument = {
  name: 'RSL 1.0',
  date: '2025-12-10',
  source: 'https://rslstandard.org/rsl',
} as const;

const RFC_9309 = { name: 'RFC 9309', source: 'https://www.rfc-editor.org/rfc/rfc9309.html' };
const YANDEX = 'https://yandex.com/support/webmaster/en/robot-workings';
const EXTENDED_STANDARD = {
  name: 'An Extended Standard for Robot Exclusion',
  source: 'https://www.conman.org/people/spc/robots2.html',
};
/** The list of the audit since it exists. */
const FIRST_AUDIT = '3.0.0';
const ofRfc = {
  scope: 'group',
  status: 'standard',
  definedBy: RFC_9309,
  readers: 'crawlers that follow RFC 9309',
  lighthouse: FIRST_AUDIT,
} as const;

/** The fields that dialects read. */
export const knownFields: Readonly<Record<FieldName, FieldFacts>> = {
  'user-agent': {
    ...ofRfc,
    title: 'User-agent',
    meaning: 'names a crawler that follows the group',
  },
  allow: { ...ofRfc, title: 'Allow', meaning: 'permits fetching the URLs that its path matches' },
  disallow: {
    ...ofRfc,
    title: 'Disallow',
    meaning: 'forbids fetching the URLs that its path matches',
  },
  sitemap: {
    title: 'Sitemap',
    scope: 'file',
    status: 'standard',
    definedBy: {
      name: 'sitemaps.org',
      source: 'https://www.sitemaps.org/protocol.html#submit_robots',
    },
    meaning: 'names a sitemap by its absolute URL',
    readers: 'search engines, such as Google and Yandex',
    lighthouse: FIRST_AUDIT,
  },
  'crawl-delay': {
    title: 'Crawl-delay',
    scope: 'group',
    status: 'vendor',
    definedBy: {
      name: 'Yahoo, Bing and Yandex, of which Yandex stopped in 2018',
      source: `${YANDEX}/crawl-delay`,
    },
    meaning: 'asks for a number of seconds between two requests',
    readers: 'some crawlers; others document that they ignore it',
    lighthouse: FIRST_AUDIT,
  },
  'request-rate': {
    title: 'Request-rate',
    scope: 'group',
    status: 'obsolete',
    definedBy: EXTENDED_STANDARD,
    meaning: 'limits the number of requests in a time',
    lighthouse: FIRST_AUDIT,
  },
  'visit-time': {
    title: 'Visit-time',
    scope: 'group',
    status: 'obsolete',
    definedBy: EXTENDED_STANDARD,
    meaning: 'limits requests to a time of day',
    lighthouse: FIRST_AUDIT,
  },
  host: {
    title: 'Host',
    scope: 'file',
    status: 'obsolete',
    definedBy: {
      name: 'Yandex, until 2018',
      source: 'https://nuxtseo.com/docs/robots/advanced/yandex',
    },
    meaning: 'names the preferred host of a site with mirrors',
    lighthouse: FIRST_AUDIT,
  },
  'clean-param': {
    title: 'Clean-param',
    scope: 'file',
    status: 'vendor',
    definedBy: { name: 'Yandex', source: `${YANDEX}/clean-param` },
    meaning: 'names query parameters that do not change the page',
    readers: "Yandex's robots",
    lighthouse: FIRST_AUDIT,
  },
  noindex: {
    title: 'Noindex',
    scope: 'group',
    status: 'undocumented',
    meaning: 'was used to keep URLs out of an index',
    lighthouse: FIRST_AUDIT,
  },
  'content-signal': {
    title: 'Content-Signal',
    scope: 'group',
    status: 'published',
    definedBy: contentSignalDocument,
    meaning: 'states preferences for search, AI input and AI training',
    readers: "crawlers of Cloudflare's AI Search and Browser Run",
    lighthouse: '13.0.2',
  },
  'content-usage': {
    title: 'Content-Usage',
    scope: 'group',
    status: 'draft',
    definedBy: contentUsageDocument,
    meaning: 'states preferences for AI and search with the labels of AIPREF',
  },
  license: {
    title: 'License',
    scope: 'group or file',
    status: 'published',
    definedBy: licenseDocument,
    meaning: 'names the document with the terms for using the content',
  },
};

/** Fields that no dialect reads. */
export const otherFields: readonly FieldFacts[] = [
  {
    title: 'Agentmap',
    scope: 'file',
    status: 'draft',
    // Only the abstract was available.
    definedBy: {
      name: 'draft-jimenez-dawn-ard-initial-contact-00',
      source: 'https://datatracker.ietf.org/doc/draft-jimenez-dawn-ard-initial-contact/',
    },
    meaning: 'names a catalog of resources for agents',
    readers: "Lighthouse's checks for agents, from 13.5.0",
  },
  {
    title: 'Schemamap',
    scope: 'file',
    status: 'undocumented',
    meaning: 'names a list of feeds with structured data',
  },
  {
    title: 'LLM-Policy',
    scope: 'file',
    status: 'undocumented',
    meaning: 'names a file for language models',
  },
  {
    title: 'LLMs',
    alsoWritten: ['llms-txt', 'llms-full', 'llms-full-txt'],
    scope: 'file',
    status: 'undocumented',
    meaning: 'names the llms.txt of the site, which llmstxt.org puts at a fixed path instead',
  },
];

/** Returns what is known about a field that no dialect reads. */
export function otherField(name: string): FieldFacts | undefined {
  const lower = name.toLowerCase();
  return otherFields.find(({ title, alsoWritten = [] }) => title.toLowerCase() === lower || alsoWritten.includes(lower));
}

/** Returns what is known about the field of a record of this kind; undefined if the record has none. */
export function factsAbout(kind: string, name: string): FieldFacts | undefined {
  return kind === 'unknown' ? otherField(name) : knownFields[kind as FieldName];
}

/** Returns whether a record of this kind applies to the whole site, wherever it is in the file. */
export function isSiteField(kind: string, name: string): boolean {
  return factsAbout(kind, name)?.scope === 'file';
}
