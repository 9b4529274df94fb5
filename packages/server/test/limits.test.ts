import { expect, test } from 'vitest';
import {
  DEFAULT_LIMITS,
  MOST_REQUEST_URL_CHARACTERS,
  MOST_ROBOTS_TXT_CHARACTERS,
  MOST_URL_CHARACTERS,
} from '../src/limits.js';

test('RFC 9309 2.5: a robots.txt of 500 KiB may be given, and two of them in one body', () => {
  expect(MOST_ROBOTS_TXT_CHARACTERS).toBeGreaterThanOrEqual(500 * 1024);
  expect(DEFAULT_LIMITS.bodyBytes).toBeGreaterThan(2 * 500 * 1024);
});

test('RFC 9110 4.1: URLs of 8,000 octets and more, also in the query of a request', () => {
  expect(MOST_URL_CHARACTERS).toBeGreaterThanOrEqual(8000);
  expect(MOST_REQUEST_URL_CHARACTERS).toBeGreaterThan(MOST_URL_CHARACTERS);
});

test('an answer may take longer than a robots.txt may', () => {
  expect(DEFAULT_LIMITS.answerMs).toBeGreaterThan(35_000);
});
