import { expect, test } from 'vitest';
import { logRequest } from '../../src/analysis/access-log.js';

const LINE = '192.0.2.1 - - [21/Nov/2026:12:00:00 +0000] "GET /a?b HTTP/1.1" 200 1';

test.each([
  [LINE, { target: '/a?b', userAgent: undefined }],
  [`${LINE} "-" "GPTBot/1.2"`, { target: '/a?b', userAgent: 'GPTBot/1.2' }],
  [`${LINE} "-" "a \\"b\\" c" 0.1`, { target: '/a?b', userAgent: 'a \\"b\\" c' }],
  [`example.com:443 ${LINE} "-" "-"`, { target: '/a?b', userAgent: '-' }],
  ['/a?b', undefined],
  ['192.0.2.1 - - [x] "\\x16\\x03" 400 0', undefined],
])('%s', (line, request) => {
  expect(logRequest(line)).toEqual(request);
});
