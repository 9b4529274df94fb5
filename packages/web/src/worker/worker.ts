/** The worker of the page, so that typing stays responsive. It posts one answer per message. */
import { answer } from './answer.js';
import type { Message } from './requests.js';

addEventListener('message', async ({ data }: MessageEvent<Message>) => {
  postMessage(await answer(data));
});
