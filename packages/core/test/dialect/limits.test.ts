import { expect, test } from 'vitest';
import {
  ANALYSIS_STEPS,
  GOOGLE_MAX_LINE_BYTES,
  MAX_COMPILED_RULES,
  MAX_COMPILED_STARRED_BYTES,
  MAX_PARSING_LIMIT_BYTES,
  MAX_SEARCH_NUMBERS,
  MAX_SEARCH_STATES,
  MIN_PARSING_LIMIT_BYTES,
} from '../../src/dialect/limits.js';
import { parseRobotsTxt } from '../../src/index.js';

test('RFC 9309 2.5: parsing ends at the limit of 500 KiB', () => {
  expect(MIN_PARSING_LIMIT_BYTES).toBe(512_000);
  const lines = 'user-agent: *\ndisallow: /';
  const comment = `#${'x'.repeat(512_000 - lines.length - 2)}\n`;
  expect(parseRobotsTxt(comment + lines).isAllowed('/', 'bot')).toBe(false);
  expect(parseRobotsTxt(`#${comment}${lines}`).isAllowed('/', 'bot')).toBe(true);
});

test('row 4: Google only: 16,663 bytes per line count', () => {
  expect(GOOGLE_MAX_LINE_BYTES).toBe(16_663);
  const disallow = (bytes: number) =>
    `user-agent: *\ndisallow:${'/'.padStart(bytes - 'disallow:'.length)}`;
  const allowed = (body: string, dialect: 'google' | 'rfc9309') =>
    parseRobotsTxt(body, { dialect }).isAllowed('/', 'bot');
  expect(allowed(disallow(16_663), 'google')).toBe(false);
  expect(allowed(disallow(16_664), 'google')).toBe(true);
  expect(allowed(disallow(16_664), 'rfc9309')).toBe(false);
});

test('extension: a caller may raise the parsing limit to 64 MiB', () => {
  expect(MAX_PARSING_LIMIT_BYTES).toBe(67_108_864);
});

test('extension: one matcher compiles a fraction of the parsing limit', () => {
  expect(MAX_COMPILED_STARRED_BYTES).toBe(65_536);
  expect(MAX_COMPILED_RULES).toBe(15_000);
});

test('extension: a search stores at most 8 MiB of states and respects its step limit', () => {
  expect(MAX_SEARCH_NUMBERS * Int32Array.BYTES_PER_ELEMENT).toBe(8 * 1024 * 1024);
  expect(MAX_SEARCH_STATES).toBe(524_288);
  expect(ANALYSIS_STEPS).toBe(13_000_000);
});
