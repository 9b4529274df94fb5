/** The compiled rules against the naive reference where their cache is flushed, full to the last state, and at rest. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileDialect } from '../src/compiled-dialect.js';
import { Body } from '../src/decode.js';
import { dialects } from '../src/dialect.js';
import { MIN_PARSING_LIMIT_OCTETS } from '../src/limits.js';
import { CompiledRules, UNDECIDED } from '../src/match/compiled-rules.js';
import { RuleList } from '../src/match/rule-list.js';
import { selectGroups } from '../src/match/selection.js';
import { readBareTarget } from '../src/match/target.js';
import { NaiveRobotsTxt } from './naive/verdict.js';

/** As many questions as an automaton rests for after a flush that came too soon. */
const QUESTIONS_AT_REST = 4_096;

function lettersOf(minLength: number, maxLength: number): fc.Arbitrary<string> {
  return fc
    .array(fc.constantFrom('a', 'b'), { minLength, maxLength, size: 'max' })
    .map((letters) => letters.join(''));
}

test('an automaton of little memory decides as the naive reference', { timeout: 300_000 }, () => {
  const dialect = dialects.rfc9309;
  const tables = compileDialect(dialect);
  const rule = fc
    .tuple(
      fc.constantFrom('Allow', 'Disallow'),
      lettersOf(1, 1),
      lettersOf(2, 2),
      lettersOf(2, 2),
      fc.constantFrom('', '$'),
    )
    .map(([field, one, two, three, end]) => `${field}: /*${one}*${two}*${three}${end}\n`);
  const rules = fc.array(rule, { minLength: 12, maxLength: 24, size: 'max' });
  const cacheOctets = fc.integer({ min: 400, max: 2_000 });
  const probes = fc.array(lettersOf(1, 9), { minLength: 4, maxLength: 4 });
  let decided = 0;
  fc.assert(
    fc.property(rules, cacheOctets, lettersOf(100, 100), probes, (lines, memory, long, short) => {
      const text = `User-agent: *\n${lines.join('')}`;
      const body = new Body(text, dialect, MIN_PARSING_LIMIT_OCTETS);
      const list = new RuleList(body, tables, selectGroups(body, tables, ['foo']).rules);
      const naive = new NaiveRobotsTxt(text, 'rfc9309');
      // The cache is left at every fullness: whatever comes next must find its way from there.
      for (let length = 1; length <= long.length; length++) {
        const compiled = new CompiledRules(list, memory);
        const ask = (target: string) => {
          const answer = compiled.decide(readBareTarget(target, tables));
          if (answer === UNDECIDED) return;
          decided++;
          expect(answer === 1, target).toBe(naive.verdict(target, 'foo').allowed);
        };
        ask(`/${long.slice(0, length)}`);
        for (let i = 0; i < QUESTIONS_AT_REST; i++) compiled.decide(readBareTarget('/', tables));
        ask(`/${short[length % short.length]}`);
      }
    }),
    { numRuns: 40, endOnFailure: true },
  );
  // Some of the questions must have come to the automaton at all.
  expect(decided).toBeGreaterThan(0);
});
