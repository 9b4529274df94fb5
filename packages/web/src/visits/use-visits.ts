/** Counts the requests of access logs. A large log takes minutes, so counting goes on while another view is shown. */
import { batch, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { usePage } from '../state/page.js';
import { type Failed, isBlocked } from '../state/page-state.js';
import { askSoon } from '../state/results.js';
import { WorkerClient } from '../worker/client.js';
import type { Visits } from '../worker/requests.js';

/** undefined until the logs of the newest request are counted. */
const visits = signal<Visits | Failed | undefined>(undefined);
/** The share of the logs that has been read, from 0 to 1. */
const share = signal(0);
/** Not that of the page, where a cancelled request restarts the others. */
const worker = new WorkerClient();
/** What the newest request consists of. */
let requested: readonly unknown[] = [];
let stop = () => {};

/** Counts again after a change of the logs or the file. */
export function useVisits() {
  const { state } = usePage();
  const request = {
    kind: 'visits' as const,
    logs: state.logs.value,
    robotsTxt: state.robotsTxt.value,
    dialect: state.dialect.value,
    isBlocked: isBlocked(state),
  };
  const parts = Object.values(request);
  useEffect(() => {
    if (parts.every((part, index) => part === requested[index])) return;
    requested = parts;
    stop();
    batch(() => {
      visits.value = undefined;
      share.value = 0;
    });
    if (request.logs.length === 0) return;
    const onResult = (result: Visits | Failed) => {
      visits.value = result;
    };
    stop = askSoon(worker, request, onResult, (read) => {
      share.value = read;
    });
  }, parts);
  return { visits: visits.value, share: share.value };
}
