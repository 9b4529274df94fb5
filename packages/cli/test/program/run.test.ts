import { describe, expect, test } from 'vitest';
import { VERSION } from '../../src/program/version.js';
import { run } from '../../src/run.js';
import { fakeIo } from '../support/fake-io.js';

async function repkit(...argv: string[]) {
  const io = fakeIo({ files: { 'robots.txt': 'User-agent: *\nDisallow: /p' } });
  const code = await run(argv, io);
  return { code, ...io.written };
}

test.each(['--version', '-V'])('%s', async (option) => {
  expect(await repkit(option)).toEqual({ code: 0, out: `${VERSION}\n`, err: '' });
});

describe('help', () => {
  test.each([['--help'], ['-h'], ['help']])('%s lists the commands', async (...argv) => {
    const { code, out, err } = await repkit(...argv);
    expect(code).toBe(0);
    expect(out).toContain('Usage: repkit COMMAND');
    expect(out).toContain('  check ');
    expect(err).toBe('');
  });

  test.each([[['check', '--help']], [['check', '-h']], [['check', '--nonsense', '--help']], [['help', 'check']]])(
    '%j explains the command',
    async (argv) => {
      const { code, out } = await repkit(...argv);
      expect(code).toBe(0);
      expect(out).toContain('Usage: repkit check [options] [URL…]');
      expect(out).toContain('Examples:');
    },
  );

  test('--help after -- is a positional', async () => {
    const { code, err } = await repkit('check', '--', '--help');
    expect(code).toBe(2);
    expect(err).toContain('"--help" is not a URL');
  });

  test('without a command, help goes to standard error', async () => {
    const { code, out, err } = await repkit();
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('Usage: repkit COMMAND');
  });
});

test('a command runs', async () => {
  expect(await repkit('check', '--robots', 'robots.txt', '/p')).toMatchObject({ code: 1, err: '' });
  expect(await repkit('check', '--robots', 'robots.txt', '/a')).toMatchObject({ code: 0, err: '' });
});

test.each([
  [['chekc', '/a'], 'repkit: Unknown command "chekc". Did you mean check?'],
  [['minify', 'robots.txt'], 'repkit: "repkit minify" was removed: "repkit lint --fix" removes redundant rules.'],
  [['fleet'], 'repkit: "repkit fleet" was removed: engines that people already run distribute the rows of "repkit filter".'],
  [
    ['lint', '--extended', 'robots.txt'],
    'repkit lint: --extended was removed: --dialect NAME compares another dialect with RFC 9309 and Google.',
  ],
  [['--versoin'], 'repkit: Unknown option "--versoin". Did you mean --version?'],
  [['--hlep'], 'repkit: Unknown option "--hlep". Did you mean --help?'],
  [['robots.txt'], 'repkit: "robots.txt" is not a command. To check a URL, write repkit check robots.txt.'],
  [['crawl'], 'repkit: Unknown command "crawl". Did you mean crawlers?'],
  [['xyzzyx'], 'repkit: Unknown command "xyzzyx". See repkit --help.'],
  [['constructor'], 'repkit: Unknown command "constructor". See repkit --help.'],
  [
    ['https://example.com/'],
    'repkit: "https://example.com/" is not a command. To check a URL, write repkit check https://example.com/.',
  ],
  [['--json', '/a'], 'repkit: Unknown option "--json". Options follow the command: repkit check --json ….'],
  [['\x1b[2J'], 'repkit: Unknown command "\\x1b[2J". See repkit --help.'],
])('%j is rejected', async (argv, message) => {
  expect(await repkit(...argv)).toEqual({ code: 2, out: '', err: `${message}\n` });
});

test('an internal error exits with 2 and is reported as such', async () => {
  const io = fakeIo();
  const openFile = (): AsyncIterable<Uint8Array> => {
    throw new RangeError('oops');
  };
  const code = await run(['check', '--robots', 'a', '/a'], { ...io, openFile });
  expect(code).toBe(2);
  expect(io.written.out).toBe('');
  expect(io.written.err).toContain('Internal error');
  expect(io.written.err).toContain('oops');
});
