import { expect, test } from 'vitest';
import { run } from '../../src/run.js';
import { fakeIo } from '../support/fake-io.js';

const RULES = 'User-agent: *\nDisallow: /p\n\nUser-agent: b\nDisallow: /\n';

async function worker(stdin: string | Uint8Array, ...argv: string[]) {
  const io = fakeIo({ stdin, files: { 'robots.txt': RULES } });
  const code = await run(['worker', ...argv], io);
  return { code, ...io.written };
}

test('one output line per input line', async () => {
  const rows = ['/p', '/x\tb', '/x\r', '', 'nonsense', '\\N', '/x\tno token!', '/p\ta\tmore', '/x'];
  const { code, out, err } = await worker(rows.join('\n'), '--robots', 'robots.txt');
  expect(out.split('\n')).toEqual([
    ...['disallowed', 'disallowed', 'allowed', 'invalid', 'invalid', 'invalid', 'invalid'],
    ...['disallowed', 'allowed', ''],
  ]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
});

test('rows that contain their robots.txt, in tsv and ndjson', async () => {
  const tsv = `${RULES.replaceAll('\n', '\\n')}\t/p\n\t/p\n`;
  expect((await worker(tsv)).out).toBe('disallowed\nallowed\n');
  const rows = [{ robotsTxt: RULES, url: '/x', token: 'b' }, { url: '/x' }, 3];
  const ndjson = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  expect((await worker(ndjson, '--format', 'ndjson')).out).toBe(
    '{"verdict":"disallowed"}\n{"verdict":"invalid"}\n{"verdict":"invalid"}\n',
  );
});

test('random bytes yield one verdict per line', async () => {
  const noise = Uint8Array.from({ length: 50_000 }, (_, at) => (at * at * 31 + at * 7) % 256);
  const lines = noise.filter((byte) => byte === 0x0a).length + (noise.at(-1) === 0x0a ? 0 : 1);
  for (const argv of [[], ['--robots', 'robots.txt'], ['--format', 'ndjson']]) {
    const { code, out } = await worker(noise, ...argv);
    expect(code).toBe(0);
    expect(out.trimEnd().split('\n').length).toBe(lines);
  }
});

test('--agent applies to rows without a token', async () => {
  const { out } = await worker('/x\n/x\ta\n', '--robots', 'robots.txt', '--agent', 'b');
  expect(out).toBe('disallowed\nallowed\n');
});

test.each([
  [['--format', 'xml'], 'Use one of tsv, ndjson'],
  [['--robots', '-'], 'Standard input contains the rows.'],
  [['rows.tsv'], 'Unexpected argument "rows.tsv". Write "repkit worker < ROWS".'],
])('%j is rejected', async (argv, sentence) => {
  const { code, out, err } = await worker('', ...argv);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(sentence);
});
