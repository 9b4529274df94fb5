import { describe, expect, test } from 'vitest';
import { siteWith, unusedOrigin } from '../../../../test/support/site.js';
import { run } from '../../src/run.js';
import { fakeIo } from '../support/fake-io.js';

const ROBOTS = `User-agent: *
Disallow: /private/
Content-Usage: train-ai=y
Content-Signal: search=yes, ai-train=no

User-agent: OpenBot
Allow: /
`;

async function repkitCheck(argv: string, files: Readonly<Record<string, string>> = {}) {
  const io = fakeIo({ files: { 'robots.txt': ROBOTS, ...files } });
  const code = await run(['check', ...argv.split(' ')], io);
  return { code, ...io.written };
}

test('shows the answer and what each source states', async () => {
  expect(await repkitCheck('--robots robots.txt --purpose ai-training /a')).toEqual({
    code: 1,
    err: '',
    out: `no           /a  *  ai-training
  allowed      robots.txt: no rule matches
  yes          AIPREF train-ai: yes (line 3)
  unstated     training preference signal training
  no           Content Signals ai-train: no (line 4)
  unstated     TDMRep tdm
`,
  });
});

test.each([
  ['search /a', 0, 'yes'],
  ['search /private/a', 1, 'no'],
  ['ai-user /a', 0, 'unstated'],
  ['ai-training --agent OpenBot /a', 0, 'unstated'],
])('%s: exit code %i', async (argv, code, answer) => {
  const result = await repkitCheck(`--robots robots.txt --json --purpose ${argv}`);
  expect(result.code).toBe(code);
  const { version, uses } = JSON.parse(result.out);
  expect({ version, uses }).toMatchObject({ version: 1, uses: [{ answer }] });
});

test('an unreachable site permits nothing', async () => {
  const origin = await unusedOrigin();
  const argv = `--allow 127.0.0.1 --store none --purpose search ${origin}/a`;
  const { code, out } = await repkitCheck(argv);
  expect(code).toBe(1);
  expect(out).toMatch(/^unreachable .*\n {2}unreachable {2}robots\.txt: disallowed while/);
});

describe('--response', () => {
  const PAGE = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX-Robots-Tag: noindex\r\n\r\n<p>a';

  test('adds page-level rules', async () => {
    const { origin } = await siteWith(200, ROBOTS);
    const argv = `--allow 127.0.0.1 --store none --purpose search --response page ${origin}/a`;
    const { code, out } = await repkitCheck(argv, { page: PAGE });
    expect(code).toBe(1);
    expect(out).toContain('\n  no           page-level rules: noindex (header)\n');
  });

  test.each([
    ['noindex is beyond the limit', '', 'unknown', 'the head of the page exceeds 2 MB, so later meta elements were not read'],
    ['noindex is before the limit', '<meta name=robots content=noindex>', 'no', 'noindex (robots meta element)'],
  ])('a head that is not read completely permits nothing: %s', async (_name, start, answer, text) => {
    const head = `${start}<script>${'a'.repeat(2_000_000)}</script><meta name=robots content=noindex>`;
    const page = PAGE.replace('X-Robots-Tag: noindex\r\n', '').replace('<p>a', head);
    const argv = '--robots robots.txt --purpose search --response page https://example.com/a';
    const { code, out, err } = await repkitCheck(argv, { page });
    expect([code, err]).toEqual([1, '']);
    const [first, ...steps] = out.split('\n');
    expect(first).toBe(`${answer.padEnd(11)}  https://example.com/a  *  search`);
    expect(steps).toContain(`  ${answer.padEnd(11)}  page-level rules: ${text}`);
  });

  test.each([
    ['a status without page-level rules', '/a', PAGE.replace('200', '404'), 'is not a page'],
    ['two URLs', '/a /b', PAGE, '--response is for one URL.'],
  ])('%s', async (_name, urls, page, problem) => {
    const argv = `--robots robots.txt --purpose search --response page ${urls}`;
    const { code, err } = await repkitCheck(argv, { page });
    expect(code).toBe(2);
    expect(err).toContain(problem);
  });
});

test.each([
  ['--purpose training /a', 'Unknown value for --purpose: "training"'],
  ['--purpose search --crawler ai /a', '--crawler'],
  ['--purpose search --expect e', '--expect'],
  ['--response page /a', '--response requires --purpose.'],
])('%s is an error', async (argv, problem) => {
  const { code, err } = await repkitCheck(`--robots robots.txt ${argv}`);
  expect(code).toBe(2);
  expect(err).toContain(problem);
});
