/** The worker of the page, so that typing stays responsive. */
import { type Message, reply } from './reply.js';

addEventListener('message', ({ data }: MessageEvent<Message>) => reply(data, postMessage));
