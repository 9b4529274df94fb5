/** The records of a file, read when somebody asks for them; the matchers of the file share them. */
import type { CompiledDialect } from './compiled-dialect.js';
import type { Body } from './decode.js';
import type { RuleDescriber } from './match/matcher.js';
import type { RuleList } from './match/rule-list.js';
import { ruleOf } from './syntax/groups.js';
import { type ReadRecords, readRecords } from './syntax/record.js';
import type { Rule } from './verdict.js';

/** An object for each file, where a closure for each matcher would cost a tenth of a small file's only question. */
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
