/** Worker for `analyze`: one result per request, in order. */
import { type AnalysisRequest, analyze } from '../analysis/analyze.js';

addEventListener('message', ({ data }: MessageEvent<AnalysisRequest>) => {
  postMessage(analyze(data));
});
