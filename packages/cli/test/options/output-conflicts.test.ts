import * as fs from 'node:fs';
import { join } from 'node:path';
import { InputError } from '@repkit/bulk';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { filter } from '../../src/commands/filter.js';
import { checkOutputConflicts, inputFiles, optionFiles } from '../../src/options/output-conflicts.js';
import { parseArguments } from '../../src/options/parser.js';
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

test.each(['urls', 'symlink', 'link', './urls'])('an output that is also an input is rejected: %s', (name) => {
  const at = folder();
  const outputs = optionFiles(parseArguments(['--output', at(name)], filter.options), ['output']);
  const check = () => checkOutputConflicts(outputs, inputFiles(['-', at('urls')]), io);
  expect(check).toThrow(InputError);
  expect(check).toThrow(`--output "${at(name)}" would overwrite "${at('urls')}". Choose another file.`);
});

test('two outputs to one file are rejected, even if it does not exist yet', () => {
  const at = folder();
  const outputs = (first: string, second: string) =>
    optionFiles(parseArguments(['--output', first, '--rejects', second], filter.options), ['output', 'rejects']);
  expect(() => checkOutputConflicts(outputs(at('new'), at('new')), [], io)).toThrow('would overwrite');
  expect(() => checkOutputConflicts(outputs(at('new'), at('other')), [], io)).not.toThrow();
});

test.each([
  ['crawl/a.example', 'an existing file'],
  ['crawl/new/rows.csv', 'a new file in a folder below'],
])('an output in a folder that is read is rejected: %s', (name) => {
  const at = folder();
  fs.mkdirSync(at('crawl/new'), { recursive: true });
  fs.writeFileSync(at('crawl/a.example'), '');
  const outputs = [{ label: `--output "${name}"`, path: at(name) }];
  expect(() => checkOutputConflicts(outputs, inputFiles([at('crawl')]), io)).toThrow(
    `--output "${name}" is in "${at('crawl')}", whose files are read. Choose another folder.`,
  );
  expect(() => checkOutputConflicts(outputs, inputFiles([at('urls')]), io)).not.toThrow();
});

test('an output that is not complete yet does not overwrite an input', () => {
  const at = folder();
  const outputs = [{ label: '--output "x"', path: at('x') }];
  expect(() => checkOutputConflicts(outputs, inputFiles([at('x.partial')]), io)).toThrow(
    `--output "x" would overwrite "${at('x.partial')}".`,
  );
});

test('a device can be both input and output', () => {
  const nothing = inputFiles(['/dev/null']);
  expect(() => checkOutputConflicts(nothing, nothing, io)).not.toThrow();
});

test('an error is left to the code that opens the file', () => {
  const failing = {
    fileIdentity: () => {
      throw new Error('EACCES');
    },
  };
  expect(() => checkOutputConflicts(inputFiles(['a']), inputFiles(['a']), failing)).not.toThrow();
});
