/** The tarballs of all packages: their files, their manifests, and how modules and types are found in them. */
import { describe, expect, inject, test } from 'vitest';
import { CHECKS, toolPath } from '../../scripts/lib/commands.mjs';
import { outputOf, THIS_NODE } from './support/packed.js';

const MEANT_TO_SHIP =
  /^(package\.json|LICENSE|README\.md|dist\/LICENSES\.txt|dist\/lint\/.+\.md|dist\/.+\.(c?js|d\.ts)|dist\/cjs\/package\.json|src\/robots-parser\.d\.cts|dist\/(swagger-ui|tester)\/.+|repkit\.config\.schema\.json|CHANGELOG\.md|case\.schema\.json|(behaviors|cases)\.ndjson|cases\/.+\.ndjson|runner\/.+\.(mjs|json)|adapters\/[^/]+)$/;

/** The arguments of publint for packages with a warning. */
const PUBLINT: Readonly<Record<string, readonly string[]>> = {
  // It warns of `export =` for ES modules, which is meant: the default import is what require() returns, in both builds.
  '@repkit/robots-parser': ['--level', 'error'],
};

/** The arguments of attw for the packages that CommonJS can use. */
const ATTW: Readonly<Record<string, readonly string[]>> = {
  '@repkit/core': [],
  // Its declarations describe both builds with `export =`.
  '@repkit/robots-parser': ['--ignore-rules', 'false-cjs'],
};

describe.each(inject('packages'))('$name', ({ name, tarball, files, manifest }) => {
  test('contains the intended files', () => {
    expect(files.filter((path) => !MEANT_TO_SHIP.test(path))).toEqual([]);
    expect(files).toEqual(expect.arrayContaining(['README.md', 'LICENSE']));
  });

  test('passes publint', () => {
    outputOf(THIS_NODE, [toolPath('publint', 'publint', CHECKS), 'run', tarball, ...(PUBLINT[name] ?? ['--strict'])]);
  });

  // A package with only a command has no types to check.
  if (manifest.exports !== undefined) {
    test('passes attw', () => {
      const attw = toolPath('@arethetypeswrong/cli', 'attw', CHECKS);
      outputOf(THIS_NODE, [attw, tarball, ...(ATTW[name] ?? ['--profile', 'esm-only'])]);
    });
  }
});
