/** From 128 KiB on the system is asked for the memory of each piece, which takes longer than to fill it. */
const PIECE_OCTETS = 96 * 1024;

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
      const piece = Buffer.allocUnsafeSlow(PIECE_OCTETS);
      const length = readSync(file, piece);
      if (length === 0) return;
      yield piece.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
}
