/** What the worker does for each kind of request. What the first view does not need is loaded on demand. */
import { check, explain } from './check.js';
import { lintText } from './lint.js';
import type * as Requests from './requests.js';

const work = {
  check: lintText as (request: Requests.CheckRequest) => Requests.LintResult,
  explain,
  fix: async (request: Requests.FixRequest) => (await import('./fix.js')).fix(request),
  compare: async (request: Requests.CompareRequest) =>
    (await import('./compare.js')).compare(request),
  init: async (request: Requests.InitRequest) => (await import('./init.js')).init(request),
  export: async (request: Requests.ExportRequest) =>
    (await import('./export.js')).exportVerdicts(request),
  count: async (request: Requests.CountRequest) => (await import('./count.js')).count(request),
  visits: async (request: Requests.VisitsRequest, report: (share: number) => void) =>
    (await import('./visits.js')).countVisits(request, report),
};

export type Work = typeof work;

export async function answer(
  { id, request }: Requests.Message,
  post: (answer: Requests.Answer) => void,
): Promise<void> {
  try {
    // Verdicts do not wait for the problems, which can take seconds.
    if (request.kind === 'check') post({ id, report: check(request) });
    const report = (part: unknown) => post({ id, report: part });
    post({ id, result: await work[request.kind](request as never, report) });
  } catch (error) {
    post({ id, error: String(error) });
  }
}
