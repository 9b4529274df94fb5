import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import type robotsParser from '../src/robots-parser.js';

const require = createRequire(import.meta.url);
/** The original; its declarations describe an ES module. */
const original: typeof robotsParser = require('robots-parser');

const URL_OF_FILE = 'http://example.com/robots.txt';
const BODY = 'User-agent: *\nDisallow: /\nCrawl-delay: 1\n\nUser-agent: ExampleBot\nDisallow: /own\nHost: WWW.example.com\n';

test('require() returns the function, as in robots-parser, and default is the function too', () => {
  const required = require('@repkit/robots-parser');
  expect(typeof required).toBe('function');
  expect(required.default).toBe(required);
  expect(required(URL_OF_FILE, BODY).getPreferredHost()).toBe('www.example.com');
  expect(required).toHaveLength(original.length);
});
