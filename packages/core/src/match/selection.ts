/** Selects the rules that apply to a product token, in one pass and without creating an object per line. */
import { ALLOW, type CompiledDialect, DISALLOW, USER_AGENT } from '../dialect/compiled-dialect.js';
import type { Body } from '../syntax/body.js';
import { Grouping, isStarToken, namesToken, productTokenEnd, toLower } from '../syntax/group.js';
import { RecordCursor, RULE_WIDTH } from '../syntax/record-cursor.js';
import { foldedBytes, STAR_TOKEN } from './token-input.js';
import type { AppliedGroup } from './verdict.js';

/** The rules and user-agent lines of the applicable groups. */
export interface Selection {
  /** The group of the first matching token or of `*`, if any. */
  readonly group: AppliedGroup | undefined;
  /** RULE_WIDTH numbers per rule, in file order, with byte offsets into the body. */
  readonly rules: ArrayLike<number>;
}

/** Up to this many numbers, a plain array is cheaper than a typed array. */
const LONGEST_PLAIN_LIST = 1024;

const NO_SELECTION: Selection = { group: undefined, rules: [] };

/** The best groups seen so far: none, those for `*`, or those for the token itself, which replace those for `*`. */
const NO_GROUP = 0;
const STAR_GROUP = 1;
const NAMED_GROUP = 2;

/** Collects groups during a walk over a body. Reused for every body to avoid allocations. */
class Collector {
  best: typeof NO_GROUP | typeof STAR_GROUP | typeof NAMED_GROUP = NO_GROUP;
  /** Whether the current group is one of the best. */
  open = false;
  #userAgentLines: number[] = [];
  #rules: Int32Array = new Int32Array(1024 * RULE_WIDTH);
  #length = 0;

  begin(): void {
    this.best = NO_GROUP;
    this.open = false;
  }

  /** Adds a user-agent line for the token or `*`. */
  addUserAgentLine(line: number, kind: typeof STAR_GROUP | typeof NAMED_GROUP, groups: 'merged' | 'first'): void {
    if (kind < this.best) return;
    if (kind > this.best) {
      this.best = kind;
      this.#userAgentLines = [line];
      this.#length = 0;
    } else {
      if (groups === 'first' && !this.open) return;
      this.#userAgentLines.push(line);
    }
    this.open = true;
  }

  /** Adds the current rule of the open group, and the rules on the lines that follow. */
  addRules(cursor: RecordCursor): void {
    if (this.#length + RULE_WIDTH > this.#rules.length) {
      const larger = new Int32Array(this.#rules.length * 2);
      larger.set(this.#rules);
      this.#rules = larger;
    }
    this.#length = cursor.readRules(this.#rules, this.#length);
  }

  /** Returns a copy of the collected groups. */
  select(token: string): Selection {
    if (this.best === NO_GROUP) return NO_SELECTION;
    const productToken = this.best === NAMED_GROUP ? token : STAR_TOKEN;
    const group = { productToken, userAgentLines: this.#userAgentLines };
    const length = this.#length;
    if (length > LONGEST_PLAIN_LIST) return { group, rules: this.#rules.slice(0, length) };
    const rules = new Array<number>(length);
    for (let i = 0; i < length; i++) rules[i] = this.#rules[i];
    return { group, rules };
  }
}

/** Reused: creating a cursor costs as much as reading one or two lines. */
const cursor = new RecordCursor();
const collector = new Collector();

/**
 * Selects the groups for the first token that has one, else those for `*` (RFC 9309 2.2.1). Worst case: linear in the
 * bytes of the body per token.
 */
export function selectGroups(body: Body, tables: CompiledDialect, tokens: readonly string[]): Selection {
  let selection = NO_SELECTION;
  for (const token of tokens) {
    collect(body, tables, foldedBytes(token));
    selection = collector.select(token);
    if (collector.best === NAMED_GROUP) break;
  }
  return selection;
}

/** Collects the token's groups, or those for `*`. */
function collect(body: Body, tables: CompiledDialect, token: Uint8Array): void {
  const bytes = body.sharedBytes();
  const { groups } = tables.dialect;
  const grouping = new Grouping(tables);
  cursor.begin(body, bytes, tables);
  collector.begin();
  for (;;) {
    if (!collector.open && grouping.runEnded) cursor.skipOtherGroups(token);
    if (!cursor.nextGroupLine()) break;
    const { kind, valueStart, valueEnd, line } = cursor;
    const opens = grouping.next(kind);
    if (kind === ALLOW || kind === DISALLOW) {
      if (collector.open) collector.addRules(cursor);
      continue;
    }
    if (opens || grouping.group < 0) collector.open = false;
    if (kind !== USER_AGENT) continue;
    if (isStarToken(bytes, valueStart, valueEnd, tables)) collector.addUserAgentLine(line, STAR_GROUP, groups.star);
    else if (namesToken(bytes, valueStart, valueEnd, token, tables)) {
      collector.addUserAgentLine(line, NAMED_GROUP, groups.named);
    }
  }
  cursor.release();
}

/** The groups for one name. */
interface NamedLines {
  readonly userAgentLines: number[];
  readonly groups: number[];
}

/**
 * The groups of a file by name. Selects the same groups as `selectGroups` without a walk per token, for files that are
 * queried for many tokens. Construction is linear in the body; queries are linear in the result.
 */
export class GroupIndex {
  readonly #byName = new Map<string, NamedLines>();
  readonly #star: NamedLines = { userAgentLines: [], groups: [] };
  /** RULE_WIDTH numbers per rule, for each group. */
  readonly #rules: number[][] = [];
  readonly #tables: CompiledDialect;

  constructor(body: Body, tables: CompiledDialect) {
    this.#tables = tables;
    const bytes = body.sharedBytes();
    cursor.begin(body, bytes, tables);
    const grouping = new Grouping(tables);
    while (cursor.nextGroupLine()) {
      const { kind, line, valueStart, valueEnd } = cursor;
      grouping.next(kind);
      const { group } = grouping;
      if (group < 0) continue;
      if (kind === ALLOW || kind === DISALLOW) {
        this.#rulesOf(group).push(valueStart, valueEnd, line * 2 + DISALLOW - kind);
      } else if (kind === USER_AGENT) {
        this.#name(bytes, valueStart, valueEnd, line, group);
      }
    }
    cursor.release();
  }

  /** Selects the groups for the first token that has one, else those for `*` (RFC 9309 2.2.1). */
  select(tokens: readonly string[]): Selection {
    for (const token of tokens) {
      const bytes = foldedBytes(token);
      const named = this.#byName.get(foldedName(bytes, 0, bytes.length));
      if (named !== undefined) return this.#selection(token, named);
    }
    if (this.#star.groups.length === 0) return NO_SELECTION;
    return this.#selection(STAR_TOKEN, this.#star);
  }

  #rulesOf(group: number): number[] {
    this.#rules[group] ??= [];
    return this.#rules[group];
  }

  #name(bytes: Uint8Array, start: number, end: number, line: number, group: number): void {
    const { groups } = this.#tables.dialect;
    const isStar = isStarToken(bytes, start, end, this.#tables);
    const firstOnly = (isStar ? groups.star : groups.named) === 'first';
    const lines = isStar ? this.#star : this.#namedLines(bytes, start, end);
    if (lines.groups.at(-1) !== group) {
      if (firstOnly && lines.groups.length > 0) return;
      lines.groups.push(group);
    }
    lines.userAgentLines.push(line);
  }

  #namedLines(bytes: Uint8Array, start: number, end: number): NamedLines {
    const name = foldedName(bytes, start, productTokenEnd(bytes, start, end, this.#tables));
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    const lines: NamedLines = { userAgentLines: [], groups: [] };
    this.#byName.set(name, lines);
    return lines;
  }

  #selection(productToken: string, { userAgentLines, groups }: NamedLines): Selection {
    const [first] = groups;
    const rules = groups.length === 1 ? this.#rulesOf(first) : groups.flatMap((group) => this.#rulesOf(group));
    return { group: { productToken, userAgentLines }, rules };
  }
}

function foldedName(bytes: Uint8Array, start: number, end: number): string {
  let name = '';
  for (let at = start; at < end; at++) name += String.fromCharCode(toLower(bytes[at]));
  return name;
}
