/** Answers questions: by a robots.txt that is given, or as the site has it. */
import { originOf } from '@repkit/client';
import { type DialectName, parseRobotsTxt, type RobotsTxt } from '@repkit/core';
import type { Clients } from '../clients.js';
import { type Problem, problemAt } from '../http/problem.js';
import type { CheckHow } from '../schema/check.js';
import { answerByDecision, answerByRules, type VerdictAnswer } from './answer.js';

/** Where in the request the question stands, for problems. */
export interface Place {
  readonly url: readonly (string | number)[];
  readonly productToken: readonly (string | number)[];
}

/** For the questions of one request: a text that is given again and again is parsed once. */
export class Answerer {
  readonly #clients: Clients;
  #given: { readonly text: string; readonly files: Map<DialectName, RobotsTxt> } | undefined;
  readonly #blanks = new Map<DialectName, RobotsTxt>();

  constructor(clients: Clients) {
    this.#clients = clients;
  }

  /** Throws a Problem where the URL or the product token cannot be asked about. */
  check(url: string, productToken: string, how: CheckHow, place: Place): void {
    const blank = this.#blankFile(how);
    try {
      blank.matcher(productToken);
    } catch (error) {
      throw cannotBeAsked(place.productToken, error);
    }
    if (how.robotsTxt === undefined && originOf(url) === undefined) {
      const why = 'it has no robots.txt: give an absolute http:, https: or ftp: URL.';
      throw problemAt(
        'cannot-be-asked',
        place.url,
        `${JSON.stringify(url)} cannot be asked about: ${why}`,
      );
    }
    try {
      blank.isAllowed(url, productToken);
    } catch (error) {
      throw cannotBeAsked(place.url, error);
    }
  }

  /** By the robots.txt that the question bears. Throws a Problem where it cannot be asked. */
  given(url: string, productToken: string, how: CheckHow, place: () => Place): VerdictAnswer {
    const { robotsTxt = '', explain = false } = how;
    const file = this.#givenFile(robotsTxt, how);
    try {
      return answerByRules(
        url,
        productToken,
        file.explain(url, productToken, { all: explain }),
        explain,
      );
    } catch (error) {
      // It tells which of the two is at fault.
      this.check(url, productToken, how, place());
      throw error;
    }
  }

  /**
   * As the site has it, for what `check` has let pass. Rejects with the signal's reason; whatever a network does is an
   * answer.
   */
  async live(
    url: string,
    productToken: string,
    { policy, dialect, explain = false }: CheckHow,
    signal: AbortSignal,
  ): Promise<VerdictAnswer> {
    const client = this.#clients.of(policy, dialect);
    const decision = await client.check(url, { productToken, signal });
    if (!explain || decision.verdict === undefined) {
      return answerByDecision(decision, decision.verdict, explain);
    }
    const { robotsTxt } = await client.robotsTxt(url, { signal });
    const verdict = robotsTxt?.explain(url, productToken, { all: true }) ?? decision.verdict;
    return answerByDecision(decision, verdict, explain);
  }

  #givenFile(text: string, how: CheckHow): RobotsTxt {
    if (this.#given?.text !== text) this.#given = { text, files: new Map() };
    return parsedIn(this.#given.files, this.#dialectOf(how), text);
  }

  /** Which product tokens and URLs can be asked about is a matter of the dialect alone. */
  #blankFile(how: CheckHow): RobotsTxt {
    return parsedIn(this.#blanks, this.#dialectOf(how), '');
  }

  #dialectOf({ dialect, policy }: CheckHow): DialectName {
    return dialect ?? this.#clients.dialectOf(policy);
  }
}

/** Parsed once a dialect. */
function parsedIn(files: Map<DialectName, RobotsTxt>, dialect: DialectName, text: string) {
  const file = files.get(dialect) ?? parseRobotsTxt(text, { dialect });
  files.set(dialect, file);
  return file;
}

/** Core says in a sentence what to give. */
function cannotBeAsked(path: readonly (string | number)[], error: unknown): Problem {
  if (!(error instanceof TypeError)) throw error;
  return problemAt('cannot-be-asked', path, error.message);
}
