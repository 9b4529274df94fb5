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
  return runIn(folder, [...hook.entry.split(' '), ...args]);
}

test('both hooks match every robots.txt and no other file', () => {
  expect(hooks.map(({ id }) => id)).toEqual(['repkit-lint', 'repkit-fmt']);
  for (const { language, files } of hooks) {
    expect(language).toBe('system');
    // The pattern comes from this repository.
    const pattern = new RegExp(files);
    expect(['robots.txt', 'a/robots.txt'].every((path) => pattern.test(path))).toBe(true);
    expect(['robots-txt', 'norobots.txt', 'robots.txt.md'].some((path) => pattern.test(path))).toBe(
      false,
    );
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
  expect(readFileSync(join(checkout.folder, 'robots.txt'), 'utf8')).toBe(
    'User-agent: *\nDisallow: /a\n',
  );
  expect(runHook('repkit-fmt', checkout, 'robots.txt')).toEqual({ status: 0, out: '', err: '' });
});
