import { describe, expect, test } from 'vitest';
import { type ParseOptions, parseRobotsTxt, type RobotsTxt, RobotsTxtParser, robotsTxtStream } from '../../src/index.js';
import { dialectNames, utf8, utf16 } from '../support/make.js';

const LIMIT = 512_000;
type Chunk = Uint8Array | string;

function pushed(chunks: readonly Chunk[], options?: ParseOptions): RobotsTxt {
  const parser = new RobotsTxtParser(options);
  for (const chunk of chunks) parser.push(chunk);
  return parser.end();
}

/** The records with their bytes as plain numbers. */
function linesOf(robotsTxt: RobotsTxt): unknown[] {
  return robotsTxt.records.map(({ bytes, ...rest }) => ({ ...rest, bytes: Array.from(bytes) }));
}

describe('chunk boundaries do not matter', () => {
  const text = '\uFEFFuser-agent: é\r\ndisallow: /😀\rallow: /\n';
  const bodies: readonly (readonly [name: string, body: Chunk])[] = [
    ['a text', text],
    ['UTF-8', utf8(text)],
    ['UTF-16 LE', utf16(text.slice(1), 'le')],
    ['UTF-16 BE', utf16(text.slice(1), 'be')],
  ];

  test.each(bodies)('%s, split in two at every offset', (_name, body) => {
    for (const dialect of dialectNames) {
      const whole = linesOf(parseRobotsTxt(body, { dialect }));
      for (let at = 0; at <= body.length; at++) {
        expect(linesOf(pushed([body.slice(0, at), body.slice(at)], { dialect }))).toEqual(whole);
      }
    }
  });

  test.each(bodies)('%s, unit by unit with empty chunks between', (_name, body) => {
    const units = Array.from({ length: body.length }, (_, at) => body.slice(at, at + 1));
    const chunks = units.flatMap((unit): Chunk[] => [unit, '', new Uint8Array()]);
    expect(linesOf(pushed(chunks))).toEqual(linesOf(parseRobotsTxt(body)));
  });

  test('text and bytes may alternate', () => {
    const chunks = ['user-agent: *\ndis', utf8('allow: /é'), '/😀'.slice(0, 2), '\uDE00$'];
    expect(pushed(chunks).records[1].text).toBe('disallow: /é/😀$');
  });
});

describe('surrogates between chunks of text', () => {
  test('a split pair is one character', () => {
    expect(pushed(['#\uD83D', '\uDE00']).records[0].text).toBe('#😀');
    expect(pushed(['#\uD83D', '', '\uDE00']).records[0].text).toBe('#😀');
    for (const character of ['\u{10000}', '\u{10FFFF}']) {
      const [high, low] = [character[0], character[1]];
      expect(pushed([`#${high}`, low]).records[0].text).toBe(`#${character}`);
    }
  });

  test('a lone one is U+FFFD, in the middle and at the end', () => {
    expect(pushed(['#\uD83D', 'a', '\uDE00', '\uD83D']).records[0].text).toBe('#\uFFFDa\uFFFD\uFFFD');
  });

  test('extension: bytes after half a pair come after it', () => {
    expect(pushed(['#\uD83D', utf8('a')]).records[0].text).toBe('#\uFFFDa');
  });
});

describe('RFC 9309 2.5: push', () => {
  test('returns true up to the limit, and false once nothing can change the result', () => {
    const parser = new RobotsTxtParser();
    expect(parser.push('#\n')).toBe(true);
    expect(parser.push(new Uint8Array(LIMIT - 2).fill(0x78))).toBe(true);
    expect(parser.push('yyyy')).toBe(false);
    const robotsTxt = parser.end();
    expect(robotsTxt.truncated).toBe(true);
    expect(robotsTxt.records[0].text).toBe('#\n');
    expect(robotsTxt.records[1].kind).toBe('beyond-limit');
  });

  test('continues until it is known whether the limit falls on a line end', () => {
    const parser = new RobotsTxtParser();
    parser.push(new Uint8Array(LIMIT).fill(0x23));
    expect(parser.push('\r')).toBe(true);
    parser.push('\ny');
    expect(parser.end().records[0].kind).toBe('comment');
  });

  test('later chunks change nothing', () => {
    const parser = new RobotsTxtParser();
    parser.push(`user-agent: *\n${'x'.repeat(LIMIT)}`);
    expect(parser.push('\ndisallow: /')).toBe(false);
    expect(parser.push(utf8('disallow: /'.repeat(100_000)))).toBe(false);
    const robotsTxt = parser.end();
    expect(robotsTxt.isAllowed('/', 'bot')).toBe(true);
    expect(robotsTxt.records).toHaveLength(2);
  });

  test('extension: a raised limit', () => {
    const parser = new RobotsTxtParser({ maxBytes: LIMIT + 10 });
    expect(parser.push(`${'#'.repeat(LIMIT + 9)}\n`)).toBe(true);
    expect(parser.end().truncated).toBe(false);
    expect(() => new RobotsTxtParser({ maxBytes: LIMIT - 1 })).toThrow(RangeError);
  });

  test('a chunk can be reused by its owner', () => {
    const parser = new RobotsTxtParser();
    const chunk = utf8('user-agent: *\ndisallow: /a\n');
    parser.push(chunk);
    chunk.fill(0x23);
    const robotsTxt = parser.end();
    expect(robotsTxt.isAllowed('/a', 'bot')).toBe(false);
    expect(robotsTxt.records[1].text).toBe('disallow: /a\n');
  });
});

describe('robotsTxtStream', () => {
  async function streamed(chunks: readonly Chunk[], options?: ParseOptions): Promise<RobotsTxt[]> {
    const source = new ReadableStream<Chunk>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk);
        controller.close();
      },
    });
    const results: RobotsTxt[] = [];
    const reader = source.pipeThrough(robotsTxtStream(options)).getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      results.push(next.value);
    }
    return results;
  }

  test('emits one RobotsTxt at the end of the body', async () => {
    const [robotsTxt, ...others] = await streamed(['user-agent: *\ndis', utf8('allow: /a')]);
    expect(others).toEqual([]);
    expect(robotsTxt.isAllowed('/a', 'bot')).toBe(false);
  });

  test('accepts an empty body', async () => {
    const [robotsTxt] = await streamed([]);
    expect(robotsTxt.records).toEqual([]);
  });

  test('accepts and rejects the same options as parseRobotsTxt', async () => {
    const [robotsTxt] = await streamed(['user-agent: *\ndisallow: /robots.txt'], {
      dialect: 'google',
    });
    expect(robotsTxt.isAllowed('/robots.txt', 'bot')).toBe(false);
    expect(() => robotsTxtStream({ maxBytes: 1 })).toThrow(RangeError);
  });

  test('reads a body far beyond the limit but stores only the limit', async () => {
    const chunks = Array.from({ length: 40 }, () => utf8('# comment\n'.repeat(6_400)));
    const [robotsTxt] = await streamed(['user-agent: *\n', ...chunks, 'disallow: /\n']);
    expect(robotsTxt.truncated).toBe(true);
    expect(robotsTxt.isAllowed('/', 'bot')).toBe(true);
    expect(robotsTxt.records.at(-1)?.span.end).toBeLessThanOrEqual(LIMIT + 4);
  });
});
