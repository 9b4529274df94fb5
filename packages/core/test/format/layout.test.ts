import { describe, expect, test } from 'vitest';
import { layOut } from '../../src/format/format.js';
import type { DialectName } from '../../src/index.js';
import { dialectNames, recordsOf } from '../support/make.js';

/** The lines after layout; gaps appear as blank lines. */
function laidOut(body: string, dialect: DialectName = 'rfc9309'): string {
  const { records } = recordsOf(body, dialect);
  return layOut(records)
    .map(({ comments, record, gap }) => [gap ? '\n' : '', ...[...comments, record].map((line) => line?.text ?? '')].join(''))
    .join('');
}

describe('order of lines and blank lines between them', () => {
  test('moves the user-agent lines of a group together, before other lines', () => {
    expect(laidOut('user-agent: a\nhost: x\n# b\nuser-agent: b\nallow: /\n')).toBe(
      'user-agent: a\n# b\nuser-agent: b\nhost: x\nallow: /\n',
    );
  });

  test('keeps comments directly above their line', () => {
    expect(laidOut('# a\nuser-agent: a\n# r\nallow: /\n# b\nuser-agent: b\n# end\n')).toBe(
      '# a\nuser-agent: a\n# r\nallow: /\n\n# b\nuser-agent: b\n# end\n',
    );
  });

  test('collapses blank lines and removes them at the start and end', () => {
    expect(laidOut('\n\n# a\n\n\n\nhost: x\n\nhost: y\n\n\n')).toBe('# a\n\nhost: x\n\nhost: y\n');
  });

  test.each([
    'user-agent: a\n\nallow: /\n',
    'user-agent: a\nhost: x\n\nuser-agent: b\nallow: /\n',
    'user-agent: a\n\n# b\n\nuser-agent: b\nallow: /\n',
    'user-agent: a\nallow: /\n\nallow: /b\n',
  ])('keeps blank lines within a group, which end it for some crawlers: %j', (body) => {
    for (const dialect of dialectNames) expect(laidOut(body, dialect)).toBe(body);
  });
});
