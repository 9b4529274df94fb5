/** The command on the PATH, and the examples of docs/guides/engines.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { SHARED } from './modes.js';

const BIN = fileURLToPath(new URL('../../dist/bin.js', import.meta.url));
const DOCS = new URL('../../../../docs/', import.meta.url);

/** Returns a folder with a robots.txt and an environment with `repkit` on the PATH. */
export interface Place {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
}

export function makePlace(): Place {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'robots.txt'), SHARED);
  const script = `#!/bin/sh\nexec '${process.execPath}' '${BIN}' "$@"\n`;
  writeFileSync(join(folder, 'repkit'), script, { mode: 0o755 });
  return { folder, env: { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` } };
}

/** Returns the first block of the page in a language that contains a text. Throws if there is none. */
export function documented(language: string, text: string, file = 'guides/engines.md'): string {
  const page = readFileSync(new URL(file, DOCS), 'utf8').replaceAll('\r\n', '\n');
  for (const [, name, block = ''] of page.matchAll(/```(\w*)[^\n]*\n(.*?)```/gs)) {
    if (name === language && block.includes(text)) return block;
  }
  throw new Error(`docs/${file} has no block of ${language} with "${text}".`);
}
