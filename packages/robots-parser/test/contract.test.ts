/** The contract: robots-parser's own tests, run where the package is installed. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import { chai, describe, expect, test } from 'vitest';
import robotsParser from '../src/robots-parser.js';
import { DIFFERENCES } from './differences.js';

const filename = createRequire(import.meta.url).resolve('robots-parser/test/Robots.js');
let suite = readFileSync(filename, 'utf8');

/** The expectations that contradict RFC 9309, as the lines of the tests with them. */
const EXCEPTIONS = DIFFERENCES.flatMap(({ contractLine }) => contractLine ?? []);

for (const line of EXCEPTIONS) {
  test(`robots-parser expects ${line}`, () => {
    expect(readFileSync(filename, 'utf8').split(line)).toHaveLength(2);
  });
  suite = suite.replace(`,\n\t\t\t${line}`, '');
}

describe('robots-parser 3.0.1 expects that its parser', () => {
  const titles: string[] = [];
  const run = compileFunction(suite, ['require', 'describe', 'it'], { filename });
  run(
    (name: string) => (name === 'chai' ? chai : robotsParser),
    (_name: string, define: () => void) => define(),
    (title: string, check: () => void) => {
      titles.push(title);
      test(title, check);
    },
  );

  test('has all of its tests', () => {
    expect(titles).toHaveLength(41);
    expect(suite).not.toContain(EXCEPTIONS[0]);
  });
});
