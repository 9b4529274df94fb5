/** Answers a request. What the first view does not need is loaded on demand. */
import { check, explain } from './check.js';
import { lintText } from './lint.js';
import type { Answer, Message, ResultOf, WorkRequest } from './requests.js';

export async function answer({ id, request }: Message): Promise<Answer> {
  try {
    return { id, result: await resultOf(request) };
  } catch (error) {
    return { id, error: String(error) };
  }
}

/** Not asynchronous for the requests of an edit, which are answered in the order in which they arrive. */
function resultOf(request: WorkRequest): ResultOf<WorkRequest> | Promise<ResultOf<WorkRequest>> {
  switch (request.kind) {
    case 'check':
      return check(request);
    case 'explain':
      return explain(request);
    case 'lint':
      return lintText(request);
    case 'fix':
      return import('./fix.js').then(({ fix }) => fix(request));
    case 'compare':
      return import('./compare.js').then(({ compare }) => compare(request));
    case 'export':
      return import('./export.js').then(({ exportVerdicts }) => exportVerdicts(request));
    case 'count':
      return import('./count.js').then(({ count }) => count(request));
  }
}
