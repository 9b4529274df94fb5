/** Requests at a rate that does not wait for answers, so that no pause of the server hides the requests that it delays. */

export interface LoopOptions {
  readonly perSecond: number;
  readonly seconds: number;
  /** More are not under way at one time; those that are due wait, and their time runs. */
  readonly atOnce: number;
}

export interface LoopFigures {
  readonly sent: number;
  /** Milliseconds from when a request was due until its answer was there, by the number of the request. */
  readonly latencies: readonly number[];
}

/** Resolves when all answers are there. `send` is given the number of the request, and never rejects. */
export async function openLoop(
  { perSecond, seconds, atOnce }: LoopOptions,
  send: (number: number) => Promise<void>,
): Promise<LoopFigures> {
  const total = Math.floor(perSecond * seconds);
  const latencies = new Array<number>(total).fill(0);
  const began = performance.now();
  let sent = 0;
  let underWay = 0;
  let answered = 0;
  await new Promise<void>((resolve) => {
    const sendDue = (): void => {
      const due = Math.min(total, Math.floor(((performance.now() - began) * perSecond) / 1000));
      while (sent < due && underWay < atOnce) {
        const number = sent++;
        const dueAt = began + (number * 1000) / perSecond;
        underWay++;
        send(number).then(() => {
          underWay--;
          latencies[number] = performance.now() - dueAt;
          if (++answered === total) {
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

/** Answers a second where `atOnce` requests are always under way. */
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
