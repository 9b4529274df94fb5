/** The worker: one request, one answer, in order. */
import { type AnalysisRequest, answer } from './answer.js';

addEventListener('message', ({ data }: MessageEvent<AnalysisRequest>) => {
  postMessage(answer(data));
});
