/** Loads the files in cases/. */
import { readdirSync, readFileSync } from 'node:fs';
import type { ClauseCase } from './case.js';
import { parseCases } from './parse-cases.js';

const FOLDER = new URL('../cases/', import.meta.url);
const ENDING = '.ndjson';

/** Returns the names of the files without their extension. */
export function caseFiles(folder: URL = FOLDER): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length))
    .sort();
}

/** @throws Error with one line `file:line: message` per invalid line */
export function loadCases(name: string, folder: URL = FOLDER): ClauseCase[] {
  return parseCases(readFileSync(new URL(`${name}${ENDING}`, folder), 'utf8'), name);
}
