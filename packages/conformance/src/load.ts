/** Loads the files in cases/. */
import { readdirSync, readFileSync } from 'node:fs';
import type { ClauseCase } from './case.js';
import { isPageFile, runPageFile } from './page-cases.js';
import { parseCases } from './parse-cases.js';

const FOLDER = new URL('../cases/', import.meta.url);
const ENDING = '.ndjson';

function namesIn(folder: URL): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length))
    .sort();
}

/** Returns the names of the files with verdicts, without their extension. */
export function caseFiles(folder: URL = FOLDER): string[] {
  return namesIn(folder).filter((name) => !isPageFile(name));
}

/** Returns the names of the files about preferences and page-level rules, without their extension. */
export function pageFiles(): string[] {
  return namesIn(FOLDER).filter(isPageFile);
}

/** Runs the cases of one of `pageFiles()`. */
export function runPageCases(name: string): ReturnType<typeof runPageFile> {
  return runPageFile(readText(name, FOLDER), name);
}

function readText(name: string, folder: URL): string {
  return readFileSync(new URL(`${name}${ENDING}`, folder), 'utf8');
}

/** @throws Error with one line `file:line: message` per invalid line */
export function loadCases(name: string, folder: URL = FOLDER): ClauseCase[] {
  return parseCases(readText(name, folder), name);
}
