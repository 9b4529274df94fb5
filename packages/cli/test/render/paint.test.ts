import { expect, test } from 'vitest';
import { painter } from '../../src/render/paint.js';

test('without colours the text is left as it is', () => {
  expect(painter(false)('red', 'stop')).toBe('stop');
});

test('with colours it is wrapped in them, whatever the stream is', () => {
  expect(painter(true)('red', 'stop')).toBe('\x1b[31mstop\x1b[39m');
});
