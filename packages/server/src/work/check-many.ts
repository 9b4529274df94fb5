/** The questions of one request: each product token about each URL. */
import { QUESTIONS_AT_ONCE } from '../limits.js';
import type { CheckRequest } from '../schema/check.js';
import type { VerdictAnswer } from './answer.js';
import type { Answerer } from './answerer.js';
import { Pauses } from './pause.js';

/** For answers that wait for nobody. */
const NEVER = new AbortController().signal;

/**
 * Every answer in the order of the URLs, and for each of them in that of the tokens. All questions are looked at before
 * the first one is asked. Rejects with a Problem where one cannot be asked, and with the signal's reason.
 */
export async function checkMany(
  request: CheckRequest,
  answerer: Answerer,
  work: { readonly signal: AbortSignal },
): Promise<VerdictAnswer[]> {
  const { urls, productTokens } = request;
  const pauses = new Pauses();
  for (const [index, url] of urls.entries()) {
    const place = { url: ['urls', index], productToken: ['productTokens', 0] };
    answerer.check(url, productTokens[0] ?? '', request, place);
    if (pauses.isDue) await pauses.take(work.signal);
  }
  for (const [index, token] of productTokens.entries()) {
    const place = { url: ['urls', 0], productToken: ['productTokens', index] };
    answerer.check(urls[0] ?? '', token, request, place);
  }
  const count = urls.length * productTokens.length;
  const answers = new Array<VerdictAnswer>(count);
  const isLive = request.robotsTxt === undefined;
  let next = 0;
  const answerRest = async () => {
    while (next < count) {
      const at = next++;
      const url = urls[Math.floor(at / productTokens.length)];
      const token = productTokens[at % productTokens.length];
      if (url === undefined || token === undefined) return;
      const answer = answerer.answer(url, token, request, isLive ? work.signal : NEVER);
      answers[at] = 'then' in answer ? await answer : answer;
      if (pauses.isDue) await pauses.take(work.signal);
    }
  };
  const workers = Math.min(isLive ? QUESTIONS_AT_ONCE : 1, count);
  await Promise.all(Array.from({ length: workers }, answerRest));
  return answers;
}
