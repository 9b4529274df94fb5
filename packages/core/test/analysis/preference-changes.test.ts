import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diff, type PreferenceChange } from '../../src/analysis.js';
import { crawlerProfile } from '../../src/crawlers.js';
import { type Dialect, dialectFor, dialects, parseRobotsTxt } from '../../src/index.js';
import { preferences } from '../../src/preferences.js';

function changesOf(before: string, after: string, productTokens?: readonly string[]) {
  const files = [parseRobotsTxt(before), parseRobotsTxt(after)] as const;
  return diff(...files, productTokens && { productTokens }).preferenceChanges;
}

function summaryOf({ mechanism, category, before, after, witness }: PreferenceChange): string {
  return `${mechanism} ${category} ${before} ${after} ${witness}`;
}

describe('changed preferences', () => {
  test.each([
    [
      'a signal is withdrawn',
      ['Content-Signal: ai-train=no, search=yes', 'Content-Signal: search=yes'],
      ['contentSignals ai-train no unstated /'],
    ],
    [
      'a signal is limited to a path',
      ['Content-Signal: ai-train=no', 'Content-Signal: /api/ ai-train=no'],
      ['contentSignals ai-train no unstated /'],
    ],
    [
      'a path gets its own signal',
      ['Content-Signal: search=yes', 'Content-Signal: search=yes\nContent-Signal: /api/ ai-train=no'],
      ['contentSignals ai-train unstated no /api/'],
    ],
    [
      'a path gets its own preference',
      ['Content-Usage: train-ai=n', 'Content-Usage: train-ai=n\nContent-Usage: /open/* train-ai=y'],
      ['aipref train-ai no yes /open/'],
    ],
    [
      'the use signal is widened',
      ['Content-Signal: use=reference', 'Content-Signal: use=full'],
      ['contentSignals use reference full /'],
    ],
    ['the same value is spelled differently', ['Content-Signal: search=yes', 'Content-Signal: Search = YES'], []],
    [
      'only what a pattern with a star at its start allows',
      ['Disallow: /\nAllow: *.pdf\nContent-Usage: train-ai=n', 'Disallow: /\nAllow: *.pdf\nContent-Usage: train-ai=y'],
      ['aipref train-ai no yes /.pdf'],
    ],
    ['only rules change', ['Content-Signal: search=yes\nDisallow: /a', 'Content-Signal: search=yes'], []],
    [
      'the home page is blocked',
      ['Disallow: /\nAllow: /a$\nContent-Signal: search=yes', 'Disallow: /\nAllow: /a$\nContent-Signal: search=no'],
      ['contentSignals search yes no /a'],
    ],
    [
      'the shortest URL of a path is blocked',
      ['Content-Usage: /a*b search=y\nDisallow: /ab', 'Disallow: /ab'],
      ['aipref search yes unstated /axb'],
    ],
    ['a blocked path loses its preference', ['Content-Usage: /a search=y\nDisallow: /a', 'Disallow: /a'], []],
  ])('%s', (_, [before, after], expected) => {
    const found = changesOf(`User-agent: *\n${before}\n`, `User-agent: *\n${after}\n`);
    expect(found.map(summaryOf)).toEqual(expected);
    expect(found.every(({ productTokens }) => productTokens.join() === '*')).toBe(true);
  });

  test('crawlers with the same change are listed together', () => {
    const body = (value: string) =>
      ['a', 'b', 'c']
        .map((name) => `User-agent: ${name}\nContent-Signal: search=${name === 'c' ? 'no' : value}\nAllow: /\n`)
        .join('\n');
    expect(changesOf(body('yes'), body('no')).map(({ productTokens }) => productTokens)).toEqual([['a', 'b']]);
  });

  const line = fc.constantFrom(
    'Content-Usage: train-ai=n',
    'Content-Usage: /a train-ai=y, search=n',
    'Content-Usage: /*b search=y',
    'Content-Usage: /a$ ai-use=n',
    'Content-Signal: ai-train=no',
    'Content-Signal: ai-train=yes, use=full',
    'Disallow: /a',
    'Allow: /ab',
    'User-agent: x',
    'User-agent: *',
  );
  const body = fc.array(line, { maxLength: 8 }).map((lines) => ['User-agent: *', ...lines, ''].join('\n'));

  test('have a witness that both files allow, with the values before and after', () => {
    fc.assert(
      fc.property(body, body, (one, other) => {
        const filesIn = (dialect: Dialect) => [parseRobotsTxt(one, { dialect }), parseRobotsTxt(other, { dialect })] as const;
        for (const { productTokens, mechanism, category, witness, ...values } of diff(...filesIn(dialects.rfc9309))
          .preferenceChanges) {
          for (const token of productTokens) {
            // A known crawler may also have the change in the dialect that it documents.
            const documented = dialectFor(crawlerProfile(token) ?? token);
            const readings = [dialects.rfc9309, documented].map((dialect) =>
              filesIn(dialect).map((file) => {
                const found = preferences(file, `https://h${witness}`, token);
                if (!found.access.allowed) return undefined;
                return category === 'use'
                  ? (found.contentSignals.use?.value ?? 'unstated')
                  : new Map(Object.entries(found[mechanism].categories)).get(category)?.value;
              }),
            );
            expect(readings).toContainEqual([values.before, values.after]);
            expect(values.before).not.toBe(values.after);
          }
        }
      }),
    );
  });

  test('include every change of the signals on a URL that both files allow', () => {
    fc.assert(
      fc.property(body, body, (one, other) => {
        const files = [parseRobotsTxt(one), parseRobotsTxt(other)] as const;
        const found = diff(...files).preferenceChanges.map(
          ({ mechanism, category, before, after }) => `${mechanism} ${category} ${before} ${after}`,
        );
        const [before, after] = files.map((file) => preferences(file, 'https://h/c', '*'));
        for (const [category, { value }] of Object.entries(before.contentSignals.categories)) {
          const now = new Map(Object.entries(after.contentSignals.categories)).get(category)?.value;
          if (value !== now) expect(found).toContain(`contentSignals ${category} ${value} ${now}`);
        }
      }),
    );
  });
});
