/** Records -> the rules that apply to one product token, in one pass and without an object per line. */
import { ALLOW, type CompiledDialect, DISALLOW, USER_AGENT } from '../compiled-dialect.js';
import type { Body } from '../decode.js';
import { Grouping } from '../syntax/group.js';
import { RecordCursor } from '../syntax/record-cursor.js';
import { namesEveryone, namesToken } from '../syntax/user-agent-line.js';
import { EVERYONE } from './asked-token.js';
import { octetString } from './octets.js';

/** The numbers that stand for one rule in `Selection.rules`: where the pattern starts and ends, and `line * 2 + allow`. */
export const RULE_WIDTH = 3;

/** The rules and user-agent lines of the groups that apply. */
export interface Selection {
  /** The token that has a group, `*` where everyone's applies, or undefined where none does. */
  readonly productToken: string | undefined;
  /** Line numbers of the user-agent lines that named it. */
  readonly userAgentLines: readonly number[];
  /** RULE_WIDTH numbers a rule, in file order: octet offsets into the body. */
  readonly rules: ArrayLike<number>;
}

const LONGEST_PLAIN_LIST = 1024;

/** A growing row of numbers that is used again for every body, so that collecting leaves no garbage behind. */
class Row {
  numbers: Int32Array = new Int32Array(3 * 1024);

  /** The first `length` numbers as a list of their own: a plain one where an array of integers costs more to make. */
  copy(length: number): ArrayLike<number> {
    if (length > LONGEST_PLAIN_LIST) return this.numbers.slice(0, length);
    const list = new Array<number>(length);
    for (let i = 0; i < length; i++) list[i] = this.numbers[i];
    return list;
  }

  reserve(length: number): void {
    if (length <= this.numbers.length) return;
    const larger = new Int32Array(this.numbers.length * 2);
    larger.set(this.numbers);
    this.numbers = larger;
  }
}

const namedRow = new Row();
const restRow = new Row();

/** The groups for one name, collected while the body is walked once. */
class Collector {
  found = false;
  /** Whether the group that is being read is one of them. */
  open = false;
  readonly #firstOnly: boolean;
  readonly #row: Row;
  #length = 0;
  #userAgentLines: number[] | undefined;

  constructor(groups: 'merged' | 'first', row: Row) {
    this.#firstOnly = groups === 'first';
    this.#row = row;
  }

  /** Takes a user-agent line that names this collector's token. */
  name(line: number): void {
    if (this.#firstOnly && this.found && !this.open) return;
    this.open = true;
    this.found = true;
    if (this.#userAgentLines === undefined) this.#userAgentLines = [line];
    else this.#userAgentLines.push(line);
  }

  /** Takes a rule of the group that is open. */
  rule(start: number, end: number, line: number, allows: boolean): void {
    const at = this.#length;
    this.#length = at + RULE_WIDTH;
    this.#row.reserve(this.#length);
    const { numbers } = this.#row;
    numbers[at] = start;
    numbers[at + 1] = end;
    numbers[at + 2] = line * 2 + (allows ? 1 : 0);
  }

  /** What has been collected; valid from then on. */
  select(productToken: string): Selection {
    const rules = this.#row.copy(this.#length);
    return { productToken, userAgentLines: this.#userAgentLines ?? [], rules };
  }
}

const NOBODY: Selection = { productToken: undefined, userAgentLines: [], rules: [] };

/**
 * Selects the groups for the first of the tokens that has one, else those for everyone (RFC 9309 2.2.1).
 * Worst case: linear in the octets of the body for each token.
 */
export function selectGroups(
  body: Body,
  tables: CompiledDialect,
  tokens: readonly string[],
): Selection {
  let everyone = NOBODY;
  for (const token of tokens) {
    const { named, rest } = collect(body, tables, octetsOf(token));
    if (named.found) return named.select(token);
    if (rest.found) everyone = rest.select(EVERYONE);
  }
  return everyone;
}

/** The token as a string of its octets, which is itself for all but a few. */
function octetsOf(token: string): string {
  for (let at = 0; at < token.length; at++) {
    if (token.charCodeAt(at) > 0x7f) {
      const octets = new TextEncoder().encode(token);
      return octetString(octets, 0, octets.length);
    }
  }
  return token;
}

function collect(
  body: Body,
  tables: CompiledDialect,
  token: string,
): { named: Collector; rest: Collector } {
  const octets = body.octets();
  const cursor = new RecordCursor(body, octets, tables);
  const grouping = new Grouping(tables);
  const { groups } = tables.dialect;
  const named = new Collector(groups.named, namedRow);
  const rest = new Collector(groups.everyone, restRow);
  while (cursor.next()) {
    const { kind } = cursor;
    const opens = grouping.next(kind);
    if (opens || grouping.group < 0) {
      named.open = false;
      rest.open = false;
    }
    if (kind === USER_AGENT) {
      const { valueStart, valueEnd, line } = cursor;
      if (namesEveryone(octets, valueStart, valueEnd, tables)) rest.name(line);
      else if (namesToken(octets, valueStart, valueEnd, token, tables)) named.name(line);
    } else if (kind === ALLOW || kind === DISALLOW) {
      // Whoever is named leaves everyone's rules aside, so they need not be kept once he is found.
      const collector = named.open ? named : rest.open && !named.found ? rest : undefined;
      collector?.rule(cursor.valueStart, cursor.valueEnd, cursor.line, kind === ALLOW);
    }
  }
  return { named, rest };
}
