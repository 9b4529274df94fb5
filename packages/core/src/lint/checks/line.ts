/** A line as checks see it. */

import { type CompiledDialect, table } from '../../dialect/compiled-dialect.js';
import type { RobotsTxt } from '../../file/robots-txt.js';
import type { RecordKind, RecordReader, RobotsTxtRecord } from '../../syntax/record.js';
import type { Span } from '../../syntax/span.js';
import { DELETE, HASH, SPACE, TAB } from '../../util/bytes.js';
import type { BodyContent } from '../content.js';

/** A change of the body: replaces the bytes of the span by the text in UTF-8. */
export interface TextEdit {
  readonly span: Span;
  readonly replacement: string;
}

export interface LineFile {
  readonly robotsTxt: RobotsTxt;
  readonly tables: CompiledDialect;
  /** If the body is not text, lint reports that once instead of checking each line. */
  readonly content: BodyContent;
}

const PLAIN = table((byte) => byte === TAB || (byte >= SPACE && byte < DELETE));

/** The current line of a reader. Creates strings and objects on demand, because most lines have no problem. */
export class Line {
  readonly file: LineFile;
  readonly kind: RecordKind;
  readonly groupIndex: number | undefined;
  readonly index: number;
  /** The decoded bytes of the file, and the range of the value. */
  readonly bytes: Uint8Array;
  readonly valueStart: number;
  readonly valueEnd: number;
  /** The value as written; empty if there is none. */
  readonly value: string;
  /** Whether the line has white space instead of a colon. */
  readonly colonMissing: boolean;
  /** Whether the line has only printable ASCII characters and tabs. */
  readonly isPlain: boolean;
  readonly #reader: RecordReader;
  #record: RobotsTxtRecord | undefined;

  constructor(reader: RecordReader, file: LineFile) {
    this.file = file;
    this.kind = reader.kind;
    this.groupIndex = reader.groupIndex;
    this.index = reader.index;
    this.bytes = reader.bytes;
    this.valueStart = reader.valueStart;
    this.valueEnd = reader.valueEnd;
    this.value = this.valueStart === this.valueEnd ? '' : reader.value;
    this.colonMissing = reader.cursor.kind >= 0 && reader.cursor.colonMissing;
    this.#reader = reader;
    const { lineStart, lineEnd } = reader.cursor;
    let at = lineStart;
    while (at < lineEnd && PLAIN[this.bytes[at]] === 1) at++;
    this.isPlain = at === lineEnd;
  }

  get record(): RobotsTxtRecord {
    this.#record ??= this.#reader.record();
    return this.#record;
  }

  /** The bytes of the line without its line end. */
  get length(): number {
    const { lineStart, lineEnd } = this.#reader.cursor;
    return lineEnd - lineStart;
  }

  /** The field as written; empty if there is none. */
  get field(): string {
    const { kind, fieldStart, fieldEnd } = this.#reader.cursor;
    return kind < 0 ? '' : this.#reader.sourceText.text(fieldStart, fieldEnd);
  }

  get hasComment(): boolean {
    const { contentEnd, lineEnd } = this.#reader.cursor;
    return contentEnd < lineEnd && this.bytes[contentEnd] === HASH;
  }

  spanOf(about: 'line' | 'field' | 'value' | 'comment'): Span {
    const { record } = this;
    return ((about === 'line' ? undefined : record[about]) ?? record).span;
  }

  replace(part: 'field' | 'value', replacement: string): TextEdit | undefined {
    const span = this.record[part]?.span;
    return span === undefined ? undefined : { span, replacement };
  }
}
