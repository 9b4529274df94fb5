/**
 * Works on several items at a time and yields the results in the order of the items, each as soon as it is ready. At
 * most `atOnce` items are running or waiting to be consumed; while `hasRoom` returns false, at most one. If the
 * source fails, the results of the items before the failure are yielded first. If the consumer stops, the source is closed.
 */
export async function* inOrder<Item, Result>(
  items: AsyncIterable<Item>,
  atOnce: number,
  work: (item: Item) => Result | Promise<Result>,
  hasRoom: () => boolean = () => true,
): AsyncGenerator<Result> {
  const source = items[Symbol.asyncIterator]();
  const pending: Promise<Result>[] = [];
  let next: Promise<IteratorResult<Item>> | undefined;
  let isDone = false;
  try {
    for (;;) {
      const isFree = pending.length === 0 || (pending.length < atOnce && hasRoom());
      if (!isDone && isFree) {
        next ??= source.next();
        const first = pending[0];
        // Race both: a result must not wait for an item that may never come.
        const either = first && Promise.race([next.catch(() => undefined), first.then(() => undefined)]);
        const ready = await (either ?? next);
        if (ready !== undefined) {
          next = undefined;
          if (ready.done) isDone = true;
          else {
            const result = Promise.resolve(work(ready.value));
            // A failure is thrown when it is this result's turn.
            result.catch(() => {});
            pending.push(result);
          }
          continue;
        }
      }
      const result = pending.shift();
      if (result === undefined) return;
      yield await result;
    }
  } finally {
    next?.catch(() => {});
    // Not awaited: a source that waits for more input would not return before it arrives.
    source.return?.()?.catch(() => {});
  }
}
