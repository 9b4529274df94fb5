import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { QUEUE_NAME } from '@repkit/fleet';
import { Queue } from 'bullmq';
import { expect, test } from 'vitest';
import { site } from '../../../../test/support/site.js';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { describeWithRedis } from '../../../../test/support/with-redis.js';
import { startFleet } from '../support/fleet.js';
import { FleetProcess } from '../support/fleet-process.js';

/** Options of a worker with a new folder, or with that of another worker. */
function output(folder = temporaryFolder()): string[] {
  return ['--output', folder, '--allow', '127.0.0.1'];
}

/** Returns the paths of the parts in the folder of a worker. */
function partsIn([, folder = '']: readonly string[]): string[] {
  return globSync('**/*.ndjson', { cwd: folder }).map((path) => join(folder, path));
}

describeWithRedis('a worker', () => {
  test('that is stopped finishes its piece and returns its job, and another one continues', async () => {
    const { fleet, run } = await startFleet();
    const stop = new AbortController();
    const counted = await site((_request, response) => {
      stop.abort();
      setTimeout(() => response.end('User-agent: *\nDisallow: /1\n'), 50);
    });
    const urls = Array.from({ length: 30 }, (_, n) => `${counted.origin}/${n}\n`).join('');
    await fleet({ stdin: urls }, 'submit', '--job-urls', '10');
    const folder = output();
    const first = await fleet({ stop: stop.signal }, 'work', ...folder);
    expect(first.code).toBe(0);
    expect(first.io.written.err).toContain('Stopping after the current pieces.');
    expect(partsIn(folder)).toHaveLength(1);
    expect((await run().read())?.donePieces).toBe(1);
    const second = await fleet({}, 'work', ...folder);
    expect(second.code).toBe(0);
    expect(partsIn(folder)).toHaveLength(3);
    expect(counted.log).toEqual(['/robots.txt']);
  });

  test('SIGTERM ends the process after the current piece', async () => {
    const { fleet, run, redis, server } = await startFleet();
    const counted = await site((_request, response) => void setTimeout(() => response.end(), 1000));
    const urls = Array.from({ length: 30 }, (_, n) => `${counted.origin}/${n}\n`).join('');
    await fleet({ stdin: urls }, 'submit', '--job-urls', '10');
    const argv = ['work', ...output(), '--redis', server.url, '--name', 'run'];
    const worker = new FleetProcess(argv);
    await expect.poll(() => counted.log).toHaveLength(1);
    worker.signal('SIGTERM');
    expect(await worker.ended()).toBe(0);
    expect(worker.err).toBe('repkit fleet: Stopping after the current pieces.\n');
    expect((await run().read())?.donePieces).toBe(1);
    expect(await redis.llen(`${run().prefix}:jobs:wait`)).toBe(1);
  });

  test('that stalls loses its jobs to others and stops when it resumes', async () => {
    const { fleet, server } = await startFleet();
    const counted = await site((_request, response) => void setTimeout(() => response.end(), 500));
    await fleet({ stdin: `${counted.origin}/a\n` }, 'submit');
    const place = [
      '--redis',
      server.url,
      '--name',
      'run',
      '--allow',
      '127.0.0.1',
      '--lock',
      '1',
      '--timeout',
      '1',
    ];
    const sleeper = new FleetProcess(['work', ...place, '--output', temporaryFolder()]);
    await expect.poll(() => counted.log).toHaveLength(1);
    sleeper.signal('SIGSTOP');
    // The lease of the robots.txt must expire, too.
    const folder = output();
    const other = await fleet({}, 'work', ...folder, '--lock', '1', '--timeout', '1');
    expect([other.code, partsIn(folder)]).toMatchObject([0, { length: 1 }]);
    sleeper.signal('SIGCONT');
    expect(await sleeper.ended()).toBe(0);
    const { io } = await fleet({}, 'status', '--json');
    expect(JSON.parse(io.written.out)).toMatchObject({ state: 'done', urls: { done: 1 } });
  });

  test('waits for the submission and can be stopped before it', async () => {
    const { fleet } = await startFleet();
    expect((await fleet({ stop: AbortSignal.abort() }, 'work', ...output())).code).toBe(0);
    const folder = output();
    const working = fleet({}, 'work', ...folder);
    await fleet({ stdin: 'nothing\n' }, 'submit');
    expect((await working).code).toBe(0);
    const [part = ''] = partsIn(folder);
    expect(readFileSync(part, 'utf8')).toBe(
      '{"line":1,"url":"nothing","token":"*","verdict":"invalid"}\n',
    );
  });

  test('reports failures and exits when jobs have failed permanently', async () => {
    const { fleet, run, redis } = await startFleet();
    await fleet({ stdin: 'nothing\n' }, 'submit');
    const own = run();
    await redis.del(`${own.prefix}:piece:0`);
    // One attempt: the default of five takes minutes.
    const queue = new Queue(QUEUE_NAME, { connection: redis, prefix: own.prefix });
    const [job] = await queue.getWaiting();
    await job?.remove();
    await queue.add('pieces', { first: 0, count: 1 }, { jobId: 'piece-0', attempts: 1 });
    await queue.close();
    const { code, io } = await fleet({}, 'work', ...output());
    expect(code).toBe(1);
    expect(io.written.err).toContain('piece-0: Piece 0 is not in Redis. Submit the run again.');
    await fleet({ stdin: 'nothing\n' }, 'submit');
    expect((await fleet({}, 'work', ...output())).code).toBe(0);
  });
});
