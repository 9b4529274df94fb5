/** What a thread of the pool runs: the work that would block other requests. */
import { Problem } from '../http/problem.js';
import type { AnalysisInput, AnalysisName, AnalysisResult } from '../work/analysis-pool.js';
import { inlineVerdicts } from '../work/inline-check.js';
import { changesOf } from './diff.js';
import { formattedOf } from './format.js';
import { diagnosticsOf } from './lint.js';
import { pageRulesOf } from './page-rules.js';
import { preferencesOf } from './preferences.js';

/** Each gets the input that the operation of this name passes to the pool. */
const ANALYSES: Readonly<Record<AnalysisName, (input: never) => string | Promise<string>>> = {
  check: inlineVerdicts,
  diff: changesOf,
  format: formattedOf,
  lint: diagnosticsOf,
  'page-rules': pageRulesOf,
  preferences: preferencesOf,
};

export async function run({ name, input }: AnalysisInput): Promise<AnalysisResult> {
  try {
    return { text: await ANALYSES[name](input as never) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { problem: error.problem, detail: error.message, locations: error.locations };
  }
}
