import { expect, test } from 'vitest';
import { linted, lintGithub, withMessage } from '../support/linted.js';

const fish = linted('fish\n', { name: 'site/robots.txt' });

test('annotations by severity with file, line and column', () => {
  const file = linted('User-agent: *\nDisallow: a\nfish\nAllow: /b\n');
  expect(lintGithub([file]).split('\n')).toEqual([
    '::error file=robots.txt,line=2,endLine=2,col=11,endColumn=12,title=unusable-path::"a" does not start with "/", so this rule matches nothing. Did you mean "/a"? (RFC 9309 2.2.2) See https://github.com/repkit/repkit/blob/main/docs/lint/unusable-path.md',
    '::warning file=robots.txt,line=3,endLine=3,col=1,endColumn=5,title=not-a-record::This line is not of the form "Field: value", so crawlers ignore it. Start comments with "#". (RFC 9309 2.2) See https://github.com/repkit/repkit/blob/main/docs/lint/not-a-record.md',
    '::notice file=robots.txt,line=4,endLine=4,col=8,endColumn=10,title=allow-reopens-nothing::Redundant: without this rule the same URLs, such as "/b", are still allowed. (RFC 9309 2.2.2) Example: /b See https://github.com/repkit/repkit/blob/main/docs/lint/allow-reopens-nothing.md',
    '',
  ]);
});

test('text cannot end a command or start another', () => {
  const hostile = withMessage('100%\r\n::set-env name=A::b, %0A', {
    ...fish,
    name: 'a:b,c%\n.txt',
  });
  expect(lintGithub([hostile])).toBe(
    '::warning file=a%3Ab%2Cc%25\\n.txt,line=1,endLine=1,col=1,endColumn=5,title=not-a-record::' +
      '100%25\\r\\n::set-env name=A::b, %250A (RFC 9309 2.2) See https://github.com/repkit/repkit/blob/main/docs/lint/not-a-record.md\n',
  );
});

test('other sources are named in the text', () => {
  expect(lintGithub([{ ...fish, kind: 'stdin' }])).toMatch(/^::warning title=not-a-record::<stdin>:1:1: This line /);
});

test('no diagnostics, no output', () => {
  expect(lintGithub([linted('')])).toBe('');
});
