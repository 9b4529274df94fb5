/** Records -> the rules that apply to one product token, in one pass and without an object per line. */
import {
  ALLOW,
  type CompiledDialect,
  DISALLOW,
  USER_AGENT,
} from '../compiled-dialect.js';
import type { Body } from '../decode.js';
import { Grouping } from '../syntax/group.js';
import { RecordCursor } from '../syntax/record-cursor.js';
import { namesEveryone, namesToken } from '../syntax/user-agent-line.js';
import { EVERYONE } from './asked-token.js';

/** The numbers that stand for one rule in `Selection.rules`: where the pattern starts and ends, and `line * 2 + allow`. */
export const RULE_WIDTH = 3;

/** The rules and user-agent lines of the groups that apply. */
export interface Selection {
  /** The token that has a group, `*` where everyone's applies, or undefined where none does. */
  readonly productToken: string | undefined;
  /** Line numbers of the user-agent lines that named it. */
  readonly userAgentLines: readonly number[];
  /** RULE_WIDTH numbers a rule, in file order: octet offsets into the body. */
  readonly rules: readonly number[];
}

/** The groups for one name, collected while the body is walked once. */
class Collector {
  readonly userAgentLines: number[] = [];
  readonly rules: number[] = [];
  found = false;
  /** Whether the group that is being read is one of them. */
  open = false;
  readonly #firstOnly: boolean;

  constructor(groups: 'merged' | 'first') {
    this.#firstOnly = groups === 'first';
  }

  /** Takes a user-agent line that names this collector's token. */
  name(line: number): void {
    if (this.#firstOnly && this.found && !this.open) return;
    this.open = true;
    this.found = true;
    this.userAgentLines.push(line);
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
    const { named, rest } = collect(body, tables, token);
    if (named.found) return selection(token, named);
    if (rest.found) everyone = selection(EVERYONE, rest);
  }
  return everyone;
}

function selection(productToken: string, { userAgentLines, rules }: Collector): Selection {
  return { productToken, userAgentLines, rules };
}

function collect(
  body: Body,
  tables: CompiledDialect,
  token: string,
): { named: Collector; rest: Collector } {
  const octets = body.octets();
  const cursor = new RecordCursor(octets, body.start, body.end, tables);
  const grouping = new Grouping(tables);
  const { groups } = tables.dialect;
  const named = new Collector(groups.named);
  const rest = new Collector(groups.everyone);
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
      collector?.rules.push(
        cursor.valueStart,
        cursor.valueEnd,
        cursor.line * 2 + (kind === ALLOW ? 1 : 0),
      );
    }
  }
  return { named, rest };
}
