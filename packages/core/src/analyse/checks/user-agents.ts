/** Checks of user-agent lines: whom they name. */
import { EVERYONE } from '../../match/asked-token.js';
import { textOf } from '../../places.js';
import { nameOf } from '../../syntax/groups.js';
import {
  type Finding,
  type LineCheck,
  type LineContext,
  quoted,
  replacePiece,
  writtenValue,
} from './check.js';

const REPLACEMENT_CHARACTER = '\uFFFD';
/** RFC 9309 2.2.1: letters, `_` and `-`. */
const RFC_TOKEN = /^[A-Za-z_-]*/;
/** What follows a product token in a User-Agent header, and stars that stand for it. */
const VERSION = /^(?:\/\S*|\*+)$/;

export const userAgentChecks: readonly LineCheck[] = [
  {
    code: 'unusable-product-token',
    about: 'value',
    severity: 'error',
    clause: 'RFC 9309 2.2.1',
    find: (context) =>
      nameIn(context) === ''
        ? {
            message: `${quoted(writtenValue(context.record))} is no product token; the line names nobody.`,
          }
        : undefined,
  },
  {
    code: 'product-token-cut',
    about: 'value',
    severity: 'warning',
    clause: 'RFC 9309 2.2.1',
    find: (context) => {
      const name = nameIn(context);
      return name === undefined || name === '' ? undefined : whatIsCut(name, context);
    },
  },
  {
    code: 'product-token-outside-rfc',
    about: 'value',
    severity: 'info',
    clause: 'RFC 9309 2.2.1',
    find: (context) => {
      const name = nameIn(context);
      if (name === undefined || name === '' || name === EVERYONE) return undefined;
      const [letters] = RFC_TOKEN.exec(name) ?? [''];
      if (letters === name) return undefined;
      const read = letters === '' ? 'no name at all' : quoted(letters);
      return {
        message: `${quoted(name)} holds more than letters, "_" and "-"; some crawlers read ${read}.`,
      };
    },
  },
];

/** Whom the line names, as text; undefined where it is no user-agent line. */
function nameIn(context: LineContext): string | undefined {
  const { record, octets, valueStart, valueEnd, tables } = context;
  if (record.kind !== 'user-agent') return undefined;
  const name = nameOf(octets, valueStart, valueEnd, tables);
  return textOf(octets, valueStart, valueStart + name.length);
}

function whatIsCut(name: string, { record }: LineContext): Finding | undefined {
  const written = writtenValue(record);
  const rest = written.slice(name.length);
  if (rest === '') return undefined;
  const isText = !name.includes(REPLACEMENT_CHARACTER) && name !== EVERYONE;
  return {
    message: `Of ${quoted(written)} only ${quoted(name)} is read.`,
    // What else is there may be a second crawler; a version is surely none.
    fix: isText && VERSION.test(rest) ? replacePiece(record, 'value', name) : undefined,
  };
}
