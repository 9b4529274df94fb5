/** Blocks of rows -> blocks of answered rows. */
import { type Block, utf8Text } from './blocks.js';
import { type Answers, answeredRow, answersOf, type Row, type RowFormat } from './rows.js';
import type { Outcome, Rules } from './rules.js';

/** Which rows are printed, and how. */
export interface Selection {
  readonly format: RowFormat;
  readonly productTokens: readonly string[];
  /** Where it is given, bare URLs are printed, and only those with this outcome for any of the tokens. */
  readonly only?: Outcome | undefined;
}

/** A row without an answer. */
export interface BadRow {
  /** Of its first line, from 1 in its block. */
  readonly line: number;
  readonly why: string;
  /** The row as it was, in octets, without its line end. */
  readonly text: string;
}

export interface Filtered {
  readonly text: string;
  readonly bad: readonly BadRow[];
  /** Lines there were. */
  readonly lines: number;
}

/** The rules for a URL. Throws a TypeError where it has no place on the web. */
export type RulesFor = (url: string) => Rules;

/** More than any server takes; a longer one is no URL that was ever meant. */
const LONGEST_URL_OCTETS = 1024 * 1024;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

export class BlockFilter {
  readonly #selection: Selection;
  readonly #answers: readonly Answers[];

  constructor(selection: Selection) {
    this.#selection = selection;
    this.#answers = selection.productTokens.map((token) => answersOf(selection.format, token));
  }

  /** Answers each row of a block, in order. */
  filter({ text, isAscii }: Block, rulesFor: RulesFor): Filtered {
    const { format } = this.#selection;
    const isPlain = isAscii && !format.escapes;
    const bad: BadRow[] = [];
    let answered = '';
    const rowEnd = format.rowEnds?.(text);
    let line = 1;
    for (let at = 0, next = 0; at < text.length; at = next) {
      const start = line++;
      if (rowEnd === undefined) {
        next = text.indexOf('\n', at) + 1 || text.length;
      } else {
        next = rowEnd(at);
        line += innerLines(text, at, next);
      }
      const written = text.slice(at, withoutLineEnd(text, at, next));
      if (format.isHeader?.(written)) continue;
      const row = format.read(written);
      const url = isPlain ? row.url : decoded(row.url);
      const rows = this.#answer(row, url, rulesFor);
      if (rows !== undefined) answered += rows;
      else {
        answered += this.#invalid(row);
        bad.push({ line: start, why: whyBad(row.url, url), text: written });
      }
    }
    return { text: answered, bad, lines: line - 1 };
  }

  /** The rows of one URL; undefined where it is none. */
  #answer(row: Row, url: string | undefined, rulesFor: RulesFor): string | undefined {
    if (url === undefined || url === '' || url.length > LONGEST_URL_OCTETS) return undefined;
    const { format, only } = this.#selection;
    let rows = '';
    try {
      const rules = rulesFor(url);
      for (let token = 0; token < this.#answers.length; token++) {
        const outcome = rules.outcome(url, token);
        if (only === undefined) rows += answeredRow(row, this.#answers[token][outcome], format);
        else if (outcome === only) return `${row.url}\n`;
      }
    } catch (error) {
      if (error instanceof TypeError) return undefined;
      throw error;
    }
    return rows;
  }

  #invalid(row: Row): string {
    const { format, only } = this.#selection;
    if (only !== undefined) return '';
    return this.#answers.map(({ invalid }) => answeredRow(row, invalid, format)).join('');
  }
}

/** Line ends before that of the row. */
function innerLines(text: string, at: number, next: number): number {
  let count = 0;
  for (let end = text.indexOf('\n', at); end !== -1 && end < next - 1; count++) {
    end = text.indexOf('\n', end + 1);
  }
  return count;
}

function withoutLineEnd(text: string, at: number, next: number): number {
  if (text.charCodeAt(next - 1) !== LINE_FEED) return next;
  const end = next - 1;
  return end > at && text.charCodeAt(end - 1) === CARRIAGE_RETURN ? end - 1 : end;
}

function decoded(octets: string | undefined): string | undefined {
  return octets === undefined ? undefined : utf8Text(octets);
}

function whyBad(octets: string | undefined, url: string | undefined): string {
  if (octets === undefined || octets === '') return 'there is no URL in it';
  if (url === undefined) return 'the URL is not UTF-8';
  return url.length > LONGEST_URL_OCTETS ? 'the URL is longer than 1 MiB' : 'that is no URL';
}
