/** Work on a few items at a time, with the results in the order of the items. */

/**
 * Takes no item before there is room for it: at most `atOnce` are worked on or wait to be taken. Where the consumer stops,
 * the source is closed.
 */
export async function* inOrder<Item, Result>(
  items: AsyncIterable<Item>,
  atOnce: number,
  work: (item: Item) => Result | Promise<Result>,
): AsyncGenerator<Result> {
  const source = items[Symbol.asyncIterator]();
  const pending: Promise<Result>[] = [];
  let next: Promise<IteratorResult<Item>> | undefined;
  let isDone = false;
  try {
    for (;;) {
      if (!isDone && pending.length < atOnce) {
        next ??= source.next();
        const first = pending[0];
        // Whichever is there first: a result must not wait for an item that may never come.
        const ready =
          first === undefined
            ? await next
            : await Promise.race([next, first.then(() => undefined)]);
        if (ready !== undefined) {
          next = undefined;
          if (ready.done) isDone = true;
          else {
            const result = Promise.resolve(work(ready.value));
            // It is heard of when its turn comes.
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
    // Not waited for: a source that waits for more would not hear of it before that comes.
    source.return?.()?.catch(() => {});
  }
}
