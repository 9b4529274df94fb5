/** Runs the entries of .pre-commit-hooks.yaml as pre-commit does, in a real repository. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Checkout, checkoutOf, type Ended, runIn } from './support/pull-request.js';

interface Hook {
  readonly id: string;
  readonly entry: string;
  readonly language: string;
  readonly files: string;
}

const FILE = new URL('../.pre-commit-hooks.yaml', import.meta.url);
const hooks: readonly Hook[] = parse(readFileSync(FILE, 'utf8'));

/** Runs the words of the entry, the user's arguments and the files, without a shell (pre-commit, "language: system"). */
function runHook(id: string, { folder }: Checkout, ...args: readonly string[]): Ended {
  const hook = hooks.find((one) => one.id === id);
  if (hook === undefined) throw new Error(`Unknown hook "${id}".`);
  const words = hook.entry.match(/'[^']*'|\S+/g) ?? [];
  return runIn(folder, [...words.map((word) => word.replace(/^'(.*)'$/s, '$1')), ...args]);
}

test('all hooks match every robots.txt and no other text file', () => {
  expect(hooks.map(({ id }) => id)).toEqual(['repkit-lint', 'repkit-fmt', 'repkit-expect']);
  for (const { language, files } of hooks) {
    expect(language).toBe('system');
    // The pattern comes from this repository.
    const pattern = new RegExp(files);
    expect(['robots.txt', 'a/robots.txt'].every((path) => pattern.test(path))).toBe(true);
    expect(['robots-txt', 'norobots.txt', 'robots.txt.md'].some((path) => pattern.test(path))).toBe(false);
  }
});

test('repkit-lint: errors stop the commit, and warnings with --max-warnings', () => {
  const checkout = checkoutOf(
    {},
    {
      'robots.txt': 'User-agent: *\nDisallow: /\n',
      'a/robots.txt': 'User-agent: *\nDisallow: a\n',
    },
  );
  expect(runHook('repkit-lint', checkout, 'robots.txt')).toMatchObject({ status: 0, err: '' });
  expect(runHook('repkit-lint', checkout, '--max-warnings', '0', 'robots.txt').status).toBe(1);
  const both = runHook('repkit-lint', checkout, 'robots.txt', 'a/robots.txt');
  expect(both.status).toBe(1);
  expect(both.out).toContain('a/robots.txt:2:11: error: ');
});

test('repkit-fmt: formats the files, which stops the commit', () => {
  const checkout = checkoutOf({}, { 'robots.txt': 'user-agent:*\ndisallow:/a\n' });
  expect(runHook('repkit-fmt', checkout, 'robots.txt')).toEqual({
    status: 0,
    out: 'robots.txt\n',
    err: '',
  });
  expect(readFileSync(join(checkout.folder, 'robots.txt'), 'utf8')).toBe('User-agent: *\nDisallow: /a\n');
  expect(runHook('repkit-fmt', checkout, 'robots.txt')).toEqual({ status: 0, out: '', err: '' });
});

test('repkit-expect: a promise that is not kept stops the commit', () => {
  const robotsTxt = 'User-agent: *\nDisallow: /cart\n';
  const checkout = checkoutOf(
    {},
    {
      'robots.txt': robotsTxt,
      'a b/robots.txt': robotsTxt,
      'a b/robots.expect': 'disallowed /cart *\n',
      'c/robots.txt': robotsTxt,
      'c/robots.expect': 'allowed /cart *\n',
    },
  );
  expect(runHook('repkit-expect', checkout, 'robots.txt')).toEqual({ status: 0, out: '', err: '' });
  expect(runHook('repkit-expect', checkout, 'robots.txt', 'a b/robots.txt').status).toBe(0);
  const { status, out } = runHook('repkit-expect', checkout, 'c/robots.expect', 'a b/robots.txt');
  expect(status).toBe(1);
  expect(out).toContain('c/robots.expect:1: expected allowed: /cart for *\n');
  const { files } = hooks.find(({ id }) => id === 'repkit-expect') ?? { files: '' };
  expect(new RegExp(files).test('a/robots.expect')).toBe(true);
});
