import { cpSync, globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { describeWithRedis } from '../../../../test/support/with-redis.js';
import { startFleet } from '../support/fleet.js';

const URLS = Array.from({ length: 30 }, (_, n) => `row ${n}\n`).join('');
const WANTED = Array.from({ length: 30 }, (_, n) => `row ${n}\t*\tinvalid\n`).join('');
const SMALL = ['--job-urls', '10'];

describeWithRedis('collecting', () => {
  test('lost parts are reported, reopened, redone, and collected once', async () => {
    const { fleet } = await startFleet();
    const [own, other, output] = ['own', 'other', 'all'].map((name) =>
      join(temporaryFolder(), name),
    );
    const collect = async (...argv: string[]) => {
      const { code, io } = await fleet({}, 'collect', '--output', output, own, other, ...argv);
      return { code, err: io.written.err };
    };
    await fleet({ stdin: URLS }, 'submit', ...SMALL);
    expect(await collect()).toEqual({
      code: 1,
      err: 'repkit fleet: 30 of 30 lines are missing.\n',
    });
    await fleet({}, 'work', '--output', own);
    // One part is lost; another is in both folders.
    cpSync(own, other, { recursive: true });
    const [lost = ''] = globSync('**/0000000.ndjson', { cwd: own });
    for (const folder of [own, other]) rmSync(join(folder, lost));
    const partial = await collect();
    expect(partial.code).toBe(1);
    expect(partial.err).toMatch(
      /10 of 30 lines are missing\.\n.*The parts of pieces 0 are not in these folders/,
    );
    expect(readFileSync(output, 'utf8').split('\n')).toHaveLength(21);

    expect((await collect('--reopen')).err).toContain('Pieces 0 were reopened');
    await fleet({ stdin: URLS }, 'submit', ...SMALL);
    await fleet({}, 'work', '--output', own);
    for (let times = 0; times < 2; times++) {
      expect((await collect()).code).toBe(0);
      expect(readFileSync(output, 'utf8')).toBe(WANTED);
      expect(globSync(`${output}.*`)).toEqual([]);
    }
  });

  test('an unknown run and an output that cannot be written are rejected', async () => {
    const { fleet } = await startFleet();
    expect((await fleet({}, 'collect', '--output', 'all', 'a')).io.written.err).toContain(
      'There is no run "run"',
    );
  });
});
