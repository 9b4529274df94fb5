import { expect, test } from 'vitest';
import { FLOOD_NAMES, measureFloods, measureLookups } from '../src/hostile-servers.js';

test('measures a flood until the client gives up', async () => {
  const [flood] = await measureFloods([FLOOD_NAMES[0] ?? '']);
  expect(flood).toMatchObject({ name: 'zstd: skippable frames', outcome: 'unreachable' });
  expect(flood?.ms).toBeGreaterThan(0);
  await expect(measureFloods(['rain'])).rejects.toThrow('Unknown flood "rain".');
});

test('counts only origins whose names resolve as healthy', async () => {
  const figures = await measureLookups({ names: 20, atOnce: 10, silentEach: 10 });
  expect(figures).toMatchObject({ healthy: 18, refused: 0 });
});
