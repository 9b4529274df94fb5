/** The records of a file, read when somebody asks for them; the matchers of the file share them. */
import type { CompiledDialect } from './compiled-dialect.js';
import type { Body } from './decode.js';
import type { RuleDescriber } from './match/matcher.js';
import type { RuleList } from './match/rule-list.js';
import { ruleOf } from './syntax/groups.js';
import { type ReadRecords, readRecords } from './syntax/record.js';
import type { Rule } from './verdict.js';

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
}
