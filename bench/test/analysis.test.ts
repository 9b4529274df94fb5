import { expect, test } from 'vitest';
import { ANALYSIS_INPUTS, measureAnalysis } from '../src/analysis.js';
import { judgeAnalysis } from '../src/targets.js';

test('each analysis finishes and declares whether its result is complete', () => {
  for (const { name, prepare } of ANALYSIS_INPUTS) {
    const result = prepare()();
    if ('changes' in result)
      expect(result.complete || result.undecided.length > 0, name).toBe(true);
    else expect(result, name).toHaveLength(10_001);
  }
});

test('judges the fastest round', () => {
  const input = { name: 'nothing', prepare: () => () => [] };
  const { ms } = measureAnalysis(input, 2);
  expect(judgeAnalysis([{ name: 'nothing', ms }]).met).toBe(true);
  expect(judgeAnalysis([{ name: 'long', ms: 1_500 }]).met).toBe(false);
});
