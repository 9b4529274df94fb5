import { expect, test } from 'vitest';
import { startFleet } from '../support/fleet.js';
import { describeWithRedis } from '../support/with-redis.js';

const URLS = Array.from({ length: 30 }, (_, n) => `row ${n}\n`).join('');
const WANTED = Array.from({ length: 30 }, (_, n) => `row ${n}\t*\tinvalid\n`).join('');
const SMALL = ['--job-urls', '10'];

function text(files: Map<string, string | Uint8Array>, path: string): string | undefined {
  const content = files.get(path);
  return content === undefined ? undefined : Buffer.from(content).toString();
}

describeWithRedis('collecting', () => {
  test('parts that are lost are named, taken back, done again, and collected once', async () => {
    const { fleet } = await startFleet();
    await fleet({ stdin: URLS }, 'submit', ...SMALL);
    const early = await fleet({}, 'collect', '--output', 'all', 'a');
    expect(early.code).toBe(1);
    expect(early.io.written.err).toBe('repkit fleet: 30 of 30 lines are missing.\n');
    const worker = await fleet({}, 'work', '--output', 'a');
    const parts = new Map(worker.io.files);
    const [lost = '', kept = ''] = [...parts.keys()];
    // Its own part was cut short; that of another worker is whole, and lies there twice.
    const files = Object.fromEntries(parts);
    files[kept.replace(/^a/, 'b')] = files[kept] ?? '';
    delete files[lost];
    const partial = await fleet({ files }, 'collect', '--output', 'all', 'a', 'b');
    expect(partial.code).toBe(1);
    expect(partial.io.written.err).toMatch(
      /10 of 30 lines are missing\.\n.*the parts of pieces 0 were written and are not in these folders/,
    );
    expect(text(partial.io.files, 'all')?.split('\n')).toHaveLength(21);

    const reopened = await fleet({ files }, 'collect', '--reopen', '--output', 'all', 'a', 'b');
    expect(reopened.io.written.err).toContain('pieces 0 are taken back');
    await fleet({ stdin: URLS }, 'submit', ...SMALL);
    const again = await fleet({ files }, 'work', '--output', 'a');
    const whole = Object.fromEntries(again.io.files);
    for (let times = 0; times < 2; times++) {
      const { code, io } = await fleet({ files: whole }, 'collect', '--output', 'all', 'a', 'b');
      expect(code).toBe(0);
      expect(text(io.files, 'all')).toBe(WANTED);
      expect(io.files.has('all.new')).toBe(false);
    }
  });

  test('a run that is none, and an output that cannot be written', async () => {
    const { fleet } = await startFleet();
    expect((await fleet({}, 'collect', '--output', 'all', 'a')).io.written.err).toContain(
      'there is no run "run"',
    );
  });
});
