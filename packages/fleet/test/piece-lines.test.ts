import { expect, test } from 'vitest';
import { compressLines, decompressLines } from '../src/piece-lines.js';

test('lines survive a round trip and shrink', async () => {
  const lines = Array.from(
    { length: 5000 },
    (_, n) => `${1 + 37 * n}\thttp://a.example/page-${n}.html`,
  );
  const odd = ['9\t', '3\t\xff\xe9', '100000000000\thttp://b.example/\tmore'];
  const packed = await compressLines([...lines, ...odd]);
  expect(await decompressLines(packed)).toEqual([...lines, ...odd]);
  expect(packed.length).toBeLessThan(lines.join('\n').length / 8);
  expect(await decompressLines(await compressLines([]))).toEqual([]);
});

test('rejects other bytes', async () => {
  await expect(decompressLines(Buffer.from('nothing deflated'))).rejects.toThrow();
});
