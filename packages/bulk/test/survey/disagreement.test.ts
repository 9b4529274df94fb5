import { parseRobotsTxt } from '@repkit/core';
import { expect, test } from 'vitest';
import { OtherDialects } from '../../src/survey/surveyor.js';

function disagreement(text: string, targets: readonly string[]) {
  const body = new TextEncoder().encode(text);
  const own = parseRobotsTxt(body);
  return new OtherDialects(own, body, text.split(/: \*/).length - 1).disagreement(
    '*',
    own.isAllowed('/', '*'),
    targets,
  );
}

test('dialects that agree', () => {
  expect(disagreement('User-agent: *\nDisallow: /a\n', ['/a', '/b'])).toBe(undefined);
});

test('1996 draft 3.2.2: no wildcards', () => {
  expect(disagreement('User-agent: *\nDisallow: /*.pdf\n', ['/x.pdf'])).toEqual({
    dialects: ['koster1996'],
    witness: '/x.pdf',
  });
});

test('"Google\'s parser" reads a field that is misspelt', () => {
  expect(disagreement('User-agent: *\ndisalow: /\n', [])).toMatchObject({ witness: '/' });
});

test('draft-koster-rep-00 2.2.1: the first group of everyone, where there are several', () => {
  const text = 'User-agent: *\nAllow: /\n\nUser-agent: *\nDisallow: /a\n';
  expect(disagreement(text, ['/a'])?.dialects).toContain('draft-koster-rep-00');
  expect(disagreement('User-agent: *\nDisallow: /*\n', ['/a'])?.dialects).toEqual(['koster1996']);
});
