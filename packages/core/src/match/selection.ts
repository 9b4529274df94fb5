/** Selects the rules that apply to a product token, in one pass and without an object per line. */
import { ALLOW, type CompiledDialect, DISALLOW, USER_AGENT } from '../dialect/compiled-dialect.js';
import type { Body } from '../syntax/body.js';
import { Grouping, isStarToken, namesToken, productTokenEnd, toLower } from '../syntax/group.js';
import { RecordCursor } from '../syntax/record-cursor.js';
import { foldedBytes, STAR_TOKEN } from './token-input.js';
import type { AppliedGroup } from './verdict.js';

/** Numbers per rule in `Selection.rules`: start and end of the pattern, and `line * 2 + allow`. */
export const RULE_WIDTH = 3;

/** The rules and user-agent lines of the applicable groups. */
export interface Selection {
  /** The group of the first matching token or of `*`, if any. */
  readonly group: AppliedGroup | undefined;
  /** RULE_WIDTH numbers per rule, in file order, with byte offsets into the body. */
  readonly rules: ArrayLike<number>;
}

/** Up to this many numbers, a plain array is cheaper than a typed array. */
const LONGEST_PLAIN_LIST = 1024;

/** Collects the groups for one name during a walk over a body. Reused for every body to avoid allocations. */
class Collector {
  found = false;
  /** Whether the current group has the name. */
  open = false;
  #firstOnly = false;
  #userAgentLines: number[] | undefined;
  #rules: Int32Array = new Int32Array(1024 * RULE_WIDTH);
  #length = 0;

  /** Resets the collector. */
  begin(groups: 'merged' | 'first'): void {
    this.found = false;
    this.open = false;
    this.#firstOnly = groups === 'first';
    this.#userAgentLines = undefined;
    this.#length = 0;
  }

  /** Takes a user-agent line with this collector's token. */
  name(line: number): void {
    if (this.#firstOnly && this.found && !this.open) return;
    this.open = true;
    this.found = true;
    if (this.#userAgentLines === undefined) this.#userAgentLines = [line];
    else this.#userAgentLines.push(line);
  }

  /** Takes a rule of the open group. */
  rule(start: number, end: number, lineAndKind: number): void {
    const at = this.#length;
    this.#length = at + RULE_WIDTH;
    if (this.#length > this.#rules.length) {
      const larger = new Int32Array(this.#rules.length * 2);
      larger.set(this.#rules);
      this.#rules = larger;
    }
    const rules = this.#rules;
    rules[at] = start;
    rules[at + 1] = end;
    rules[at + 2] = lineAndKind;
  }

  /** Returns a copy of the collected groups. */
  select(productToken: string): Selection {
    return {
      group: { productToken, userAgentLines: this.#userAgentLines ?? [] },
      rules: this.#copy(),
    };
  }

  #copy(): ArrayLike<number> {
    const length = this.#length;
    if (length > LONGEST_PLAIN_LIST) return this.#rules.slice(0, length);
    const list = new Array<number>(length);
    for (let i = 0; i < length; i++) list[i] = this.#rules[i];
    return list;
  }
}

/** Reused: creating a cursor costs as much as reading one or two lines. */
const cursor = new RecordCursor();
const named = new Collector();
const rest = new Collector();

const NOBODY: Selection = { group: undefined, rules: [] };

/**
 * Selects the groups for the first token that has one, else those for `*` (RFC 9309 2.2.1). Worst case: linear in the
 * bytes of the body per token.
 */
export function selectGroups(
  body: Body,
  tables: CompiledDialect,
  tokens: readonly string[],
): Selection {
  let star = NOBODY;
  for (const token of tokens) {
    collect(body, tables, foldedBytes(token));
    if (named.found) return named.select(token);
    if (rest.found) star = rest.select(STAR_TOKEN);
  }
  return star;
}

/** Collects the token's groups in `named` and those for `*` in `rest`. */
function collect(body: Body, tables: CompiledDialect, token: Uint8Array): void {
  const bytes = body.sharedBytes();
  cursor.begin(body, bytes, tables);
  const grouping = new Grouping(tables);
  const { beginsUserAgent, beginsGroupLine } = tables;
  const { groups } = tables.dialect;
  named.begin(groups.named);
  rest.begin(groups.star);
  /** The collector for the rules of the current group. */
  let taker: Collector | undefined;
  let wanted = beginsUserAgent;
  while (cursor.nextOf(wanted)) {
    const { kind } = cursor;
    const opens = grouping.next(kind);
    if (kind === ALLOW || kind === DISALLOW) {
      if (taker === undefined) wanted = beginsUserAgent;
      else taker.rule(cursor.valueStart, cursor.valueEnd, cursor.line * 2 + DISALLOW - kind);
      continue;
    }
    if (opens || grouping.group < 0) {
      named.open = false;
      rest.open = false;
    }
    if (kind === USER_AGENT) {
      const { valueStart, valueEnd, line } = cursor;
      if (isStarToken(bytes, valueStart, valueEnd, tables)) rest.name(line);
      else if (namesToken(bytes, valueStart, valueEnd, token, tables)) named.name(line);
    }
    // A named group replaces the rules for `*`, so those are no longer needed.
    taker = named.open ? named : rest.open && !named.found ? rest : undefined;
    wanted = taker === undefined && grouping.runEnded ? beginsUserAgent : beginsGroupLine;
  }
  cursor.release();
}

/** The groups of one name. */
interface NamedLines {
  readonly userAgentLines: number[];
  readonly groups: number[];
}

/**
 * The groups of a file by name. Equivalent to `selectGroups` but without a walk per token, for files queried for many
 * tokens. Construction is linear in the body; queries are linear in the result.
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
    while (cursor.nextOf(tables.beginsGroupLine)) {
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
    if (this.#star.groups.length === 0) return NOBODY;
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
    const [only] = groups;
    const rules =
      groups.length === 1 ? this.#rulesOf(only) : groups.flatMap((group) => this.#rulesOf(group));
    return { group: { productToken, userAgentLines }, rules };
  }
}

function foldedName(bytes: Uint8Array, start: number, end: number): string {
  let name = '';
  for (let at = start; at < end; at++) name += String.fromCharCode(toLower(bytes[at]));
  return name;
}
