/** Sends requests at a fixed rate without waiting for responses, so that a pause of the server counts for all requests due during it. */

export interface LoopOptions {
  readonly perSecond: number;
  readonly seconds: number;
  /** Maximum requests in flight. Further requests wait, and their latency includes the wait. */
  readonly atOnce: number;
}

export interface LoopFigures {
  readonly sent: number;
  /** Milliseconds from when a request was due until its response was complete, by request number. */
  readonly latencies: readonly number[];
}

/** Resolves after the last response. `send` receives the request number and must not reject. */
export async function openLoop(
  { perSecond, seconds, atOnce }: LoopOptions,
  send: (number: number) => Promise<void>,
): Promise<LoopFigures> {
  const total = Math.floor(perSecond * seconds);
  const latencies = new Array<number>(total).fill(0);
  const began = performance.now();
  let sent = 0;
  let inFlight = 0;
  let completed = 0;
  await new Promise<void>((resolve) => {
    const sendDue = (): void => {
      const due = Math.min(total, Math.floor(((performance.now() - began) * perSecond) / 1000));
      while (sent < due && inFlight < atOnce) {
        const number = sent++;
        const dueAt = began + (number * 1000) / perSecond;
        inFlight++;
        send(number).then(() => {
          inFlight--;
          latencies[number] = performance.now() - dueAt;
          if (++completed === total) {
            clearInterval(timer);
            resolve();
          } else sendDue();
        });
      }
    };
    const timer = setInterval(sendDue, 1);
  });
  return { sent, latencies };
}

/** Returns the responses per second with always `atOnce` requests in flight. */
export async function closedLoop(
  { seconds, atOnce }: Pick<LoopOptions, 'seconds' | 'atOnce'>,
  send: (number: number) => Promise<void>,
): Promise<number> {
  const began = performance.now();
  const end = began + seconds * 1000;
  let sent = 0;
  const one = async (): Promise<void> => {
    while (performance.now() < end) await send(sent++);
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return (sent * 1000) / (performance.now() - began);
}
