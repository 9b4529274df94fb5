import { expect, test } from 'vitest';
import { VERSION } from '../../src/program/version.js';
import { linted, lintSarif } from '../support/linted.js';

const file = linted('User-agent: *\nDisallow: /a\nDisallow: /a\nAllow: /b\n');

test('SARIF 2.1.0: the log, the run, the tool and its rules', () => {
  const log = JSON.parse(lintSarif([file], 'linux'));
  expect(log).toEqual({
    $schema: expect.stringMatching(/^https:.*sarif-schema-2\.1\.0\.json$/),
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'repkit',
            version: VERSION,
            rules: [
              {
                id: 'rule-never-wins',
                shortDescription: { text: 'Rule never wins.' },
                fullDescription: { text: expect.stringMatching(/^Better rules cover .*\.$/) },
                help: { text: expect.stringMatching(/^Better rules cover .*--fix.*\.$/) },
                helpUri: 'https://github.com/repkit/repkit/blob/main/docs/lint/rule-never-wins.md',
              },
              expect.objectContaining({
                id: 'allow-reopens-nothing',
                shortDescription: { text: 'Allow reopens nothing.' },
              }),
            ],
          },
        },
        columnKind: 'utf16CodeUnits',
        results: expect.any(Array),
      },
    ],
  });
});

test('SARIF 2.1.0 3.27: results with locations, fixes and rules', () => {
  const artifactLocation = { uri: 'robots.txt' };
  const at = (line: number, column: number, endColumn: number) => ({
    physicalLocation: {
      artifactLocation,
      region: { startLine: line, startColumn: column, endLine: line, endColumn },
    },
  });
  expect(JSON.parse(lintSarif([file], 'linux')).runs[0].results).toEqual([
    {
      ruleId: 'rule-never-wins',
      ruleIndex: 0,
      level: 'warning',
      message: { text: expect.stringContaining('never applies') },
      locations: [at(3, 11, 13)],
      relatedLocations: [at(2, 11, 13)],
      fixes: [
        {
          description: { text: 'Safe: changes no verdict in any dialect.' },
          artifactChanges: [
            {
              artifactLocation,
              replacements: [
                {
                  // Includes the line break.
                  deletedRegion: { startLine: 3, startColumn: 1, endLine: 4, endColumn: 1 },
                  insertedContent: { text: '' },
                },
              ],
            },
          ],
        },
      ],
      properties: { clause: 'RFC 9309 2.2.2' },
    },
    {
      ruleId: 'allow-reopens-nothing',
      ruleIndex: 1,
      level: 'note',
      message: { text: expect.stringContaining('still allowed') },
      locations: [at(4, 8, 10)],
      fixes: [expect.objectContaining({ description: expect.anything() })],
      properties: { clause: 'RFC 9309 2.2.2', witness: '/b' },
    },
  ]);
});

function replacementIn(body: string) {
  const [result] = JSON.parse(lintSarif([linted(body)], 'linux')).runs[0].results;
  return result.fixes[0].artifactChanges[0].replacements[0];
}

test('fixes that replace, insert, and remove bytes without a column', () => {
  expect(replacementIn('User-agent: *\nDissalow: /\n')).toEqual({
    deletedRegion: { startLine: 2, startColumn: 1, endLine: 2, endColumn: 9 },
    insertedContent: { text: 'Disallow' },
  });
  expect(replacementIn('User-agent: *\nDisallow /a\n')).toEqual({
    deletedRegion: { startLine: 2, startColumn: 9, endLine: 2, endColumn: 9 },
    insertedContent: { text: ':' },
  });
  expect(replacementIn('\ufeffUser-agent: *\nDisallow: /a\n')).toEqual({
    deletedRegion: { byteOffset: 0, byteLength: 3 },
  });
});

test.each([
  ['file', 'site/robots.txt', 'linux', 'site/robots.txt'],
  ['file', './a b#1:é.txt', 'linux', './a%20b%231%3A%C3%A9.txt'],
  ['file', '/srv/www/robots.txt', 'linux', 'file:///srv/www/robots.txt'],
  ['file', 'C:\\www\\robots.txt', 'win32', 'file:///C:/www/robots.txt'],
  ['file', 'www\\robots.txt', 'win32', 'www/robots.txt'],
  ['file', 'www\\robots.txt', 'linux', 'www%5Crobots.txt'],
  ['stdin', '-', 'linux', '%3Cstdin%3E'],
  ['revision', 'HEAD~1:robots.txt', 'linux', 'HEAD~1%3Arobots.txt'],
  ['site', 'https://example.com', 'linux', 'https://example.com/'],
] as const)('SARIF 2.1.0 3.4.3: the URI of a %s %s on %s', (kind, name, platform, uri) => {
  const log = JSON.parse(lintSarif([linted('fish', { kind, name })], platform));
  const [{ locations }] = log.runs[0].results;
  expect(locations[0].physicalLocation.artifactLocation.uri).toBe(uri);
  expect(URL.canParse(uri, 'file:///')).toBe(true);
});
