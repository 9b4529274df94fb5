/** TDM Reservation Protocol: /.well-known/tdmrep.json, the tdm-reservation header and meta element. */

import { compileDialect } from '../dialect/compiled-dialect.js';
import { dialects } from '../dialect/dialect.js';
import { MAX_PARSING_LIMIT_BYTES } from '../dialect/limits.js';
import type { MetaElement } from '../http/directives.js';
import { fieldValues, type ResponseHeaders } from '../http/structured-fields.js';
import { RuleList } from '../match/rule-list.js';
import { readBareTarget } from '../match/target.js';
import { Body } from '../syntax/body.js';
import { joinBytes } from '../util/bytes.js';
import { type IgnoredPreferences, type Preference, type PreferenceSource, Statements } from './statements.js';
import { type MechanismVersion, tdmrep as version } from './vocabularies.js';

export interface TdmrepPreferences extends IgnoredPreferences {
  readonly version: MechanismVersion;
  /** `tdm`: `no` if the rights to text and data mining are reserved (1), `yes` if they are not (0). */
  readonly categories: { readonly tdm: Preference };
  /** The URL of the policy that licenses mining, if the rights are reserved. */
  readonly policy?: string;
}

/** The file as text, or its parsed JSON. */
export type TdmrepFile = string | readonly unknown[];

/**
 * Returns the reservation for the target of a URL in its dialect: that of a meta element, else of the header, else of the
 * first rule in the file whose location matches. Linear in the file.
 */
export function readTdmrep(
  file: TdmrepFile | undefined,
  target: string,
  headers?: ResponseHeaders,
  meta: readonly MetaElement[] = [],
): TdmrepPreferences {
  const statements = new Statements(['tdm']);
  let policy: unknown;
  let isStated = false;
  const state = (reservation: unknown, itsPolicy: unknown, source: PreferenceSource): void => {
    if (reservation !== 0 && reservation !== 1) {
      const text = JSON.stringify(reservation) ?? 'tdm-reservation';
      statements.ignore('invalid-value', text, source);
      return;
    }
    statements.add('tdm', reservation === 1 ? 'no' : 'yes', source);
    isStated = true;
    if (reservation === 1) policy = itsPolicy;
  };
  const stateText = (text: string, itsPolicy: string | undefined, source: PreferenceSource) => {
    const value = text.trim();
    state(value === '0' || value === '1' ? Number(value) : value, itsPolicy, source);
  };
  const contents = (wanted: string) => meta.flatMap(({ name, content }) => (name.toLowerCase() === wanted ? content : []));
  const [metaPolicy] = contents('tdm-policy');
  for (const text of contents('tdm-reservation')) {
    stateText(text, metaPolicy, { in: 'html', name: 'meta', text });
  }
  const [headerPolicy] = fieldValues(headers, 'tdm-policy');
  for (const text of isStated ? [] : fieldValues(headers, 'tdm-reservation')) {
    stateText(text, headerPolicy, { in: 'header', name: 'TDM-Reservation', text });
  }
  if (!isStated && file !== undefined) {
    const rules = rulesInFile(file);
    if (rules === undefined) {
      statements.ignore('invalid-syntax', '', { in: 'tdmrep.json', index: 0, text: '' });
    } else {
      const rule = firstMatch(rules, target);
      if (rule !== undefined) {
        const source = { in: 'tdmrep.json', index: rule.index, text: rule.location } as const;
        state(rule.reservation, rule.policy, source);
      }
    }
  }
  const { categories, ignored } = statements;
  const ofPolicy = typeof policy === 'string' && policy !== '' ? { policy } : {};
  return { version, categories: categories as { tdm: Preference }, ...ofPolicy, ...ignored };
}

interface TdmRule {
  readonly index: number;
  readonly location: string;
  readonly reservation: unknown;
  readonly policy: unknown;
}

/** Returns the rules with a location; undefined if the file is not a JSON array. */
function rulesInFile(file: TdmrepFile): TdmRule[] | undefined {
  let json: unknown = file;
  if (typeof file === 'string') {
    try {
      json = JSON.parse(file);
    } catch {
      return undefined;
    }
  }
  if (!Array.isArray(json)) return undefined;
  return json.flatMap((rule: unknown, index): TdmRule[] => {
    if (typeof rule !== 'object' || rule === null) return [];
    const fields = rule as Readonly<Record<string, unknown>>;
    const { location, 'tdm-reservation': reservation, 'tdm-policy': policy } = fields;
    return typeof location === 'string' ? [{ index, location, reservation, policy }] : [];
  });
}

/** Returns the first rule whose location matches. Locations use the path-patterns of robots.txt. */
function firstMatch(rules: readonly TdmRule[], target: string): TdmRule | undefined {
  const encoder = new TextEncoder();
  const tables = compileDialect(dialects.rfc9309);
  // The line feed prevents the first location from being read as a byte-order mark.
  const parts = ['\n', ...rules.map(({ location }) => location)].map((text) => encoder.encode(text));
  const ranges: number[] = [];
  let end = 0;
  for (const [index, { length }] of parts.entries()) {
    if (index > 0) ranges.push(end, end + length, index * 2);
    end += length;
  }
  const body = new Body(joinBytes(parts), dialects.rfc9309, MAX_PARSING_LIMIT_BYTES);
  let first: number | undefined;
  new RuleList(body, tables, ranges).eachMatching(readBareTarget(target, tables), (rule) => {
    first ??= rule;
  });
  return first === undefined ? undefined : rules[first];
}
