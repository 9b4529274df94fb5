import { writeFileSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { OctetFile } from '../../src/archive/octet-file.js';

/** A file of these octets, open until the test is over. */
export function fileOf(octets: Uint8Array): OctetFile {
  const path = `${temporaryFolder()}/file`;
  writeFileSync(path, octets);
  const file = new OctetFile(path);
  onTestFinished(() => file.close());
  return file;
}
