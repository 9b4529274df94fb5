import { writeFileSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { ByteFile } from '../../src/archive/byte-file.js';

/** Writes and opens a file with these bytes until the end of the test. */
export function fileOf(bytes: Uint8Array): ByteFile {
  const path = `${temporaryFolder()}/file`;
  writeFileSync(path, bytes);
  const file = new ByteFile(path);
  onTestFinished(() => file.close());
  return file;
}
