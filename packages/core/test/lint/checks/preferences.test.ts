import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../../test/support/runs.js';
import { parseRobotsTxt } from '../../../src/index.js';
import { aiprefDialect, preferences } from '../../../src/preferences.js';
import { foundBy } from '../../support/lint.js';
import { lineDiagnostics } from '../../support/make.js';

/** The message for a line, if there is one. */
function messageFor(line: string): string | undefined {
  return lineDiagnostics(`User-agent: *\n${line}\nAllow: /\n`).find(({ code }) => code === 'ignored-preference')?.message;
}

describe('ignored preferences', () => {
  test.each([
    'Content-Usage: train-ai=n, search=y',
    'Content-Usage: /a train-ai=n;note=x',
    'Content-Usage: /a\tai-use=y',
    'Content-Signal: search=yes,ai-train=no',
    'Content-Signal: Search = YES, use=reference',
    'Content-Signal: ai-input=no,',
  ])('%s is read completely', (line) => {
    expect(messageFor(line)).toBeUndefined();
  });

  test.each([
    ['Content-Usage: train-ai=n,', /^A preference is missing before or after a comma, so crawlers ignore the whole line\./],
    ['Content-Usage: ,train-ai=n', /^A preference is missing before or after a comma/],
    ['Content-Usage: /a', /^This line states no preference\. Write "train-ai=y" or "train-ai=n"\./],
    ['Content-Usage:', /^This line states no preference/],
    ['Content-Usage: train-ai', /"train-ai" is malformed, so crawlers ignore it/],
    ['Content-Usage: train-ai = n', /"train-ai = n" is malformed, so crawlers ignore the whole line\. Write "train-ai=n"\./],
    ['Content-Usage: Train-AI=n', /"Train-AI=n" is malformed, so crawlers ignore the whole line\. Write "train-ai=n"\./],
    ['Content-Usage: train-ai=n, fish = 1', /"fish = 1" is malformed, so crawlers ignore the whole line\. The categories/],
    [
      'Content-Usage: fish=n, search=',
      /"search=" is malformed, so crawlers ignore the whole line\. Write "search=y" or "search=n"\./,
    ],
    ['Content-Usage: /a train-ai=no', /"train-ai=no" is malformed/],
    ['Content-Usage: train-genai=n', /is from an earlier draft/],
    ['Content-Usage: fish=n', /"fish=n" is unknown/],
    ['Content-Usage: search=y, ai-train=n', /belongs to Content-Signal.*Write "train-ai=n"\./],
    ['Content-Signal: train-ai=no', /belongs to Content-Usage.*Write "ai-train=no"\./],
    ['Content-Signal: ai-use=no', /belongs to Content-Usage.*Write "ai-input=no"\./],
    ['Content-Signal: /api/ ai-train=no, search=yes', /The path "\/api\/" is an extension/],
    ['Content-Signal: ai-train=n', /"ai-train=n" is malformed/],
    ['Content-Signal: ai-train', /"ai-train" is malformed/],
    ['Content-Signal: ai-train=no=y', /"ai-train=no=y" is malformed/],
    ['Content-Signal: use=all', /"use=all" is malformed.*Write "use=immediate" or "use=reference" or "use=full"\./],
  ])('%s', (line, message) => {
    expect(messageFor(line)).toMatch(message);
  });

  test.each([
    ['Content-Usage: train-ai=yes, search=yes', 'Write "train-ai=y".'],
    ['Content-Usage: ai=n', 'Write "train-ai=n".'],
    ['Content-Usage: ai-output=no', 'Write "ai-use=n".'],
    ['Content-Usage: /$ train-ai=y, ai-input=y', 'Write "ai-use=y".'],
    ['Content-Usage: train-ai=maybe', 'Write "train-ai=y" or "train-ai=n".'],
    ['Content-Signal: search=true', 'Write "search=yes".'],
    ['Content-Signal: AI-input = False', 'Write "ai-input=no".'],
  ])('%s keeps what the site owner meant', (line, advice) => {
    expect(messageFor(line)).toContain(advice);
  });

  test('nothing is suggested for an unknown category', () => {
    expect(messageFor('Content-Usage: cite=yes')).toBe(
      'The preference "cite=yes" is unknown, so crawlers ignore it. The categories are train-ai, ai-use, search.',
    );
  });

  test('a line before the first group', () => {
    const body = 'Content-Signal: search=yes, ai-train=no\n\nUser-agent: *\nAllow: /\n';
    const [found] = foundBy('ignored-preference', body);
    expect(found.message).toBe(
      'No user-agent line precedes this preference, so crawlers ignore it. Move it into the group of the crawlers that it is for.',
    );
  });

  test.each(['Content-Signal: ai-train=yes', 'Content-Usage: train-ai=y'])(
    '%s at the end of a file belongs to the last group',
    (line) => {
      const body = `User-agent: *\nAllow: /\n\nUser-agent: bingbot\nAllow: /\n\n${line}\nSitemap: https://h/s\n`;
      const [found] = foundBy('preference-in-group', body);
      expect(found.message).toBe(
        'This preference belongs to the group above it, so only "bingbot" can see it. If it applies to all crawlers, repeat it in every group.',
      );
    },
  );

  const name = fc.constantFrom('train-ai', 'ai-train', 'search', 'use', 'bots', 'Fish', '*a', '');
  const given = fc.constantFrom('y', 'n', 'yes', 'NO', '1', '?1', 'full', '"n"', 'n;a=1', '', 'y=n');
  const member = fc.tuple(name, fc.constantFrom('=', '', ' = ', '=='), given).map((parts) => parts.join(''));
  // Every path matches the URL, or the line would state nothing for it.
  const list = fc
    .tuple(
      fc.constantFrom('', '/a ', '/a\t', ' '),
      fc.uniqueArray(member, { maxLength: 3, selector: (text) => text.split(/[ =]/, 1)[0] }),
      fc.constantFrom(',', ', ', ' ,\t', ' '),
    )
    .map(([path, members, comma]) => path + members.join(comma));

  test('are what preferences() ignores', () => {
    fc.assert(
      fc.property(fc.constantFrom('Content-Usage', 'Content-Signal'), list, (field, value) => {
        const body = `User-agent: *\n${field}: ${value}\nAllow: /\n`;
        const read = preferences(parseRobotsTxt(body), 'https://h/a', 'x');
        const { ignored } = field === 'Content-Usage' ? read.aipref : read.contentSignals;
        const message = messageFor(`${field}: ${value}`);
        if (ignored.length === 0) {
          // A line without any preference, or with a path that its field does not define, ignores nothing.
          if (message !== undefined) expect(message).toMatch(/states no preference|is an extension/);
        } else if (field === 'Content-Signal' || !/[";(]/.test(value)) {
          expect(message).toBeDefined();
          const isWholeLine = field === 'Content-Usage' && ignored.some(({ reason }) => reason === 'invalid-syntax');
          expect(message?.includes('the whole line')).toBe(isWholeLine);
        }
      }),
      { numRuns: runs(2000) },
    );
  });
});

test('AIPREF: names the draft if it allows what the merged groups block', () => {
  const body = 'User-agent: *\nContent-Usage: train-ai=n\n\nUser-agent: GPTBot\nDisallow: /\n';
  const [found] = foundBy('merged-groups', body);
  expect(found.message).toContain(
    '"*" may not fetch "/". Parsers that end a group at line 2 ("Content-Usage: train-ai=n"), as AIPREF does, allow it.',
  );
  const { witness = '' } = found;
  const verdicts = (['rfc9309', aiprefDialect()] as const).map((dialect) =>
    parseRobotsTxt(body, { dialect }).isAllowed(`https://h${witness}`, 'x'),
  );
  expect(verdicts).toEqual([false, true]);
});
