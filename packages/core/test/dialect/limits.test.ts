import { expect, test } from 'vitest';
import { parseRobotsTxt } from '../../src/index.js';

test('RFC 9309 2.5: parsing ends at the limit of 500 KiB', () => {
  const lines = 'user-agent: *\ndisallow: /';
  const comment = `#${'x'.repeat(512_000 - lines.length - 2)}\n`;
  expect(parseRobotsTxt(comment + lines).isAllowed('/', 'bot')).toBe(false);
  expect(parseRobotsTxt(`#${comment}${lines}`).isAllowed('/', 'bot')).toBe(true);
});

test('line length: Google only: 16,663 bytes per line count', () => {
  const disallow = (bytes: number) => `user-agent: *\ndisallow:${'/'.padStart(bytes - 'disallow:'.length)}`;
  const allowed = (body: string, dialect: 'google' | 'rfc9309') => parseRobotsTxt(body, { dialect }).isAllowed('/', 'bot');
  expect(allowed(disallow(16_663), 'google')).toBe(false);
  expect(allowed(disallow(16_664), 'google')).toBe(true);
  expect(allowed(disallow(16_664), 'rfc9309')).toBe(false);
});
