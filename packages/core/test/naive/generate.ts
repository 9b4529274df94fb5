/** Arbitrary bodies: lines, line ends, byte-order marks and encodings. */
import fc from 'fast-check';
import { bytesOfLatin1, latin1OfBytes, latin1OfText, textOfLatin1 } from './bytes.js';
import { line } from './generate-line.js';

const lineEnd = fc.oneof(
  { weight: 6, arbitrary: fc.constant('\n') },
  { weight: 1, arbitrary: fc.constantFrom('\r\n', '\r', '\n\n', '\r\r\n', '\n\r', '') },
);

/** A byte-order mark, or `undefined` for UTF-16, where all octets change. */
const byteOrderMark = fc.oneof(
  { weight: 12, arbitrary: fc.constant('') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '\xEF\xBB\xBF',
      '\xEF',
      '\xEF\xBB',
      '\xEF\xBB\xBE',
      '\xEF\xBB\xBF\xEF\xBB\xBF',
      '\xBB\xBF',
      '\xFE',
      '\xFF',
    ),
  },
);
const encoding = fc.oneof(
  { weight: 14, arbitrary: fc.constant<'utf-8' | 'utf-16le' | 'utf-16be'>('utf-8') },
  { weight: 1, arbitrary: fc.constantFrom<'utf-16le' | 'utf-16be'>('utf-16le', 'utf-16be') },
);

export interface GeneratedBody {
  readonly body: string | Uint8Array;
  /** The values of its rules, from which URLs can be made. */
  readonly patterns: readonly string[];
}

function utf16(text: string, littleEndian: boolean): Uint8Array {
  const marked = `\uFEFF${text}`;
  const bytes = new Uint8Array(marked.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < marked.length; at++) {
    view.setUint16(at * 2, marked.charCodeAt(at), littleEndian);
  }
  return bytes;
}

/** Most bodies start with a user-agent line, so that their rules apply. */
export const generatedBody: fc.Arbitrary<GeneratedBody> = fc
  .record({
    mark: byteOrderMark,
    opening: fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom('User-agent: *\n', 'User-agent: foo\n') },
      {
        weight: 1,
        arbitrary: fc.constantFrom('', 'User-agent: *\r', 'User-agent: foo\nuser-agent:*\n'),
      },
    ),
    lines: fc.oneof(
      { weight: 7, arbitrary: fc.array(fc.tuple(line, lineEnd), { maxLength: 16 }) },
      { weight: 1, arbitrary: fc.array(fc.tuple(line, lineEnd), { maxLength: 120, size: 'max' }) },
    ),
    encoding,
    asText: fc.boolean(),
    cutByte: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.boolean()),
  })
  .map(({ mark, opening, lines, encoding: form, asText, cutByte }) => {
    const octets = mark + opening + lines.map(([{ content }, end]) => content + end).join('');
    const patterns = lines.flatMap(([{ pattern: value }]) => (value === undefined ? [] : [value]));
    if (form !== 'utf-8') {
      const bytes = utf16(textOfLatin1(octets), form === 'utf-16le');
      return { body: cutByte ? bytes.subarray(0, -1) : bytes, patterns };
    }
    // A text is the same body only if its octets are UTF-8.
    const text = textOfLatin1(octets);
    const isText = asText && latin1OfText(text) === octets;
    return { body: isText ? text : bytesOfLatin1(octets), patterns };
  });

/** Arbitrary octets, biased toward meaningful ones. */
export const arbitraryBytes: fc.Arbitrary<Uint8Array> = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc
    .array(fc.constantFrom(...':#*/$%?\r\n \t\0', 'a', 'Disallow', 'user-agent:', '\xEF', '\xFF\xFE'), {
      maxLength: 60,
    })
    .map((pieces) => bytesOfLatin1(pieces.join(''))),
  generatedBody.map(({ body }) => (typeof body === 'string' ? bytesOfLatin1(latin1OfText(body)) : body)),
);

/** Bodies around the limit, with something different at every octet near it. */
export function bodyNearLimit(limit: number): fc.Arbitrary<string | Uint8Array> {
  const tail = fc.array(fc.constantFrom('Disallow: /b\n', '\r\n', '\r', '\n', latin1OfText('é😀'), 'Allow: /a', '/'), {
    minLength: 1,
    maxLength: 20,
  });
  return fc.record({ tail, before: fc.nat(40), form: encoding, asText: fc.boolean() }).map((parts) => {
    const { form, asText } = parts;
    const units = form === 'utf-8' ? limit : Math.floor(limit / 2) - 1;
    const head = 'User-agent: *\n';
    const comment = `#${'-'.repeat(77)}\n`;
    const room = units - parts.before - head.length;
    const filler = comment.repeat(Math.floor(room / comment.length));
    const rest = `${'#'.repeat(Math.max(0, room - filler.length - 1))}\n`;
    const octets = head + filler + rest + parts.tail.join('');
    if (form !== 'utf-8') return utf16(textOfLatin1(octets), form === 'utf-16le');
    return asText ? textOfLatin1(octets) : bytesOfLatin1(octets);
  });
}

export function describeBody(body: string | Uint8Array): string {
  return typeof body === 'string'
    ? `text ${JSON.stringify(body)}`
    : `octets ${JSON.stringify(latin1OfBytes(body))} base64 ${btoa(latin1OfBytes(body))}`;
}
