/** What a run prints for a row, one writer per kind. */
import { type Crawler, crawlerName, type Outcome } from '@repkit/core';
import { bytesOf, LF } from '../bytes/bytes.js';
import { NOT_PLAIN, type Row } from '../rows/read-rows.js';
import { type DecidingRule, OUTCOMES, type Print, type RowFormat, type RowOutcome } from '../rows/row-format.js';
import type { Addition, RowOutput } from '../rows/row-output.js';
import { urlText } from '../rows/url-problem.js';
import type { Rules } from './rules.js';

export interface RowWriter {
  /** Throws a TypeError if the URL is invalid, possibly after writing a part. */
  write(row: Row, rules: Rules, crawlers: readonly Crawler[], output: RowOutput): void;
  writeInvalid(row: Row, crawlers: readonly Crawler[], output: RowOutput): void;
}

/** @param crawlers those of most rows */
export function rowWriter(format: RowFormat, print: Print, crawlers: readonly Crawler[]): RowWriter {
  switch (print) {
    case 'rows':
      return new VerdictRows(format, crawlers);
    case 'explained-rows':
      return explainedRows(format);
    case 'groups':
      return groupRows(format);
    case 'verdicts':
      return bareVerdicts(format);
    case 'allowed-urls':
      return selectedUrls('allowed');
    case 'disallowed-urls':
      return selectedUrls('disallowed');
  }
}

type Verdicts = Readonly<Record<RowOutcome, Addition>>;

class VerdictRows implements RowWriter {
  readonly #format: RowFormat;
  readonly #crawlers: readonly Crawler[];
  readonly #verdicts: readonly Verdicts[];

  constructor(format: RowFormat, crawlers: readonly Crawler[]) {
    this.#format = format;
    this.#crawlers = crawlers;
    this.#verdicts = crawlers.map((crawler) => this.#verdictsOf(crawler));
  }

  write(row: Row, rules: Rules, crawlers: readonly Crawler[], output: RowOutput): void {
    const verdicts = this.#verdictsFor(crawlers);
    for (let index = 0; index < verdicts.length; index++) {
      const outcome = outcomeOf(rules[index], row);
      output.addRow(row, (verdicts[index] as Verdicts)[outcome]);
    }
  }

  writeInvalid(row: Row, crawlers: readonly Crawler[], output: RowOutput): void {
    for (const { invalid } of this.#verdictsFor(crawlers)) output.addRow(row, invalid);
  }

  #verdictsFor(crawlers: readonly Crawler[]): readonly Verdicts[] {
    if (crawlers === this.#crawlers) return this.#verdicts;
    return crawlers.map((crawler) => this.#verdictsOf(crawler));
  }

  #verdictsOf(crawler: Crawler): Verdicts {
    const name = crawlerName(crawler);
    const entries = OUTCOMES.map((outcome) => {
      return [outcome, addition(this.#format.verdict(name, outcome), this.#format)] as const;
    });
    return Object.fromEntries(entries) as Verdicts;
  }
}

function explainedRows(format: RowFormat): RowWriter {
  const none: DecidingRule = { rule: undefined, line: undefined };
  return {
    write(row, rules, crawlers, output) {
      for (const [index, crawler] of crawlers.entries()) {
        const { outcome, ...decision } = (rules[index] as Rules[number]).decide(urlText(row));
        const rule = decision.verdict?.rule;
        const explained = rule === undefined ? none : { rule: ruleText(rule), line: rule.line };
        output.addRow(row, addition(format.verdict(crawlerName(crawler), outcome, explained), format));
      }
    },
    writeInvalid(row, crawlers, output) {
      for (const crawler of crawlers) {
        output.addRow(row, addition(format.verdict(crawlerName(crawler), 'invalid', none), format));
      }
    },
  };
}

function ruleText({ kind, pattern }: { readonly kind: string; readonly pattern: string }): string {
  return `${kind === 'allow' ? 'Allow' : 'Disallow'}: ${pattern}`;
}

/** `not-governed` does not permit anything: the operator of such a crawler does not say that it follows the rules. */
const UNKNOWN: ReadonlySet<Outcome> = new Set<Outcome>(['unreachable', 'not-governed', 'unstated']);

function groupRows(format: RowFormat): RowWriter {
  const invalid = addition(format.group(['invalid'], ['invalid']), format);
  return {
    write(row, rules, crawlers, output) {
      const blocked: string[] = [];
      const unknown: string[] = [];
      for (const [index, crawler] of crawlers.entries()) {
        const outcome = outcomeOf(rules[index], row);
        if (outcome === 'disallowed') blocked.push(crawlerName(crawler));
        else if (UNKNOWN.has(outcome)) unknown.push(crawlerName(crawler));
      }
      output.addRow(row, addition(format.group(blocked, unknown), format));
    },
    writeInvalid(row, _crawlers, output) {
      output.addRow(row, invalid);
    },
  };
}

/** Rows have one crawler. */
function bareVerdicts(format: RowFormat): RowWriter {
  const entries = OUTCOMES.map((outcome) => [outcome, plainBytes(format.verdictRow(outcome))]);
  const verdicts = Object.fromEntries(entries) as Readonly<Record<RowOutcome, Uint8Array>>;
  const writeOutcome = (outcome: RowOutcome, output: RowOutput): void => {
    const verdict = verdicts[outcome];
    output.copy(verdict, 0, verdict.length);
  };
  return {
    write(row, [rules], _crawlers, output) {
      writeOutcome(outcomeOf(rules, row), output);
    },
    writeInvalid(_row, _crawlers, output) {
      writeOutcome('invalid', output);
    },
  };
}

const LINE_END = Uint8Array.of(LF);

/** Prints a URL if its outcome for at least one crawler is this. */
function selectedUrls(wanted: Outcome): RowWriter {
  return {
    write(row, rules, _crawlers, output) {
      if (!rules.some((site) => outcomeOf(site, row) === wanted)) return;
      const { bytes, urlStart, urlEnd } = row;
      output.copy(bytes, urlStart, urlEnd);
      output.copy(LINE_END, 0, 1);
    },
    writeInvalid() {},
  };
}

function addition(added: string, { end }: RowFormat): Addition {
  return { bytes: plainBytes(added), end: plainBytes(end), last: plainBytes(added + end) };
}

/** Returns the outcome for the URL of a row. The host of a plain one is not read again. */
function outcomeOf(rules: Rules[number] | undefined, { bytes, urlStart, urlEnd, targetStart }: Row): Outcome {
  if (rules === undefined) throw new RangeError('A row needs rules for each crawler.');
  return rules.outcomeAt(bytes, targetStart === NOT_PLAIN ? urlStart : targetStart, urlEnd);
}

/** Returns an array of the same class as blocks have, which keeps the code that copies bytes fast. */
function plainBytes(text: string): Uint8Array {
  return Uint8Array.from(bytesOf(text));
}
