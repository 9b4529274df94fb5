/** Records -> groups, rules and other records as objects (RFC 9309 2.2.1, 2.2.4). */
import type { CompiledDialect } from '../compiled-dialect.js';
import type { FieldName } from '../dialect.js';
import { EVERYONE } from '../match/asked-token.js';
import { canonicalPattern, canonicalText, octetString } from '../match/octets.js';
import type { Rule, Span } from '../verdict.js';
import type { ReadRecords, RobotsTxtRecord } from './record.js';
import { namesEveryone, productTokenEnd } from './user-agent-line.js';

/** A record that is neither a user-agent line nor a rule; it never influences a verdict (RFC 9309 2.2.4). */
export interface OtherRecord {
  readonly field: FieldName | 'unknown';
  /** The field as written. */
  readonly name: string;
  /** The value as written. */
  readonly value: string;
  readonly line: number;
  /** The place of the value. */
  readonly span: Span;
  /** The number of the group it stands in, from 0; undefined before the first one. */
  readonly groupIndex: number | undefined;
}

/** User-agent lines and what follows them up to the next ones. */
export interface Group {
  /** The product tokens that the group names as written, `*` among them; a line that names nobody adds none. */
  readonly productTokens: readonly string[];
  readonly userAgentRecords: readonly RobotsTxtRecord[];
  readonly rules: readonly Rule[];
  readonly otherRecords: readonly OtherRecord[];
}

/** The rule that stands in record `index`. */
export function ruleOf(read: ReadRecords, index: number, tables: CompiledDialect): Rule {
  const record = read.records[index];
  const start = read.values[index * 2];
  const end = read.values[index * 2 + 1];
  const pattern = record.value?.text ?? '';
  const form = canonicalPattern(read.octets, start, end, tables);
  return {
    kind: record.kind === 'allow' ? 'allow' : 'disallow',
    pattern,
    canonicalPattern: canonicalText(form, read.octets, start, pattern),
    octets: form.length,
    usable: start < end && tables.patternStarts[read.octets[start]] === 1,
    line: record.line,
    span: record.value?.span ?? record.span,
  };
}

/** All groups, in file order. */
export function readGroups(read: ReadRecords, tables: CompiledDialect): Group[] {
  const groups: {
    productTokens: string[];
    userAgentRecords: RobotsTxtRecord[];
    rules: Rule[];
    otherRecords: OtherRecord[];
  }[] = [];
  read.records.forEach((record, index) => {
    if (record.groupIndex === undefined) return;
    groups[record.groupIndex] ??= {
      productTokens: [],
      userAgentRecords: [],
      rules: [],
      otherRecords: [],
    };
    const group = groups[record.groupIndex];
    if (record.kind === 'user-agent') {
      group.userAgentRecords.push(record);
      const { octets, values } = read;
      const name = nameOf(octets, values[index * 2], values[index * 2 + 1], tables);
      if (name !== '') group.productTokens.push(name);
    } else if (record.kind === 'allow' || record.kind === 'disallow') {
      group.rules.push(ruleOf(read, index, tables));
    } else {
      const other = otherRecordOf(record);
      if (other !== undefined) group.otherRecords.push(other);
    }
  });
  return groups;
}

/** Whom the value of a user-agent record names: a product token, `*`, or nobody (the empty string). */
export function nameOf(
  octets: Uint8Array,
  start: number,
  end: number,
  tables: CompiledDialect,
): string {
  if (namesEveryone(octets, start, end, tables)) return EVERYONE;
  return octetString(octets, start, productTokenEnd(octets, start, end, tables));
}

/** The records that are neither user-agent lines nor rules, in file order. */
export function readOtherRecords(records: readonly RobotsTxtRecord[]): OtherRecord[] {
  return records.flatMap((record) => otherRecordOf(record) ?? []);
}

function otherRecordOf(record: RobotsTxtRecord): OtherRecord | undefined {
  const { kind, field, value, line, groupIndex } = record;
  if (field === undefined || value === undefined) return undefined;
  switch (kind) {
    case 'user-agent':
    case 'allow':
    case 'disallow':
    case 'blank':
    case 'comment':
    case 'invalid':
    case 'beyond-limit':
      return undefined;
    default:
      return {
        field: kind,
        name: field.text,
        value: value.text,
        line,
        span: value.span,
        groupIndex,
      };
  }
}
