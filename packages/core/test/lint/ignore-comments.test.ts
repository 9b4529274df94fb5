import { expect, test, vi } from 'vitest';
import { lint } from '../../src/analysis.js';
import { parseRobotsTxt } from '../../src/index.js';

const found = (lines: readonly string[]) =>
  lint(parseRobotsTxt(lines.join('\n'))).map(({ code, span, message }) => ({
    code,
    line: span.line,
    message,
  }));

const GROUP = ['User-agent: *', 'Disallow: /a'];

test('a comment hides the named diagnostics of the next line', () => {
  const comment = '# repkit-ignore-next-line rule-changes-nothing: a reminder';
  expect(found([...GROUP, 'Disallow: /a/b'])).toMatchObject([{ code: 'rule-changes-nothing' }]);
  expect(found([...GROUP, comment, 'Disallow: /a/b'])).toEqual([]);
  expect(found([...GROUP, comment, 'Disallow: /a/b', 'Disallow: /a/c'])).toMatchObject([
    { code: 'rule-changes-nothing', line: 5 },
  ]);
});

test('a comment from line 1 on also hides what is reported on line 1', () => {
  const [comment, other] = ['byte-order-mark', 'html'].map((code) => `# repkit-ignore-next-line ${code}: our server adds it`);
  const codes = (...lines: string[]) => found([...lines, ...GROUP]).map(({ code }) => code);
  expect(codes('\ufeff# note')).toEqual(['byte-order-mark']);
  expect(codes(`\ufeff${comment}`)).toEqual([]);
  expect(codes(`\ufeff${comment}`, '# note')).toEqual([]);
  expect(codes(`\ufeff${other}`, `${comment}`)).toEqual(['unused-ignore']);
  expect(codes('\ufeff# note', `${comment}`)).toEqual(['byte-order-mark', 'unused-ignore']);
});

test('comments add up, and one comment can name several codes', () => {
  const line = 'Dissalow: /a/b';
  const codes = ['rule-changes-nothing', 'misspelt-field'];
  expect(found([...GROUP, line])).toHaveLength(2);
  expect(found([...GROUP, ...codes.map((code) => `#repkit-ignore-next-line ${code}`), '# note', line])).toEqual([]);
  expect(found([...GROUP, `# repkit-ignore-next-line ${codes.join(', ')}`, line])).toEqual([]);
});

test('a comment that hides nothing is reported, with the reason', () => {
  const messages = (comment: string) =>
    found([...GROUP, comment, 'Disallow: /c']).map(({ code, line, message }) => {
      expect([code, line]).toEqual(['unused-ignore', 3]);
      return message;
    });
  expect(messages('# repkit-ignore-next-line: because')).toEqual(['This comment hides nothing. It names no diagnostic code.']);
  expect(messages('# repkit-ignore-next-line rule-never-win')).toEqual([
    'This comment hides nothing. Unknown diagnostic code "rule-never-win". Did you mean "rule-never-wins"?',
  ]);
  expect(messages('# repkit-ignore-next-line constructor noindex')).toEqual([
    'This comment hides nothing. Unknown diagnostic code "constructor".',
    'This comment hides nothing. Line 4 has no "noindex" diagnostic.',
  ]);
});

test('hostile: 500 KiB of ignore comments', () => {
  const body = `User-agent: *\n${'# repkit-ignore-next-line a\n'.repeat(18_000)}Disallow: /a\n`;
  expect(lint(parseRobotsTxt(body))).toHaveLength(1);
});

test('a small file is not decoded together with the memory that parsing reuses', () => {
  const decode = vi.spyOn(TextDecoder.prototype, 'decode');
  try {
    found(GROUP);
    found([...GROUP, 'Disallow: /é']);
    const lengths = decode.mock.calls.map(([bytes]) => bytes?.byteLength ?? 0);
    expect(Math.max(...lengths)).toBeGreaterThan(0);
    expect(Math.max(...lengths)).toBeLessThan(100);
  } finally {
    decode.mockRestore();
  }
});
