/** The worker of the searches: one request, one result. */
import { disagreements } from '../dialects/readings.js';
import { compare } from '../diff/comparison.js';
import type { SearchRequest } from './latest-work.js';

addEventListener('message', ({ data }: MessageEvent<SearchRequest>) => {
  postMessage(data.kind === 'comparison' ? compare(data) : disagreements(data));
});
