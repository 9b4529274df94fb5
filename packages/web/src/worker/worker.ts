/** The worker of the page, so that typing stays responsive. */
import { answer, type Message } from './answer.js';

addEventListener('message', ({ data }: MessageEvent<Message>) => answer(data, postMessage));
