/** The rows of a part: a JSON line per input line and product token. */
import { hash } from 'node:crypto';
import { byteText, type RowFormat, utf8Text } from '@repkit/bulk/blocks';
import type { RunIdentity } from './fleet-run.js';

/** Reads `number TAB URL`; writes `{"line":…,"url":…,"token":…,"verdict":…}`. */
export const partRows: RowFormat = {
  read(line) {
    const tab = line.indexOf('\t');
    const url = line.slice(tab + 1);
    // Invalid UTF-8 is written as one character per byte.
    const text = byteText(JSON.stringify(utf8Text(url) ?? url));
    return { url, head: `{"line":${line.slice(0, tab)},"url":${text},`, tail: '' };
  },
  verdict: (productToken, outcome) =>
    byteText(`"token":${JSON.stringify(productToken)},"verdict":"${outcome}"`),
  end: '}\n',
};

export interface PartRow {
  readonly line: number;
  /** The object without `line`, one character per byte. */
  readonly json: string;
}

const START = /^\{"line":([1-9]\d{0,14}),(?="url":)/;

/** Returns undefined if the row is incomplete or invalid. */
export function readPartRow(text: string): PartRow | undefined {
  const match = START.exec(text);
  if (match === null || !text.endsWith('"}')) return undefined;
  return { line: Number(match[1]), json: `{${text.slice(match[0].length)}` };
}

/** Formats a row like `repkit filter`: URL, token, verdict. */
export function tsvRow({ json }: PartRow): string {
  const { url, token, verdict } = JSON.parse(utf8Text(json) ?? json);
  return byteText(`${url}\t${token}\t${verdict}`);
}

const PIECES_PER_FOLDER = 1000;

/** Returns the folder of a run. Its digest separates runs with the same name but other URLs or options. */
export function runFolder(folder: string, name: string, identity: RunIdentity): string {
  const { digest, bytes, pieceUrls, policy, dialect, productTokens } = identity;
  const all = JSON.stringify([digest, bytes, pieceUrls, policy, dialect, productTokens]);
  return `${folder}/${name}-${hash('sha256', all).slice(0, 12)}`;
}

export function partFolder(runFolder: string, piece: number): string {
  return `${runFolder}/${String(Math.floor(piece / PIECES_PER_FOLDER)).padStart(4, '0')}`;
}

export function partFile(runFolder: string, piece: number): string {
  return `${partFolder(runFolder, piece)}/${String(piece).padStart(7, '0')}.ndjson`;
}
