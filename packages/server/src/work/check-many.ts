/** The questions of one request: each product token about each URL. */
import { QUESTIONS_AT_ONCE } from '../limits.js';
import type { CheckRequest } from '../schema/check.js';
import type { VerdictAnswer } from './answer.js';
import type { Answerer, Place } from './answerer.js';
import { Pauses } from './pause.js';

/** Whoever waits for the answers. */
interface Work {
  readonly signal: AbortSignal;
}

/**
 * Every answer in the order of the URLs, and for each of them in that of the tokens. Throws or rejects with a Problem where
 * one cannot be asked, and with the signal's reason.
 */
export function checkMany(
  request: CheckRequest,
  answerer: Answerer,
  work: Work,
): VerdictAnswer[] | Promise<VerdictAnswer[]> {
  return request.robotsTxt === undefined
    ? checkLive(request, answerer, work)
    : checkGiven(request, answerer, work);
}

/** Waits for nobody, and so makes no promise where no pause is due: that is felt in the rate of the service. */
function checkGiven(
  request: CheckRequest,
  answerer: Answerer,
  work: Work,
): VerdictAnswer[] | Promise<VerdictAnswer[]> {
  const { urls, productTokens } = request;
  const answers: VerdictAnswer[] = [];
  const pauses = new Pauses();
  let url = 0;
  let token = 0;
  /** Until all are answered or a pause is due; gives whether all are. */
  const answerSome = (): boolean => {
    for (; url < urls.length; url++, token = 0) {
      for (; token < productTokens.length; token++) {
        if (pauses.isDue) return false;
        const place = () => placeOf(url, token);
        answers.push(answerer.given(urls[url] ?? '', productTokens[token] ?? '', request, place));
      }
    }
    return true;
  };
  const answerRest = async (): Promise<VerdictAnswer[]> => {
    do await pauses.take(work.signal);
    while (!answerSome());
    return answers;
  };
  return answerSome() ? answers : answerRest();
}

/** All questions are looked at before the first one is asked. */
async function checkLive(
  request: CheckRequest,
  answerer: Answerer,
  { signal }: Work,
): Promise<VerdictAnswer[]> {
  const { urls, productTokens } = request;
  const pauses = new Pauses();
  for (const [index, url] of urls.entries()) {
    answerer.check(url, productTokens[0] ?? '', request, placeOf(index, 0));
    if (pauses.isDue) await pauses.take(signal);
  }
  for (const [index, token] of productTokens.entries()) {
    answerer.check(urls[0] ?? '', token, request, placeOf(0, index));
  }
  const count = urls.length * productTokens.length;
  const answers = new Array<VerdictAnswer>(count);
  let next = 0;
  const answerRest = async () => {
    while (next < count) {
      const at = next++;
      const url = urls[Math.floor(at / productTokens.length)] ?? '';
      const token = productTokens[at % productTokens.length] ?? '';
      answers[at] = await answerer.live(url, token, request, signal);
      if (pauses.isDue) await pauses.take(signal);
    }
  };
  const workers = Math.min(QUESTIONS_AT_ONCE, count);
  await Promise.all(Array.from({ length: workers }, answerRest));
  return answers;
}

function placeOf(url: number, token: number): Place {
  return { url: ['urls', url], productToken: ['productTokens', token] };
}
