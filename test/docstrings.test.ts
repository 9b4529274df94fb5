/** Runs the examples in the docstrings of the exported functions and classes of client and core. */
import { expect, test } from 'vitest';
import { exportedBy, runnable } from './docstrings/examples.js';
import { COMPILED_ONLY, load } from './docstrings/modules.js';
import { WITHOUT_EXAMPLE } from './docstrings/without-example.js';
import { shown, VALUE_LINE } from './support/value-lines.js';

const exported = ['packages/client', 'packages/core'].flatMap(exportedBy);
const titled = exported.map((item) => ({ ...item, title: `${item.entry}: ${item.name}` }));

const AsyncFunction = (async () => {}).constructor as new (
  ...text: string[]
) => (load: unknown, show: unknown) => Promise<void>;

test('every exported function and class has an example that uses it', () => {
  const missing = exported
    .filter(({ name, examples }) => !examples.some((code) => code.includes(name)))
    .map(({ entry, name }) => `${entry}: ${name}`);
  expect(missing.toSorted()).toEqual(WITHOUT_EXAMPLE.toSorted());
});

test('the examples that are only compiled exist', () => {
  const titles = titled.filter(({ examples }) => examples.length > 0).map(({ title }) => title);
  expect(titles).toEqual(expect.arrayContaining([...COMPILED_ONLY]));
});

const runs = titled
  .filter(({ title }) => !COMPILED_ONLY.has(title))
  .flatMap(({ title, examples }) => examples.map((code) => ({ title, code })));

test.each(runs)('the example of $title shows its values', async ({ code }) => {
  const values: [expression: unknown, comment: string][] = [];
  const show = (value: unknown, comment: string) => values.push([shown(value), comment]);
  await new AsyncFunction('load', 'show', runnable(code, VALUE_LINE))(load, show);
  expect(values.length).toBeGreaterThan(0);
  expect(values.map(([value]) => value)).toEqual(values.map(([, comment]) => comment));
});
