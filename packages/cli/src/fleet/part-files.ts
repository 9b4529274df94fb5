/** Where the part of a piece lies: in a folder of its run, a thousand to a folder. */
import { hash } from 'node:crypto';
import type { RunIdentity } from './fleet-run.js';

const A_FOLDER = 1000;

/** The folder of a run. The digest keeps apart what had the same name at other times, with other URLs or options. */
export function runFolder(folder: string, name: string, identity: RunIdentity): string {
  const { digest, octets, pieceUrls, policy, dialect, productTokens } = identity;
  const all = JSON.stringify([digest, octets, pieceUrls, policy, dialect, productTokens]);
  return `${folder}/${name}-${hash('sha256', all).slice(0, 12)}`;
}

export function partFolder(runFolder: string, piece: number): string {
  return `${runFolder}/${String(Math.floor(piece / A_FOLDER)).padStart(4, '0')}`;
}

export function partFile(runFolder: string, piece: number): string {
  return `${partFolder(runFolder, piece)}/${String(piece).padStart(7, '0')}.ndjson`;
}
