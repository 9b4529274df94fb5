/** Runs the examples in the docstrings of the exported functions and classes of client and core. */
import { expect, test } from 'vitest';
import { examplesIn, exportedBy, runnable } from './docstrings/examples.js';
import { COMPILED_ONLY, load } from './docstrings/modules.js';
import { shown, VALUE_LINE } from './support/value-lines.js';

const exported = ['packages/client', 'packages/core'].flatMap(exportedBy);
const titled = exported.map((item) => ({ ...item, title: `${item.entry}: ${item.name}` }));

const AsyncFunction = (async () => {}).constructor as new (...text: string[]) => (load: unknown, show: unknown) => Promise<void>;

/** Returns what an example shows, and what its comments say. */
async function run(code: string): Promise<{ shows: string[]; says: string[] }> {
  const shows: string[] = [];
  const says: string[] = [];
  const show = (value: unknown, comment: string) => {
    shows.push(shown(value));
    says.push(comment);
  };
  await new AsyncFunction('load', 'show', runnable(code, VALUE_LINE))(load, show);
  return { shows, says };
}

test('an example imports by the names of entries, and its comments are compared', async () => {
  const docstring = `*
 * Returns nothing.
 *
 * @example
 * \`\`\`ts
 * import { originOf as origin } from '@repkit/client';
 *
 * const url = 'https://example.com/page'; // not compared
 * await Promise.resolve(origin(url)); // 'https://example.org'
 * ({ url }).url; // 'https://example.com/page'
 * \`\`\`
 `;
  const [code = ''] = examplesIn(docstring);
  expect(await run(code)).toEqual({
    shows: ["'https://example.com'", "'https://example.com/page'"],
    says: ["'https://example.org'", "'https://example.com/page'"],
  });
});

test('an example must be marked and fenced', () => {
  expect(examplesIn('* Returns 1.\n *\n * @example\n * f(); // 1\n ')).toEqual([]);
});

test('every exported function and class has an example that uses it', () => {
  const missing = exported
    .filter(({ name, examples }) => !examples.some((code) => new RegExp(`\\b${name}\\b`).test(code)))
    .map(({ entry, name }) => `${entry}: ${name}`);
  expect(missing).toEqual([]);
});

test('the examples that are only compiled exist', () => {
  const titles = titled.filter(({ examples }) => examples.length > 0).map(({ title }) => title);
  expect(titles).toEqual(expect.arrayContaining([...COMPILED_ONLY]));
});

const runs = titled
  .filter(({ title }) => !COMPILED_ONLY.has(title))
  .flatMap(({ title, examples }) => examples.map((code) => ({ title, code })));

test.each(runs)('the example of $title shows its values', async ({ code }) => {
  const { shows, says } = await run(code);
  expect(says).not.toEqual([]);
  expect(shows).toEqual(says);
});
