/** Minimizes a failing example by removing parts while it still fails. */

/** Returns the shortest failing list found: removes halves first, single items last. */
export function shrinkList<Item>(items: readonly Item[], fails: (items: readonly Item[]) => boolean): readonly Item[] {
  let remaining = items;
  for (let size = Math.ceil(items.length / 2); size >= 1; size = Math.floor(size / 2)) {
    let start = 0;
    while (start < remaining.length) {
      const without = [...remaining.slice(0, start), ...remaining.slice(start + size)];
      if (fails(without)) remaining = without;
      else start += size;
    }
  }
  return remaining;
}

export function shrinkText(text: string, fails: (text: string) => boolean): string {
  return shrinkList([...text], (letters) => fails(letters.join(''))).join('');
}

export function shrinkBody(body: string | Uint8Array, fails: (body: string | Uint8Array) => boolean): string | Uint8Array {
  if (typeof body === 'string') return shrinkText(body, fails);
  return Uint8Array.from(shrinkList([...body], (bytes) => fails(Uint8Array.from(bytes))));
}
