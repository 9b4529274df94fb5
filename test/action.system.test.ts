/** Runs the steps of action.yml in a real repository. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Checkout, checkoutOf, type Ended, runIn, VERSION } from './support/pull-request.js';

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly if?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly run?: string;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; default: unknown }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

const EVENT = new URL('./support/pull-request-event.json', import.meta.url);
const action: Action = parse(readFileSync(new URL('../action.yml', import.meta.url), 'utf8'));

/** Returns the event of an opened pull request, for this base commit. */
function eventFor(base: string): { pull_request: { base: { sha: string } } } {
  const event = JSON.parse(readFileSync(EVENT, 'utf8'));
  event.pull_request.base.sha = base;
  return event;
}

/** Runs a step with the given inputs, as a runner does. */
function runStep(name: string, { folder, base }: Checkout, inputs: Readonly<Record<string, string>> = {}): Ended {
  const step = action.runs.steps.find((one) => one.name === name);
  if (step?.run === undefined) throw new Error(`action.yml has no step "${name}".`);
  const context: Record<string, string> = {
    'github.event.pull_request.base.sha': eventFor(base).pull_request.base.sha,
  };
  for (const [input, { default: value }] of Object.entries(action.inputs)) {
    context[`inputs.${input}`] = inputs[input] ?? String(value);
  }
  const resolved = (text: string) =>
    text.replace(/\$\{\{ (.*?) \}\}/g, (_all, expression: string) => {
      const value = context[expression];
      if (value === undefined) throw new Error(`No value for ${expression}.`);
      return value;
    });
  const env = Object.fromEntries(Object.entries(step.env ?? {}).map(([key, text]) => [key, resolved(text)]));
  // GitHub runs this for `shell: bash`.
  const summary = { GITHUB_STEP_SUMMARY: join(folder, 'summary.md') };
  return runIn(folder, ['bash', '--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run], {
    ...env,
    ...summary,
  });
}

const OLD = 'User-agent: *\nDisallow: /private/\n';
const NEW = 'User-agent: *\nDisallow: /\n';

test('is a composite action with the version of the command', () => {
  expect(action.runs.using).toBe('composite');
  expect(action.inputs.version?.default).toBe(VERSION);
  for (const { description } of Object.values(action.inputs)) expect(description).toMatch(/\.$/);
});

test('every script has a shell and contains no expression, which could inject code', () => {
  for (const { run, shell, uses } of action.runs.steps) {
    expect(run === undefined ? uses : shell).toMatch(/^(?:bash|actions\/setup-node@[0-9a-f]{40})$/);
    expect(run ?? '').not.toContain('${{');
  }
});

test('uses every input', () => {
  const text = JSON.stringify(action.runs);
  for (const input of Object.keys(action.inputs)) expect(text).toContain(`inputs.${input} }`);
});

test('docs/commands/lint.md lists the inputs', () => {
  const page = readFileSync(new URL('../docs/commands/lint.md', import.meta.url), 'utf8');
  const [, table = ''] = page.split('\n| input | value |\n|---|---|\n');
  const rows = table.slice(0, table.indexOf('\n\n')).split('\n');
  const listed = rows.flatMap((row) => [...(row.split('|')[1]?.matchAll(/`([a-z-]+)`/g) ?? [])]);
  expect(listed.map(([, input]) => input).sort()).toEqual(Object.keys(action.inputs).sort());
});

describe('repkit lint', () => {
  test('annotates findings; only errors fail the step', () => {
    const checkout = checkoutOf({}, { 'robots.txt': NEW });
    const { status, out } = runStep('repkit lint', checkout);
    expect(status).toBe(0);
    expect(out).toMatch(/^::warning file=robots\.txt,line=2,.*title=everything-blocked::/);
    expect(runStep('repkit lint', checkout, { 'max-warnings': '0' }).status).toBe(1);
  });

  test('accepts several files, one per line, with any names', () => {
    const checkout = checkoutOf({}, { 'a b/robots.txt': OLD, '-$(touch x)': 'User-agent: *\nDisallow: a\n' });
    const { status, out } = runStep('repkit lint', checkout, {
      files: 'a b/robots.txt\n\n-$(touch x)\n',
    });
    expect(status).toBe(1);
    expect(out).toMatch(/^::error file=-\$\(touch x\),line=2,/m);
  });

  test('--baseline', () => {
    const checkout = checkoutOf({}, { 'robots.txt': NEW, 'base.json': '{"version":2}' });
    const { status } = runStep('repkit lint', checkout, { baseline: 'base.json' });
    expect(status).toBe(2);
  });

  test('--dialect', () => {
    const checkout = checkoutOf({}, { 'robots.txt': 'User-agent: *\nDisallow: /*.pdf\n' });
    const { out } = runStep('repkit lint', checkout, { dialect: 'koster1996' });
    expect(out).toContain('title=wildcard-as-itself::');
  });

  test('skips excluded files', () => {
    const files = { 'a/robots.txt': NEW, 'b/robots.txt': NEW, 'c/robots.txt': NEW };
    const inputs = { files: '.', exclude: 'a/**\nb/*.txt\n' };
    const { out } = runStep('repkit lint', checkoutOf({}, files), inputs);
    expect(out.match(/file=[^,]*/g)).toEqual(['file=c/robots.txt']);
  });

  test('a missing file is an error', () => {
    const { status, err } = runStep('repkit lint', checkoutOf({}, {}));
    expect(status).toBe(2);
    expect(err).toContain('"robots.txt" cannot be read');
  });
});

describe('repkit check', () => {
  const EXPECT = 'allowed / *\ndisallowed /private/ ai-training\n';

  test('runs if there are expectations, even if lint has found errors', () => {
    const step = action.runs.steps.find(({ name }) => name === 'repkit check');
    expect(step?.if).toBe("inputs.expect != '' && !cancelled()");
  });

  test.each([
    ['hold', OLD, EXPECT, 0, 'all as expected'],
    ['differ', NEW, EXPECT, 1, 'robots.expect:1: expected allowed: / for *\n'],
    ['cannot be read', OLD, 'allowed /\n', 2, ''],
  ])('expectations %s', (_name, robotsTxt, expectations, status, text) => {
    const files = { 'robots.txt': robotsTxt, 'robots.expect': expectations };
    const ended = runStep('repkit check', checkoutOf({}, files), { expect: 'robots.expect\n' });
    expect(ended.status).toBe(status);
    expect(ended.out).toContain(text);
  });

  test('takes one file for each robots.txt', () => {
    const checkout = checkoutOf({}, { a: OLD, b: NEW, ea: EXPECT, eb: 'disallowed / *\n', ec: EXPECT });
    const files = 'a\n\nb\n';
    expect(runStep('repkit check', checkout, { files, expect: 'ea\neb' }).status).toBe(0);
    expect(runStep('repkit check', checkout, { files, expect: 'eb\nea' }).status).toBe(1);
    const { status, err } = runStep('repkit check', checkout, { files, expect: 'ea\neb\nec' });
    expect(status).toBe(2);
    expect(err).toContain('"robots.txt of ec" cannot be read');
  });
});

describe('repkit diff', () => {
  test('compares the crawlers that are named', () => {
    const gpt = `${OLD}\nUser-agent: GPTBot\nDisallow: /\n`;
    const checkout = checkoutOf({ 'robots.txt': OLD }, { 'robots.txt': gpt });
    const inputs = { 'fail-on': 'any', crawlers: 'Googlebot\nCCBot\n' };
    expect(runStep('repkit diff', checkout, inputs).status).toBe(0);
    expect(runStep('repkit diff', checkout, { ...inputs, crawlers: 'GPTBot' }).status).toBe(1);
  });

  test('runs on pull requests, even if lint has found errors', () => {
    const step = action.runs.steps.find(({ name }) => name === 'repkit diff');
    expect(step?.if).toBe("github.event_name == 'pull_request' && !cancelled()");
  });

  test('reports what changes, and fails if the input requires it', () => {
    const checkout = checkoutOf({ 'robots.txt': OLD }, { 'robots.txt': NEW });
    const shown = runStep('repkit diff', checkout);
    expect(shown).toMatchObject({ status: 0, err: '' });
    expect(shown.out).toMatch(/→ `robots\.txt`\*\*: Blocks 1 pattern for all other crawlers /);
    expect(shown.out).toContain('| 🔴 newly blocked | `*` | `/` |');
    expect(runStep('repkit diff', checkout, { 'fail-on': 'newly-allowed' }).status).toBe(0);
    expect(runStep('repkit diff', checkout, { 'fail-on': 'newly-blocked' }).status).toBe(1);
    expect(runStep('repkit diff', checkout, { 'fail-on': 'newly-allowed\nnewly-blocked:Googlebot\n' }).status).toBe(1);
  });

  test('posts the report as the summary of the run', () => {
    const checkout = checkoutOf({ 'robots.txt': OLD }, { 'robots.txt': NEW });
    const summary = join(checkout.folder, 'summary.md');
    const { out } = runStep('repkit diff', checkout, { 'fail-on': 'any' });
    expect(readFileSync(summary, 'utf8')).toBe(out);
  });

  test('handles new and deleted files', () => {
    const checkout = checkoutOf({ 'old.txt': OLD }, { 'new.txt': OLD });
    const files = 'old.txt\nnew.txt';
    const { status, out } = runStep('repkit diff', checkout, { files, 'fail-on': 'any' });
    expect(status).toBe(1);
    expect(out).toMatch(/newly allowed .*\n\*\*`\/dev\/null` → `new\.txt`\*\*.*newly blocked /s);
  });

  test('a path without a file in either version is an error, and the rest is compared', () => {
    const checkout = checkoutOf({ 'a/robots.txt': OLD }, { 'a/robots.txt': NEW });
    const { status, out, err } = runStep('repkit diff', checkout, {
      files: '*/robots.txt\na/robots.txt',
    });
    expect(status).toBe(2);
    expect(err).toBe(
      'repkit diff: "*/robots.txt" is neither in the base branch nor in the pull request. List each file by its path.\n',
    );
    expect(out).toContain('newly blocked');
  });

  test('fails if one of several files does', () => {
    const checkout = checkoutOf({ 'a.txt': OLD, 'b.txt': OLD }, { 'a.txt': NEW, 'b.txt': `# the same\n${OLD}` });
    const inputs = { files: 'a.txt\nb.txt', 'fail-on': 'any' };
    expect(runStep('repkit diff', checkout, inputs).status).toBe(1);
    expect(runStep('repkit diff', checkout, { ...inputs, files: 'b.txt' }).status).toBe(0);
  });
});
