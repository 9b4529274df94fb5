/** The workflows cannot run here, so the properties that protect releases are tested on their text. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

interface Workflow {
  readonly permissions: unknown;
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly 'timeout-minutes'?: number;
        readonly strategy?: { readonly matrix: { readonly script?: readonly string[] } };
        readonly steps: readonly { readonly uses?: string; readonly run?: string }[];
      }
    >
  >;
}

test.each(globSync('.github/workflows/*.yml', { cwd: ROOT }).sort())('%s', (path) => {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const { permissions, jobs }: Workflow = parse(text);
  // Jobs that need more say so themselves.
  expect(permissions).toEqual({ contents: 'read' });
  for (const [name, job] of Object.entries(jobs)) {
    expect(job['timeout-minutes'], name).toBeGreaterThan(0);
    for (const { run = '' } of job.steps) {
      // An expression in a script could become a part of it.
      expect(run).not.toContain('${{');
      const [, operand] = /\bnpm run (\S+)/.exec(run) ?? [];
      const started = operand === '"$SCRIPT"' ? job.strategy?.matrix.script : operand;
      for (const script of [started ?? []].flat()) expect(Object.keys(scripts)).toContain(script);
      // Vitest ignores an excluded file that does not exist, and without a configuration runs every file as a unit test.
      for (const [, named = ''] of run.matchAll(/--exclude=(\S+)/g)) {
        expect(existsSync(join(ROOT, named)), named).toBe(true);
      }
      if (run.includes('vitest.mjs run')) expect(run).toContain('--config=.config/vitest.config.ts');
    }
  }
  // A tag can be moved to other code; a commit cannot.
  for (const [, action] of text.matchAll(/uses: (.*)/g)) {
    expect(action).toMatch(/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  }
});

test.each(globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: ROOT }).sort())('%s is YAML', (path) => {
  expect(parse(readFileSync(join(ROOT, path), 'utf8'))).toBeTypeOf('object');
});
