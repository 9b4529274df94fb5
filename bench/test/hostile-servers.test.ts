import { expect, test } from 'vitest';
import { FLOOD_NAMES, measureFloods, measureLookups } from '../src/hostile-servers.js';

test('a flood is measured to its end', async () => {
  const [flood] = await measureFloods([FLOOD_NAMES[0] ?? '']);
  expect(flood).toMatchObject({ name: 'zstd: skippable frames', outcome: 'unreachable' });
  expect(flood?.ms).toBeGreaterThan(0);
  await expect(measureFloods(['rain'])).rejects.toThrow('Unknown flood "rain".');
});

test('silent names are counted apart from the healthy ones', async () => {
  const figures = await measureLookups({ names: 20, atOnce: 10, silentEach: 10 });
  expect(figures).toMatchObject({ healthy: 18, refused: 0 });
});
