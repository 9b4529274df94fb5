/** Compiles the examples in docstrings like a user: strictly and against the built declarations. */
import { expect, test } from 'vitest';
import { Programs } from '../examples/test/programs.js';
import { exportedBy } from './docstrings/examples.js';

test('the examples in docstrings compile', () => {
  const modules = ['packages/client', 'packages/core'].flatMap(exportedBy).flatMap((item) =>
    item.examples.map((code, index): [name: string, text: string] => {
      const name = `${item.entry}/${item.name}-${index}`.replaceAll(/[^\w-]+/g, '-');
      return [name, code];
    }),
  );
  expect(() => new Programs(new Map(modules)).remove()).not.toThrow();
});
