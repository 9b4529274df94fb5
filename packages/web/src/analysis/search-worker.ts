/** Worker for searches: one result per request. */
import { disagreements } from '../dialects/by-dialect.js';
import { compare } from '../diff/comparison.js';
import type { SearchRequest } from './latest-work.js';

addEventListener('message', ({ data }: MessageEvent<SearchRequest>) => {
  postMessage(data.kind === 'comparison' ? compare(data) : disagreements(data));
});
