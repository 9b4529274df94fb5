/** The files of cases/. */
import { readdirSync, readFileSync } from 'node:fs';
import type { ClauseCase } from './case.js';
import { parseCases } from './parse-cases.js';

const FOLDER = new URL('../cases/', import.meta.url);
const ENDING = '.ndjson';

/** The names of the files without their ending. */
export function caseFiles(folder: URL = FOLDER): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length))
    .sort();
}

/** @throws Error with `file:line: what is wrong` for every bad line */
export function loadCases(name: string, folder: URL = FOLDER): ClauseCase[] {
  return parseCases(readFileSync(new URL(`${name}${ENDING}`, folder), 'utf8'), name);
}
