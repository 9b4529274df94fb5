/** From what a caller asks to a question: all that can be wrong with it is found before anything is done for it. */
import type { RobotsTxt } from '@repkit/core';
import { isObject, wrongType } from './checks.js';
import type { Question } from './decide.js';
import { OriginReader } from './origin-reader.js';

export interface AskOptions {
  /** Ends the waiting of this question; the promise rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Asks for another crawler than the client's own. */
  readonly productToken?: string | undefined;
}

/** A question that can be answered. */
export interface Asked extends Question {
  readonly origin: string;
  readonly signal: AbortSignal | undefined;
}

export class QuestionReader {
  readonly #origins = new OriginReader();
  readonly #productToken: string;
  readonly #emptyFile: RobotsTxt;

  /**
   * @param productToken for questions that name none
   * @param emptyFile in the dialect of all the others: it refuses the product tokens that they would refuse
   */
  constructor(productToken: string, emptyFile: RobotsTxt) {
    this.#productToken = productToken;
    this.#emptyFile = emptyFile;
  }

  /**
   * Throws a TypeError with a sentence that says what to give, also where the answer would not depend on it, and the
   * signal's reason where it is aborted.
   */
  read(url: string | URL, options: AskOptions | undefined): Asked {
    // The text of an object is taken at once: it may be changed while the answer is waited for.
    const text = typeof url === 'string' ? url : textOf(url);
    const origin = this.#origins.read(text);
    if (origin === undefined) {
      throw new TypeError(
        `${JSON.stringify(text)} has no robots.txt: give an absolute http:, https: or ftp: URL.`,
      );
    }
    if (options === undefined) {
      return { url: text, origin, productToken: this.#productToken, signal: undefined };
    }
    if (!isObject(options)) {
      throw wrongType(
        options,
        'The second argument',
        'options such as { productToken: "OtherBot" }',
      );
    }
    const { productToken, signal } = options;
    if (productToken !== undefined) this.#emptyFile.matcher(productToken);
    if (signal !== undefined) mustGoOn(signal);
    return { url: text, origin, productToken: productToken ?? this.#productToken, signal };
  }
}

function textOf(url: URL): string {
  if (typeof url?.href === 'string') return url.href;
  const give = 'an absolute http:, https: or ftp: URL, as a string or a URL object';
  throw wrongType(url, 'The URL', give);
}

function mustGoOn(signal: AbortSignal): void {
  if (typeof signal?.throwIfAborted !== 'function') {
    throw wrongType(signal, 'signal', 'an AbortSignal, such as the signal of an AbortController');
  }
  signal.throwIfAborted();
}
