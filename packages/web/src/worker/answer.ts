/** Answers a request. What the first view does not need is loaded on demand. */
import { check, explain } from './check.js';
import { lintText } from './lint.js';
import type {
  Answer,
  CheckRequest,
  Message,
  ResultOf,
  VisitsRequest,
  WorkRequest,
} from './requests.js';

export async function* answers({ id, request }: Message): AsyncGenerator<Answer> {
  try {
    // Verdicts do not wait for the problems, which can take seconds.
    if (request.kind === 'check') {
      yield { id, verdicts: check(request) };
      yield { id, result: lintText(request) };
    } else if (request.kind === 'visits') {
      const { countVisits } = await import('./visits.js');
      for await (const part of countVisits(request)) yield { id, ...part };
    } else {
      yield { id, result: await resultOf(request) };
    }
  } catch (error) {
    yield { id, error: String(error) };
  }
}

type OtherRequest = Exclude<WorkRequest, CheckRequest | VisitsRequest>;

async function resultOf(request: OtherRequest): Promise<ResultOf<OtherRequest>> {
  switch (request.kind) {
    case 'explain':
      return explain(request);
    case 'fix':
      return (await import('./fix.js')).fix(request);
    case 'compare':
      return (await import('./compare.js')).compare(request);
    case 'init':
      return (await import('./init.js')).init(request);
    case 'export':
      return (await import('./export.js')).exportVerdicts(request);
    case 'count':
      return (await import('./count.js')).count(request);
  }
}
