/** Content Signals and RSL licenses. */
import { isAbsoluteUrl } from '../file/groups.js';
import { parseLinks } from '../http/links.js';
import { fieldValues, type ResponseHeaders } from '../http/structured-fields.js';
import { pathOf, withoutPath } from './aipref.js';
import {
  type IgnoredPreference,
  type IgnoredPreferences,
  type Preference,
  type PreferenceLine,
  type PreferenceSource,
  Statements,
} from './statements.js';
import { contentSignals, type MechanismVersion, rsl, versionOf } from './vocabularies.js';

type Signal = (typeof contentSignals.signals)[number];
/** How AI systems may use the content, according to the `use` signal. */
export type ContentUse = (typeof contentSignals.uses)[number];

export interface ContentSignalPreferences extends IgnoredPreferences {
  readonly version: MechanismVersion;
  readonly categories: Readonly<Record<Signal, Preference>>;
  /** The narrowest `use` signal. Its definition is experimental. */
  readonly use?: { readonly value: ContentUse; readonly source: PreferenceSource };
}

/**
 * Reads `Content-Signal: search=yes, ai-train=no`, ignoring case. An absent key states nothing. If lines of a group differ,
 * `no` prevails, which no document specifies. A path before the signals and a response header are extensions, and the source
 * of each statement says so.
 *
 * @param inGroups the lines of the groups that apply, without those whose path does not match
 * @param values the values of the response header, without those whose path does not match
 */
export function readContentSignals(
  inGroups: readonly { readonly source: PreferenceSource }[],
  outside: readonly { readonly source: PreferenceSource }[],
  values: readonly string[] = [],
): ContentSignalPreferences {
  const statements = new Statements(contentSignals.signals);
  let use: ContentSignalPreferences['use'];
  const ofHeader = values.map((text) => ({
    source: { in: 'header', name: 'Content-Signal', text, extension: true } as const,
  }));
  for (const { source: stated } of [...inGroups, ...ofHeader]) {
    const scope = pathOf(stated.text)?.replace(/,+$/, '');
    const source = scope === undefined ? stated : ({ ...stated, scope, extension: true } as const);
    for (const part of withoutPath(stated.text).split(/,+/)) {
      const text = part.trim();
      if (text === '') continue;
      const equals = text.indexOf('=');
      const key = text.slice(0, Math.max(equals, 0)).trim().toLowerCase();
      const value = text
        .slice(equals + 1)
        .trim()
        .toLowerCase();
      if (equals < 0) statements.ignore('invalid-syntax', text, source);
      else if (key === 'use') {
        const rank = contentSignals.uses.indexOf(value as ContentUse);
        if (rank < 0) statements.ignore('invalid-value', text, source);
        else if (use === undefined || rank < contentSignals.uses.indexOf(use.value)) {
          use = { value: contentSignals.uses[rank], source };
        }
      } else if (!contentSignals.signals.includes(key as Signal)) {
        statements.ignore('unknown-label', text, source);
      } else if (value === 'yes' || value === 'no') statements.add(key, value, source);
      else statements.ignore('invalid-value', text, source);
    }
  }
  for (const { source } of outside) statements.ignore('outside-group', source.text, source);
  const { categories, ignored } = statements;
  const version = versionOf(contentSignals);
  return { version, categories, ...(use && { use }), ...ignored };
}

/** A license that applies to the URL. */
export interface License {
  /** The URL of the license document, as written. Its content is not read. */
  readonly url: string;
  readonly source: PreferenceSource;
}

export interface RslPreferences {
  readonly version: MechanismVersion;
  /** The licenses of the groups that apply, else the global ones, followed by those of the Link header and link elements. */
  readonly licenses: readonly License[];
  readonly ignored: readonly IgnoredPreference[];
}

/** A link element: its `rel`, `type` and `href` attributes. */
export interface LinkElement {
  readonly rel: string;
  readonly type?: string | undefined;
  readonly href: string;
}

/** Reads license lines. Those of a group replace the ones before any group. */
export function readLicenses(
  inGroups: readonly PreferenceLine[],
  outside: readonly PreferenceLine[],
  headers?: ResponseHeaders,
  links: readonly LinkElement[] = [],
): RslPreferences {
  const ignored: IgnoredPreference[] = [];
  const usable = (lines: readonly PreferenceLine[]): License[] =>
    lines.flatMap(({ source }) => {
      const { text } = source;
      if (isAbsoluteUrl(text)) return { url: text, source };
      ignored.push({ reason: 'not-absolute', text, source });
      return [];
    });
  const ofGroups = usable(inGroups);
  const licenses = ofGroups.length > 0 ? ofGroups : usable(outside);
  const ofHeader = fieldValues(headers, 'link').flatMap((text) =>
    parseLinks(text).flatMap(({ target, parameters }): License[] => {
      const isLicense = isLicenseLink(parameters.get('rel'), parameters.get('type'));
      return isLicense ? [{ url: target, source: { in: 'header', name: 'Link', text } }] : [];
    }),
  );
  const ofPage = links
    .filter(({ rel, type }) => isLicenseLink(rel, type))
    .map(({ href }): License => ({ url: href, source: { in: 'html', name: 'link', text: href } }));
  return { version: rsl, licenses: [...licenses, ...ofHeader, ...ofPage], ignored };
}

function isLicenseLink(rel = '', type = ''): boolean {
  const relations = rel.toLowerCase().split(/\s+/);
  return relations.includes('license') && type.toLowerCase() === 'application/rsl+xml';
}
