/** The records of a file, read when somebody asks for them; the matchers of the file share them. */
import type { CompiledDialect } from './compiled-dialect.js';
import type { Body } from './decode.js';
import type { RuleDescriber } from './match/matcher.js';
import { canonicalText } from './match/octets.js';
import type { RuleList } from './match/rule-list.js';
import { Places } from './places.js';
import { ruleOf } from './syntax/groups.js';
import { type ReadRecords, readRecords } from './syntax/record.js';
import type { Rule } from './verdict.js';

const LF = 0x0a;
const CR = 0x0d;

/** One object for a file in place of a closure for each matcher, which costs more than it where one question is asked. */
export class FileRecords implements RuleDescriber {
  readonly #body: Body;
  readonly #tables: CompiledDialect;
  #read: ReadRecords | undefined;

  constructor(body: Body, tables: CompiledDialect) {
    this.#body = body;
    this.#tables = tables;
  }

  /** Every line of the file. */
  get read(): ReadRecords {
    this.#read ??= readRecords(this.#body, this.#tables);
    return this.#read;
  }

  describe(rules: RuleList): readonly Rule[] {
    const { read } = this;
    return Array.from({ length: rules.length }, (_, rule) =>
      ruleOf(read, rules.line(rule) - 1, this.#tables),
    );
  }

  /** The same for one rule, straight from the octets of its line: who asks once does not pay for every line of the file. */
  describeOne(rules: RuleList, rule: number): Rule {
    const octets = this.#body.octets();
    const start = rules.start(rule);
    const end = rules.end(rule);
    const line = rules.line(rule);
    const lineStart = this.#lineStart(octets, start);
    const places = this.#places(octets);
    places.enter(lineStart, end);
    const pattern = places.text(start, end);
    const form = rules.canonical(rule);
    return {
      kind: rules.isAllow(rule) ? 'allow' : 'disallow',
      pattern,
      canonicalPattern: canonicalText(form, octets, start, pattern),
      octets: form.length,
      usable: rules.isUsable(rule),
      line,
      span: places.span(line, lineStart, start, end),
    };
  }

  /** Only offsets in UTF-16 are held within the length of the source. */
  #places(octets: Uint8Array): Places {
    const { encoding } = this.#body;
    const sourceLength = encoding === 'utf-8' ? octets.length : this.#body.wholeSource().length;
    return new Places(this.#body, octets, sourceLength);
  }

  #lineStart(octets: Uint8Array, within: number): number {
    let start = within;
    while (start > this.#body.start && octets[start - 1] !== LF && octets[start - 1] !== CR) {
      start--;
    }
    return start;
  }
}
