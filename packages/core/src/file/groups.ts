/** The records, groups and rules of a file, read on demand and shared by its matchers. */

import type { CompiledDialect } from '../dialect/compiled-dialect.js';
import type { FieldName } from '../dialect/dialect.js';
import { byteString, canonicalPattern, canonicalText } from '../match/canonical.js';
import type { RuleDescriber } from '../match/matcher.js';
import { isUsablePattern } from '../match/pattern.js';
import type { RuleList } from '../match/rule-list.js';
import { STAR_TOKEN } from '../match/token-input.js';
import type { Rule } from '../match/verdict.js';
import type { Body } from '../syntax/body.js';
import { isStarToken, productTokenEnd } from '../syntax/group.js';
import { type RecordKind, RecordReader, type RecordWalk, type RobotsTxtRecord, readRecords } from '../syntax/record.js';
import { SourceText } from '../syntax/source-text.js';
import type { Span } from '../syntax/span.js';
import { CR, LF } from '../util/bytes.js';

/** One object per file; a closure per matcher would cost more than a single query. */
export class FileRecords implements RuleDescriber {
  readonly #body: Body;
  readonly #tables: CompiledDialect;
  #records: readonly RobotsTxtRecord[] | undefined;
  #groups: readonly Group[] | undefined;
  /** Rules by line, so that a rule shared by thousands of product tokens is one object. */
  #rules: Map<number, Rule> | undefined;
  /** The text of the whole file; created by `describe`. */
  #prepared: SourceText | undefined;

  constructor(body: Body, tables: CompiledDialect) {
    this.#body = body;
    this.#tables = tables;
  }

  get records(): readonly RobotsTxtRecord[] {
    this.#records ??= readRecords(this.#body, this.#tables);
    return this.#records;
  }

  get groups(): readonly Group[] {
    this.#groups ??= this.#readGroups();
    return this.#groups;
  }

  describe(rules: RuleList): readonly Rule[] {
    const bytes = this.#body.bytes();
    // If the file is ASCII, the rules of all product tokens slice one text. Decoding it for each token is quadratic.
    if (this.#prepared?.bytes !== bytes) {
      this.#prepared = new SourceText(this.#body, bytes);
      this.#prepared.prepare(0, this.#body.end);
    }
    const sourceText = this.#prepared;
    return Array.from({ length: rules.length }, (_, rule) =>
      this.#rule(this.#bytesOf(rules, rule, sourceText.bytes), sourceText),
    );
  }

  /** Describes one rule directly from its line, without describing all rules. */
  describeRule(rules: RuleList, rule: number): Rule {
    const bytes = this.#body.bytes();
    const location = this.#bytesOf(rules, rule, bytes);
    const known = this.#rules?.get(location.line);
    if (known !== undefined) return known;
    const sourceText = new SourceText(this.#body, bytes);
    sourceText.prepare(location.lineStart, location.end);
    return ruleAt(location, sourceText, this.#tables);
  }

  /** Creates no objects for comments, blank and invalid lines: a hostile file has hundreds of thousands. */
  #readGroups(): readonly Group[] {
    const groups: MutableGroup[] = [];
    const reader = new RecordReader(this.#body, this.#tables);
    while (reader.next()) {
      const { groupIndex, kind, bytes, valueStart: start, valueEnd: end } = reader;
      if (groupIndex === undefined) continue;
      groups[groupIndex] ??= {
        productTokens: [],
        userAgentRecords: [],
        rules: [],
        otherRecords: [],
      };
      const group = groups[groupIndex];
      if (kind === 'user-agent') {
        group.userAgentRecords.push(reader.record());
        const name = nameOf(bytes, start, end, this.#tables);
        if (name !== '') group.productTokens.push(name);
      } else if (kind === 'allow' || kind === 'disallow') {
        const { line, lineStart } = reader.cursor;
        const location = { isAllow: kind === 'allow', line, lineStart, start, end };
        group.rules.push(this.#rule(location, reader.sourceText));
      } else {
        const record = otherRecordAt(reader);
        if (record !== undefined) group.otherRecords.push(record);
      }
    }
    return groups;
  }

  #rule(location: RuleBytes, sourceText: SourceText): Rule {
    this.#rules ??= new Map();
    let rule = this.#rules.get(location.line);
    if (rule === undefined) {
      sourceText.prepare(location.lineStart, location.end);
      rule = ruleAt(location, sourceText, this.#tables);
      this.#rules.set(location.line, rule);
    }
    return rule;
  }

  #bytesOf(rules: RuleList, rule: number, bytes: Uint8Array): RuleBytes {
    const start = rules.start(rule);
    return {
      isAllow: rules.isAllow(rule),
      line: rules.line(rule),
      lineStart: this.#lineStart(bytes, start),
      start,
      end: rules.end(rule),
    };
  }

  #lineStart(bytes: Uint8Array, within: number): number {
    let start = within;
    while (start > this.#body.start && bytes[start - 1] !== LF && bytes[start - 1] !== CR) {
      start--;
    }
    return start;
  }
}

/** A record that is neither a user-agent line nor a rule. It never influences a verdict (RFC 9309 2.2.4). */
export interface OtherRecord {
  readonly field: FieldName | 'unknown';
  /** The field as written. */
  readonly name: string;
  /** The value as written. */
  readonly value: string;
  readonly line: number;
  /** The position of the value. */
  readonly span: Span;
  /** The index of its group; undefined before the first group. */
  readonly groupIndex: number | undefined;
}

/** User-agent lines and the lines up to the next ones. */
export interface Group {
  /** The product tokens as written, including `*`. Lines without a valid token add none. */
  readonly productTokens: readonly string[];
  readonly userAgentRecords: readonly RobotsTxtRecord[];
  readonly rules: readonly Rule[];
  readonly otherRecords: readonly OtherRecord[];
}

type MutableGroup = { -readonly [name in keyof Group]: Group[name][number][] };

/** The position of a rule in the bytes of a body. */
export interface RuleBytes {
  readonly isAllow: boolean;
  readonly line: number;
  readonly lineStart: number;
  /** Start of the path-pattern. */
  readonly start: number;
  readonly end: number;
}

/** Returns the rule at these bytes. `sourceText.prepare` must have been called for its line. */
export function ruleAt(
  { isAllow, line, lineStart, start, end }: RuleBytes,
  sourceText: SourceText,
  tables: CompiledDialect,
): Rule {
  const { bytes } = sourceText;
  const pattern = sourceText.text(start, end);
  const form = canonicalPattern(bytes, start, end, tables);
  return {
    kind: isAllow ? 'allow' : 'disallow',
    pattern,
    canonicalPattern: canonicalText(form, bytes, start, pattern),
    bytes: form.specificity,
    usable: start < end && isUsablePattern(bytes, start, end, tables),
    line,
    span: sourceText.span(line, lineStart, start, end),
  };
}

/** Returns the name on a user-agent line: a product token, `*`, or an empty string. */
export function nameOf(bytes: Uint8Array, start: number, end: number, tables: CompiledDialect): string {
  if (isStarToken(bytes, start, end, tables)) return STAR_TOKEN;
  return byteString(bytes, start, productTokenEnd(bytes, start, end, tables));
}

/** Returns the records that are neither user-agent lines nor rules, in file order. Creates no objects for the others. */
export function readOtherRecords(walk: RecordWalk): OtherRecord[] {
  const records: OtherRecord[] = [];
  while (walk.next()) {
    const record = otherRecordAt(walk);
    if (record !== undefined) records.push(record);
  }
  return records;
}

/** Returns the current record of a walk; undefined for a user-agent line, a rule or a line that is not a record. */
function otherRecordAt(walk: RecordWalk): OtherRecord | undefined {
  const { kind } = walk;
  if (!isOther(kind)) return undefined;
  const { field, value, line, groupIndex } = walk.record();
  if (field === undefined || value === undefined) return undefined;
  return {
    field: kind,
    name: field.text,
    value: value.text,
    line,
    span: value.span,
    groupIndex,
  };
}

const NOT_OTHER = 'user-agent allow disallow blank comment invalid beyond-limit'.split(' ');

function isOther(kind: RecordKind): kind is OtherRecord['field'] {
  return !NOT_OTHER.includes(kind);
}

const ABSOLUTE_URL = /^[a-z][a-z\d+.-]*:\/\/./i;
/** Each digit matches in one way only, so long values take linear time. */
const DECIMAL = /^(?:\d+(?:\.\d*)?|\.\d+)$/;

/** Returns whether a sitemap value is an absolute URL, as sitemaps.org requires. */
export function isAbsoluteUrl(value: string): boolean {
  return ABSOLUTE_URL.test(value);
}

/** 68 years. A longer delay counts as this one, as in HTTP (RFC 9111 1.2.2), so that a value of any length is finite. */
const LONGEST_DELAY = 2 ** 31;

/** Returns a crawl delay in seconds, or undefined if the value is not a number. */
export function parseDelay(value: string): number | undefined {
  return DECIMAL.test(value) ? Math.min(Number(value), LONGEST_DELAY) : undefined;
}

/**
 * Returns a function from a user-agent line to the crawl delay of its group in seconds: the first valid one. Linear in the body.
 */
export function readCrawlDelays(reader: RecordReader): (line: number) => number | undefined {
  const groupOf = new Map<number, number>();
  const seconds: (number | undefined)[] = [];
  while (reader.next()) {
    const { kind, groupIndex } = reader;
    if (groupIndex === undefined) continue;
    if (kind === 'user-agent') groupOf.set(reader.cursor.line, groupIndex);
    if (kind === 'crawl-delay') seconds[groupIndex] ??= parseDelay(reader.value);
  }
  return (line) => seconds[groupOf.get(line) ?? -1];
}
