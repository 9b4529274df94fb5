/** Byte tables for a dialect's plain data, built once per dialect object. */

import { BYTE_MASKS } from '../util/byte-mask.js';
import { ASTERISK, BACKSLASH, CR, DELETE, DOLLAR, DOT, HASH, LF, NUL, PERCENT, QUESTION_MARK, SPACE } from '../util/bytes.js';
import { memoizeByObject } from '../util/memoize-by-object.js';
import { type ByteSet, type CanonicalForm, type Dialect, FIELD_NAMES, type FieldName } from './dialect.js';

/** Record kinds as numbers, so that the scanner compares integers. Numbers from 0 are fields. */
export const UNKNOWN_FIELD = 0;
export const USER_AGENT = 1;
export const ALLOW = 2;
export const DISALLOW = 3;
export const CONTENT_USAGE = 12;
export const BLANK = -1;
export const COMMENT = -2;
export const INVALID = -3;

/** The field for each code. */
export const FIELD_BY_CODE: readonly (FieldName | undefined)[] = [undefined, ...FIELD_NAMES];

/** The bit that distinguishes an ASCII letter from its capital. */
export const CASE_BIT = 0x20;

/** How a byte ends a line or its content. */
export const LINE_END = 1;
export const CONTENT_END = 2;

/** The meaning of a byte in a pattern as written. */
export const LITERAL = 0;
export const WILDCARD = 1;
/** The byte may have another canonical spelling, so the canonical form must be built first. */
const UNSETTLED = 2;

/** Bit flags for whether a target is already canonical. */
const SETTLED = 0;
export const NOT_CANONICAL = 1;
export const TARGET_END = 2;
export const ESCAPE = 4;
export const DOT_SEGMENT = 8;

/** A name that identifies a field. */
interface FieldSpelling {
  readonly bytes: Uint8Array;
  readonly length: number;
  readonly code: number;
  readonly byPrefix: boolean;
}

/** A canonical form as byte tables. */
export interface FormTables {
  /** 1 if the byte itself is written as %XX. */
  readonly encodes: Uint8Array;
  /** 1 if the byte's escape is decoded, before and after the first `?`. */
  readonly decodes: Uint8Array;
  readonly decodesInQuery: Uint8Array;
  readonly upperCaseEscapes: boolean;
  /** 1 if the byte is copied unchanged and does not affect later bytes. */
  readonly plain: Uint8Array;
}

export interface CompiledDialect {
  readonly dialect: Dialect;
  readonly lineKinds: Uint8Array;
  readonly whiteSpace: Uint8Array;
  readonly tokenBytes: Uint8Array;
  /** Bytes that may follow a `*` product token. */
  readonly endsStar: Uint8Array;
  /** Field spellings by their first byte with CASE_BIT set. */
  readonly spellings: readonly (readonly FieldSpelling[] | undefined)[];
  /**
   * 1 if a line starting with the byte may be a user-agent line, or for the second table any line that affects groups.
   */
  readonly beginsUserAgent: Uint8Array;
  readonly beginsGroupLine: Uint8Array;
  /** Whether the names `User-agent`, `Allow` and `Disallow` stand for these fields. */
  readonly hasCommonFieldNames: boolean;
  readonly patternStarts: Uint8Array;
  readonly patternForm: FormTables;
  readonly targetForm: FormTables;
  /** 1 if a pattern's escape of the byte is decoded only after a `?`, which a `*` may match; undefined if none is. */
  readonly queryEscapes: Uint8Array | undefined;
  /** LITERAL, WILDCARD or UNSETTLED for bytes of a pattern as written and in canonical form. */
  readonly writtenPatternKinds: Uint8Array;
  readonly canonicalPatternKinds: Uint8Array;
  /** The mask of each byte of a target with flags such as SETTLED, so that one pass collects both. */
  readonly targetMasks: Int32Array;
  /** A byte that ends the target, as `#` does. */
  readonly targetEnd: number;
}

/** Builds a table with 1 for each byte that satisfies the predicate. */
export function table(fill: (byte: number) => boolean): Uint8Array {
  const bytes = new Uint8Array(256);
  for (let byte = 0; byte < 256; byte++) if (fill(byte)) bytes[byte] = 1;
  return bytes;
}

/** Builds a table with 1 for the bytes of ASCII characters. */
function characterTable(characters: string): Uint8Array {
  const bytes = new Uint8Array(256);
  for (let i = 0; i < characters.length; i++) {
    const code = characters.charCodeAt(i);
    if (code < 0x80) bytes[code] = 1;
  }
  return bytes;
}

function setTable(set: ByteSet): Uint8Array {
  const named = characterTable('only' in set ? set.only : set.allBut);
  return table((byte) => (named[byte] === 1) === 'only' in set);
}

function isGraphicAscii(byte: number): boolean {
  return byte > SPACE && byte < DELETE;
}

function compileForm(form: CanonicalForm, keepsWildcards: boolean): FormTables {
  const encoded = characterTable(form.encode);
  const encodes = table(
    (byte) =>
      encoded[byte] === 1 ||
      (form.encodeNonGraphic === 'all' && !isGraphicAscii(byte)) ||
      (form.encodeNonGraphic === 'non-ascii' && byte >= 0x80) ||
      (form.encodeStrayPercent && byte === PERCENT),
  );
  const decodable = setTable(form.decode);
  // A byte that would be encoded again stays escaped, and so does a wildcard that would become special.
  const staysEscaped = (byte: number) => encodes[byte] === 1 || (keepsWildcards && (byte === ASTERISK || byte === DOLLAR));
  const decodes = table((byte) => !staysEscaped(byte) && decodable[byte] === 1);
  const inQuery = characterTable(form.decodeInQuery);
  const decodesInQuery = table((byte) => decodes[byte] === 1 || (!staysEscaped(byte) && inQuery[byte] === 1));
  const special = characterTable('%?*$');
  const plain = table((byte) => encodes[byte] === 0 && special[byte] === 0);
  return { encodes, decodes, decodesInQuery, upperCaseEscapes: form.upperCaseEscapes, plain };
}

function compileSpellings(dialect: Dialect): FieldSpelling[][] {
  const byFirst: FieldSpelling[][] = [];
  FIELD_BY_CODE.forEach((field, code) => {
    if (field === undefined) return;
    for (const name of dialect.fieldNames[field]) {
      const bytes = new TextEncoder().encode(name.toLowerCase());
      const first = bytes[0] | CASE_BIT;
      byFirst[first] ??= [];
      const byPrefix = dialect.fieldsByPrefix.includes(field);
      byFirst[first].push({ bytes, length: bytes.length, code, byPrefix });
    }
  });
  return byFirst;
}

/** Returns whether the first spelling for the field's first byte is its common name. */
function isCommonFieldName(dialect: Dialect, spellings: CompiledDialect['spellings'], code: number): boolean {
  const field = FIELD_BY_CODE[code] as FieldName;
  const [first] = spellings[field.charCodeAt(0)] ?? [];
  return first?.code === code && dialect.fieldNames[field][0].toLowerCase() === field;
}

function compile(dialect: Dialect): CompiledDialect {
  const keepsWildcards = dialect.wildcards || dialect.escapeLiteralWildcards;
  const patternForm = compileForm(dialect.patternForm, keepsWildcards);
  const targetForm = compileForm(dialect.targetForm, keepsWildcards);
  const tokenBytes = setTable(dialect.productToken);
  const whiteSpace = characterTable(dialect.whiteSpace);
  const canonicalPatternKinds = new Uint8Array(256);
  if (dialect.wildcards) canonicalPatternKinds[ASTERISK] = WILDCARD;
  const writtenPatternKinds = canonicalPatternKinds.map((kind, byte) => {
    const settled = patternForm.encodes[byte] === 0 && byte !== PERCENT;
    const isEncoded = dialect.escapeLiteralWildcards && (byte === DOLLAR || (byte === ASTERISK && !dialect.wildcards));
    return settled && !isEncoded ? kind : UNSETTLED;
  });
  const spellings = compileSpellings(dialect);
  const begins = (...codes: readonly number[]) =>
    table((byte) => whiteSpace[byte] === 1 || spellings[byte | CASE_BIT]?.some(({ code }) => codes.includes(code)) === true);
  const lineKinds = new Uint8Array(256);
  lineKinds[LF] = LINE_END;
  lineKinds[CR] = LINE_END;
  lineKinds[HASH] = CONTENT_END;
  if (dialect.nulEndsLine) lineKinds[NUL] = CONTENT_END;
  const targetEnd = TARGET_ENDS[dialect.target];
  return {
    dialect,
    lineKinds,
    whiteSpace,
    tokenBytes,
    // If tokens may contain `*` (1996), a token consists of `*` alone if it ends after it.
    endsStar: table((byte) => whiteSpace[byte] === 1 || (tokenBytes[ASTERISK] === 1 && tokenBytes[byte] === 0)),
    spellings,
    beginsUserAgent: begins(USER_AGENT),
    beginsGroupLine: dialect.blankLineEndsGroup
      ? table(() => true)
      : begins(USER_AGENT, ALLOW, DISALLOW, dialect.contentUsageIsRule ? CONTENT_USAGE : ALLOW),
    hasCommonFieldNames: [USER_AGENT, ALLOW, DISALLOW].every((code) => isCommonFieldName(dialect, spellings, code)),
    patternStarts: dialect.patternStarts === null ? table(() => true) : characterTable(dialect.patternStarts),
    patternForm,
    targetForm,
    queryEscapes: compileQueryEscapes(dialect, patternForm),
    writtenPatternKinds,
    canonicalPatternKinds,
    targetMasks: compileTargetMasks(dialect, targetForm, targetEnd),
    targetEnd,
  };
}

/** By the part of a URL to compare. Google's matcher takes it as a C string. */
const TARGET_ENDS: Readonly<Record<Dialect['target'], number>> = {
  'path-and-query': HASH,
  path: QUESTION_MARK,
  'google-parser': NUL,
};

function compileTargetMasks(dialect: Dialect, form: FormTables, targetEnd: number): Int32Array {
  const kinds = form.encodes.map((encodes) => (encodes === 1 ? NOT_CANONICAL : SETTLED));
  if (dialect.escapeLiteralWildcards) {
    kinds[ASTERISK] = NOT_CANONICAL;
    kinds[DOLLAR] = NOT_CANONICAL;
  }
  const leavesEscapes = !form.upperCaseEscapes && form.decodes.every((decoded) => decoded === 0);
  kinds[PERCENT] = leavesEscapes ? SETTLED : ESCAPE;
  kinds[HASH] = TARGET_END;
  kinds[targetEnd] = TARGET_END;
  if (dialect.urlStandardTargets) {
    kinds[DOT] = DOT_SEGMENT;
    kinds[BACKSLASH] = NOT_CANONICAL;
    for (let byte = 0; byte <= SPACE; byte++) kinds[byte] |= NOT_CANONICAL;
  }
  return BYTE_MASKS.map((mask, byte) => mask | kinds[byte]);
}

function compileQueryEscapes({ wildcards, target }: Dialect, { decodes, decodesInQuery }: FormTables): Uint8Array | undefined {
  if (!wildcards || target === 'path') return undefined;
  const escapes = table((byte) => decodesInQuery[byte] === 1 && decodes[byte] === 0);
  return escapes.includes(1) ? escapes : undefined;
}

const compiled = memoizeByObject(compile);
let latest: CompiledDialect | undefined;

/**
 * Returns the tables of a dialect. The latest one is cached outside the WeakMap, whose lookup costs a tenth of a small
 * parse.
 */
export function compileDialect(dialect: Dialect): CompiledDialect {
  if (latest === undefined || latest.dialect !== dialect) latest = compiled(dialect);
  return latest;
}
