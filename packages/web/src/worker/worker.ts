/** The worker of the page, so that typing stays responsive. */
import { answer } from './answer.js';
import type { Message } from './requests.js';

addEventListener('message', ({ data }: MessageEvent<Message>) => answer(data, postMessage));
