/** Read piece by piece, and not by a stream: to open one takes longer than all the rest. Errors are those of the file system. */
export function* fileOctets(
  path: string,
  {
    closeSync,
    openSync,
    readSync,
  }: Pick<typeof import('node:fs'), 'closeSync' | 'openSync' | 'readSync'>,
): Generator<Uint8Array> {
  const file = openSync(path, 'r');
  try {
    for (;;) {
      const piece = new Uint8Array(65_536);
      const length = readSync(file, piece);
      if (length === 0) return;
      yield piece.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
}
