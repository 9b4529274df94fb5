/** The worker of the page, so that typing stays responsive. */
import { answers } from './answer.js';
import type { Message } from './requests.js';

addEventListener('message', async ({ data }: MessageEvent<Message>) => {
  for await (const answer of answers(data)) postMessage(answer);
});
