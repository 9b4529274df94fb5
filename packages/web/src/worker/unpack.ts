/**
 * Decompresses at most `maxBytes`, because a few bytes can expand to gigabytes. Returns undefined if there are more, and
 * rejects if the data is damaged.
 */
export async function unpack(
  packed: Blob,
  format: CompressionFormat,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  let left = maxBytes;
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      left -= chunk.length;
      if (left < 0) controller.error();
      else controller.enqueue(chunk);
    },
  });
  const unpacked = packed.stream().pipeThrough(new DecompressionStream(format)).pipeThrough(bound);
  try {
    return new Uint8Array(await new Response(unpacked).arrayBuffer());
  } catch (error) {
    if (left < 0) return undefined;
    throw error;
  }
}

const GZIP_MAGIC = [0x1f, 0x8b];

export async function isGzip(file: Blob): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, GZIP_MAGIC.length).arrayBuffer());
  return GZIP_MAGIC.every((byte, index) => head[index] === byte);
}
