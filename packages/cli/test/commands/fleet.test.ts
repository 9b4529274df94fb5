import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { site } from '../../../../test/support/site.js';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { describeWithRedis } from '../../../../test/support/with-redis.js';
import { run } from '../../src/run.js';
import { fakeIo } from '../support/fake-io.js';
import { startFleet } from '../support/fleet.js';

async function complaint(...argv: string[]) {
  const io = fakeIo();
  const code = await run(['fleet', ...argv], io);
  return { code, out: io.written.out, err: io.written.err };
}

const PLACE = ['--redis', 'redis://127.0.0.1:1', '--name', 'x'];

test.each([
  [[], 'Use one of submit, work, status, collect.'],
  [['sumbit'], 'Did you mean "submit"?'],
  [['status'], '--redis is required, for example --redis redis://127.0.0.1:6379.'],
  [['status', '--redis', 'x'], '--name is required'],
  [['status', '--redis', 'x', '--name', 'x'], '--redis must be a URL'],
  [['status', '--redis', 'x', '--name', '../x'], '--name takes up to 64 letters'],
  [['status', ...PLACE], 'Cannot connect to Redis at 127.0.0.1:1: connect ECONNREFUSED'],
  [['status', ...PLACE, '--jobs', '2'], '--jobs has no effect with fleet status.'],
  [['work', ...PLACE], '--output is required, for example --output parts.'],
  [['work', ...PLACE, '--output', 'p', 'urls'], 'Submit them with repkit fleet submit.'],
  [
    ['work', ...PLACE, '--output', 'p', '--jobs', '0'],
    '--jobs must be a whole number from 1 to 1000',
  ],
  [['work', ...PLACE, '--output', 'p', '--store', 'x.sqlite'], 'Use one of redis, none.'],
  [['submit', ...PLACE, '--agent', 'Bot/1.0 (x)'], 'Write --agent Bot.'],
  [['collect', ...PLACE, '--output', 'o'], 'Name the folders of the workers'],
  [
    ['collect', ...PLACE, '--output', 'o', '--format', 'csv', 'p'],
    'Unknown value for --format: "csv".',
  ],
])('%j is rejected', async (argv, sentence) => {
  const { code, out, err } = await complaint(...argv);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(sentence);
});

describeWithRedis('a fleet of one', () => {
  const RULES = 'User-agent: *\nDisallow: /p\n\nUser-agent: b\nDisallow: /\n';

  test('submit, work, status and collect yield the verdicts of filter with one request per origin', async () => {
    const { fleet } = await startFleet();
    const sites = await Promise.all(
      Array.from({ length: 5 }, (_, at) =>
        site((_request, response) => void response.writeHead(at === 4 ? 503 : 200).end(RULES)),
      ),
    );
    const urls = Array.from(
      { length: 100 },
      (_, n) => `${sites[n % 5]?.origin}/${n % 3 ? 'p' : 'x'}${n}`,
    );
    const rows = `${urls.join('\n')}\n\nno URL\n/path\r\nhttp://\u00e9\x1b.example:x/`;
    const files = { 'urls.gz': gzipSync(rows) };
    const base = temporaryFolder();
    const folder = (name: string) => join(base, name);
    const agents = ['--agent', 'a', '--agent', 'b'];

    const submitted = await fleet({ files }, 'submit', ...agents, '--job-urls', '7', 'urls.gz');
    expect(submitted.io.written.err).toMatch(
      /^repkit fleet: Submitted 104 lines as "run" in \d+ pieces\.\n$/,
    );
    expect(submitted.code).toBe(0);
    const early = await fleet({}, 'status');
    expect(early.code).toBe(1);
    expect(early.io.written.out).toMatch(
      /^run: running, 0%: 0 of 104 URLs, 0\/s\npieces: 0 done of/,
    );

    const worker = await fleet({}, 'work', '--output', folder('parts'), '--allow', '127.0.0.1');
    expect({ code: worker.code, err: worker.io.written.err }).toEqual({ code: 0, err: '' });
    expect(sites.map(({ log }) => log)).toEqual(sites.map(() => ['/robots.txt']));
    const late = await fleet({}, 'status', '--json');
    expect(late.code).toBe(0);
    expect(JSON.parse(late.io.written.out)).toMatchObject({
      state: 'done',
      urls: { done: 104, all: 104 },
      jobs: { waiting: 0, active: 0, delayed: 0, failed: 0 },
    });

    const output = ['--output', folder('all')];
    const all = await fleet({}, 'collect', ...output, folder('elsewhere'), folder('parts'));
    expect(all.io.written.err).toBe('repkit fleet: Collected all 104 lines.\n');
    expect(all.code).toBe(0);
    const filtered = fakeIo({ files });
    const live = ['--store', 'none', '--allow', '127.0.0.1', '--quiet'];
    await run(['filter', ...agents, ...live, 'urls.gz'], filtered);
    expect(readFileSync(folder('all'), 'utf8')).toBe(filtered.written.out);
    await fleet({}, 'collect', ...output, '--format', 'ndjson', folder('parts'));
    const [first = ''] = readFileSync(folder('all'), 'utf8').split('\n');
    expect(JSON.parse(first)).toEqual({ url: urls[0], token: 'a', verdict: 'allowed' });
  });
});
