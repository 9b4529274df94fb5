/** A transport with scripted responses, for timing that real servers cannot reproduce. */
import type { FetchOutcome } from '../../src/policy/fetch-outcome.js';
import type { FetchRequest, Transport } from '../../src/transport/transport.js';

export class ScriptedTransport implements Transport {
  readonly requests: FetchRequest[] = [];
  isClosed = false;
  readonly #answer: (request: FetchRequest, count: number) => FetchOutcome | Promise<FetchOutcome>;

  /** `count` is the number of earlier requests. */
  constructor(answer: (request: FetchRequest, count: number) => FetchOutcome | Promise<FetchOutcome>) {
    this.#answer = answer;
  }

  async fetch(request: FetchRequest): Promise<FetchOutcome> {
    this.requests.push(request);
    return this.#answer(request, this.requests.length - 1);
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }
}

/** A promise that is settled from outside. */
export function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
