/** Worker for searches: one result per request. */

import type { SearchRequest } from '../analysis/latest-work.js';
import { disagreements } from '../dialects/by-dialect.js';
import { compare } from '../diff/comparison.js';

addEventListener('message', ({ data }: MessageEvent<SearchRequest>) => {
  postMessage(data.kind === 'comparison' ? compare(data) : disagreements(data));
});
