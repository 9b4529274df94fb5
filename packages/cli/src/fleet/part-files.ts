/** Where the part of a piece lies: in a folder of its run, a thousand to a folder. */
import type { RunIdentity } from './fleet-run.js';

const A_FOLDER = 1000;

/** The folder of a run. The digest keeps apart what had the same name at other times. */
export function runFolder(folder: string, name: string, { digest }: RunIdentity): string {
  return `${folder}/${name}-${digest.slice(0, 12)}`;
}

export function partFolder(runFolder: string, piece: number): string {
  return `${runFolder}/${String(Math.floor(piece / A_FOLDER)).padStart(4, '0')}`;
}

export function partFile(runFolder: string, piece: number): string {
  return `${partFolder(runFolder, piece)}/${String(piece).padStart(7, '0')}.ndjson`;
}
