/** Counts the requests of access logs. A large log takes minutes, so counting goes on while another view is shown. */
import { batch, signal } from '@preact/signals';
import type { Failed, PageState } from '../state/page-state.js';
import { askSoon } from '../state/results.js';
import { WorkerClient } from '../worker/client.js';
import type { Visits, VisitsRequest } from '../worker/requests.js';

class VisitCount {
  /** undefined until the logs of the newest request are counted. */
  readonly visits = signal<Visits | Failed | undefined>(undefined);
  /** The share of the logs that has been read, from 0 to 1. */
  readonly share = signal(0);
  /** Not that of the page, where a cancelled request restarts the others. */
  readonly #worker = new WorkerClient();
  #request: VisitsRequest | undefined;
  #stop = () => {};

  /** Counts soon, unless the newest request is the same. */
  count(request: VisitsRequest): void {
    if (this.#request !== undefined && isSame(this.#request, request)) return;
    this.#stop();
    this.#request = request;
    batch(() => {
      this.visits.value = undefined;
      this.share.value = 0;
    });
    if (request.logs.length === 0) return;
    this.#stop = askSoon(
      this.#worker,
      { kind: 'visits', ...request },
      (visits) => {
        this.visits.value = visits;
      },
      (share) => {
        this.share.value = share;
      },
    );
  }
}

const counts = new WeakMap<PageState, VisitCount>();

/** Returns the count of a page. Part of the view, so that the first answer does not load it. */
export function visitCountOf(state: PageState): VisitCount {
  const count = counts.get(state) ?? new VisitCount();
  counts.set(state, count);
  return count;
}

function isSame(one: VisitsRequest, other: VisitsRequest): boolean {
  const names = ['logs', 'robotsTxt', 'dialect', 'isBlocked'] as const;
  return names.every((name) => one[name] === other[name]);
}
