/** What the worker does for each kind of request. What the first view does not need is loaded on demand. */
import { check, explain } from './check.js';
import { lintText } from './lint.js';
import type * as Requests from './requests.js';

const work = {
  check: lintText as (request: Requests.CheckRequest) => Requests.LintResult,
  explain,
  fix: async (request: Requests.FixRequest) => (await import('./fix.js')).fix(request),
  compare: async (request: Requests.CompareRequest) => (await import('./compare.js')).compare(request),
  init: async (request: Requests.InitRequest) => (await import('./init.js')).init(request),
  export: async (request: Requests.ExportRequest) => (await import('./export.js')).exportVerdicts(request),
  visits: async (request: Requests.VisitsRequest, report: (share: number) => void) =>
    (await import('./visits.js')).countVisits(request, report),
};

type Work = typeof work;

export type WorkRequest = {
  [Kind in keyof Work]: { readonly kind: Kind } & Parameters<Work[Kind]>[0];
}[keyof Work];

export type ResultOf<Kind extends keyof Work> = Awaited<ReturnType<Work[Kind]>>;

/**
 * What the worker reports before the result: the verdicts of a `check`, or the share of the logs that has been read, from 0 to 1.
 */
export type ReportOf<Kind extends keyof Work> = Kind extends 'check' ? Requests.CheckResult : number;

/** A request as it is posted to the worker. */
export interface Message {
  readonly id: number;
  readonly request: WorkRequest;
}

/** What the worker posts: the result of a request, and before it any number of reports. */
export type Reply =
  | { readonly id: number; readonly report: unknown }
  | { readonly id: number; readonly result: unknown }
  /** The result could not be computed. */
  | { readonly id: number; readonly error: string };

export async function reply({ id, request }: Message, post: (reply: Reply) => void): Promise<void> {
  try {
    // Verdicts do not wait for the problems, which can take seconds.
    if (request.kind === 'check') post({ id, report: check(request) });
    const report = (part: unknown) => post({ id, report: part });
    post({ id, result: await work[request.kind](request as never, report) });
  } catch (error) {
    post({ id, error: String(error) });
  }
}
