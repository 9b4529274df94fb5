/** Answers queries: by a robots.txt that is given, or as the site has it. */
import { originOf } from '@repkit/client';
import type { Clients } from '../clients.js';
import { problemAt } from '../http/problem.js';
import type { Work } from '../http/request-work.js';
import { QUESTIONS_AT_ONCE } from '../options.js';
import type { CheckHow, CheckRequest } from '../schema/check.js';
import type { AnalysisPool } from './analysis-pool.js';
import {
  answerByDecision,
  answerTooLarge,
  EXPLANATION,
  GivenAnswers,
  type GivenCheck,
  type GivenFile,
  GivenFiles,
  isLong,
  type Place,
  placeOf,
  type VerdictAnswer,
} from './given-files.js';
import { JsonList } from './json.js';
import { isPauseDue, pause } from './pause.js';

/** For the queries of one request. */
export class Answerer {
  readonly #clients: Clients;
  readonly #analyses: AnalysisPool;
  readonly #files = new GivenFiles();

  constructor(clients: Clients, analyses: AnalysisPool) {
    this.#clients = clients;
    this.#analyses = analyses;
  }

  /** The file that a request contains; undefined if the sites have to be fetched. */
  givenFile(how: CheckHow): GivenFile | undefined {
    const { robotsTxt, policy, dialect = this.#clients.dialectOf(policy), explain = false } = how;
    return robotsTxt === undefined ? undefined : { robotsTxt, dialect, explain };
  }

  /** By the robots.txt of the request. Throws a Problem if the URL or the product token is invalid. */
  given(url: string, productToken: string, file: GivenFile, place: () => Place): VerdictAnswer {
    return this.#files.answer(url, productToken, file, place);
  }

  /** The same in a thread: the JSON of all answers, with commas between them. */
  async givenInThread(check: GivenCheck, work: Work): Promise<string> {
    return await this.#analyses.run({ kind: 'check', ...check }, work);
  }

  /** Throws a Problem if no site can be checked for the URL and the product token. */
  check(url: string, productToken: string, how: CheckHow, place: Place): void {
    const dialect = how.dialect ?? this.#clients.dialectOf(how.policy);
    if (originOf(url) === undefined) {
      const why = 'it has no robots.txt. Use an absolute http:, https: or ftp: URL.';
      const detail = `${JSON.stringify(url)} cannot be checked: ${why}`;
      this.#files.mustBeValid('/', productToken, dialect, place);
      throw problemAt('cannot-be-checked', place.url, detail);
    }
    this.#files.mustBeValid(url, productToken, dialect, place);
  }

  /** As the site has it, for what `check` has accepted. Rejects with the signal's reason; network failures are answers. */
  async live(
    url: string,
    productToken: string,
    how: CheckHow,
    signal: AbortSignal,
  ): Promise<VerdictAnswer> {
    const { policy, dialect, explain = false } = how;
    const decision = await this.#clients.check(url, productToken, how, signal);
    if (!explain || decision.verdict === undefined) {
      return answerByDecision(decision, decision.verdict, explain);
    }
    const { robotsTxt } = await this.#clients.of(policy, dialect).robotsTxt(url, { signal });
    if (isPauseDue()) await pause(signal);
    const verdict = robotsTxt?.explain(url, productToken, EXPLANATION) ?? decision.verdict;
    return answerByDecision(decision, verdict, explain);
  }
}

/**
 * Answers the queries of one request: each URL in order, for each product token in order. Returns JSON with commas between
 * the answers. Throws or rejects with a Problem for an invalid query and a too large answer, and with the signal's reason.
 */
export function checkMany(
  request: CheckRequest,
  answerer: Answerer,
  answerBytes: number,
  work: Work,
): string | Promise<string> {
  const file = answerer.givenFile(request);
  if (file === undefined) return checkLive(request, answerer, answerBytes, work);
  const { urls, productTokens } = request;
  const check = { ...file, urls, productTokens, answerBytes };
  if (isLong(file, urls, productTokens.length)) {
    return answerer.givenInThread(check, work);
  }
  return checkGiven(check, work);
}

/** Returns no promise unless a pause is due: promises lower the rate of the service measurably. */
function checkGiven(check: GivenCheck, work: Work): string | Promise<string> {
  const answers = new GivenAnswers(check, (bytes) => work.hold(bytes));
  const addRest = async (): Promise<string> => {
    do await pause(work.signal);
    while (!answers.add(isPauseDue));
    return answers.text;
  };
  return answers.add(isPauseDue) ? answers.text : addRest();
}

/** All queries are validated before the first site is fetched. */
async function checkLive(
  request: CheckRequest,
  answerer: Answerer,
  answerBytes: number,
  work: Work,
): Promise<string> {
  const { signal } = work;
  const { urls, productTokens } = request;
  for (const [index, url] of urls.entries()) {
    answerer.check(url, productTokens[0] ?? '', request, placeOf(index, 0));
    if (isPauseDue()) await pause(signal);
  }
  for (const [index, token] of productTokens.entries()) {
    answerer.check(urls[0] ?? '', token, request, placeOf(0, index));
  }
  const count = urls.length * productTokens.length;
  const answers = new JsonList(answerBytes, (bytes) => work.hold(bytes));
  let next = 0;
  const addRest = async () => {
    while (next < count) {
      const at = next++;
      const url = urls[Math.floor(at / productTokens.length)] ?? '';
      const token = productTokens[at % productTokens.length] ?? '';
      const answer = await answerer.live(url, token, request, signal);
      if (answers.set(at, answer)) {
        if (isPauseDue()) await pause(signal);
      } else {
        // The other workers end too.
        next = count;
        throw answerTooLarge(answerBytes);
      }
    }
  };
  const workers = Math.min(QUESTIONS_AT_ONCE, count);
  await Promise.all(Array.from({ length: workers }, addRest));
  return answers.text;
}
