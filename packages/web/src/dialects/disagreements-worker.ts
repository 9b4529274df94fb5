/** The worker: one text and one crawler, the URLs on which the dialects disagree. */
import { type DisagreementsRequest, disagreements } from './disagreements.js';

addEventListener('message', ({ data }: MessageEvent<DisagreementsRequest>) => {
  postMessage(disagreements(data));
});
