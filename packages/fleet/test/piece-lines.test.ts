import { expect, test } from 'vitest';
import { packedLines, unpackedLines } from '../src/piece-lines.js';

test('lines come back as they were, and take little room', async () => {
  const lines = Array.from(
    { length: 5000 },
    (_, n) => `${1 + 37 * n}\thttp://a.example/page-${n}.html`,
  );
  const odd = ['9\t', '3\t\xff\xe9', '100000000000\thttp://b.example/\tmore'];
  const packed = await packedLines([...lines, ...odd]);
  expect(await unpackedLines(packed)).toEqual([...lines, ...odd]);
  expect(packed.length).toBeLessThan(lines.join('\n').length / 8);
  expect(await unpackedLines(await packedLines([]))).toEqual([]);
});

test('bytes of something else are refused', async () => {
  await expect(unpackedLines(Buffer.from('nothing deflated'))).rejects.toThrow();
});
