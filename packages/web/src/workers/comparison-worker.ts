/** Worker for `compare`: one result per request. */
import { type ComparisonRequest, compare } from '../diff/comparison.js';

addEventListener('message', ({ data }: MessageEvent<ComparisonRequest>) => {
  postMessage(compare(data));
});
