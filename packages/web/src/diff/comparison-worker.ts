/** The worker: two texts, one comparison. */
import { type ComparisonRequest, compare } from './comparison.js';

addEventListener('message', ({ data }: MessageEvent<ComparisonRequest>) => {
  postMessage(compare(data));
});
