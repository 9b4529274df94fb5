import * as fs from 'node:fs';
import { join } from 'node:path';
import { InputError } from '@repkit/bulk';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { filter } from '../../src/commands/filter.js';
import { parseArguments } from '../../src/options/arguments.js';
import { filesOf, keptApart, namedFiles } from '../../src/options/output-conflicts.js';
import { fileIdentity } from '../../src/program/files.js';

const io = { fileIdentity: (path: string) => fileIdentity(path, fs) };

function folder() {
  const path = temporaryFolder();
  const at = (name: string) => join(path, name);
  fs.writeFileSync(at('urls'), 'https://a.example/\n');
  fs.symlinkSync(at('urls'), at('symlink'));
  fs.linkSync(at('urls'), at('link'));
  return at;
}

test.each(['urls', 'symlink', 'link', './urls'])(
  'an output that is an input, by whatever name, is a mistake: %s',
  (name) => {
    const at = folder();
    const outputs = filesOf(parseArguments(['--output', at(name)], filter.options), ['output']);
    const told = () => keptApart(outputs, namedFiles(['-', at('urls')]), io);
    expect(told).toThrow(InputError);
    expect(told).toThrow(`--output "${at(name)}" is the same file as "${at('urls')}"`);
  },
);

test('so are two outputs in one file, also where there is none yet', () => {
  const at = folder();
  const outputs = (first: string, second: string) =>
    filesOf(parseArguments(['--output', first, '--rejects', second], filter.options), [
      'output',
      'rejects',
    ]);
  expect(() => keptApart(outputs(at('new'), at('new')), [], io)).toThrow('the same file');
  expect(() => keptApart(outputs(at('new'), at('other')), [], io)).not.toThrow();
});

test('a device may be read and written', () => {
  const nothing = namedFiles(['/dev/null']);
  expect(() => keptApart(nothing, nothing, io)).not.toThrow();
});

test('what cannot be looked at is told by whoever opens it', () => {
  const failing = {
    fileIdentity: () => {
      throw new Error('EACCES');
    },
  };
  expect(() => keptApart(namedFiles(['a']), namedFiles(['a']), failing)).not.toThrow();
});
