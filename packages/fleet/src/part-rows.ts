/** The rows of a part: an object for each line of the input and product token, on a line of its own. */

import { hash } from 'node:crypto';
import { byteText, type RowFormat, utf8Text } from '@repkit/bulk/blocks';
import type { RunIdentity } from './fleet-run.js';

/** Reads `number TAB URL`; writes `{"line":…,"url":…,"token":…,"verdict":…}`. */
export const partRows: RowFormat = {
  read(line) {
    const tab = line.indexOf('\t');
    const url = line.slice(tab + 1);
    // What is not UTF-8 is no URL, and stands there as the bytes it has.
    const text = byteText(JSON.stringify(utf8Text(url) ?? url));
    return { url, head: `{"line":${line.slice(0, tab)},"url":${text},`, tail: '' };
  },
  answer: (productToken, outcome) =>
    byteText(`"token":${JSON.stringify(productToken)},"verdict":"${outcome}"`),
  end: '}\n',
};

/** A row of a part: the number of its line, and the row without it. */
export interface PartRow {
  readonly line: number;
  /** The object without `line`, one character a byte. */
  readonly json: string;
}

const START = /^\{"line":([1-9]\d{0,14}),(?="url":)/;

/** Undefined for a row that was cut short or is of something else. */
export function readPartRow(text: string): PartRow | undefined {
  const match = START.exec(text);
  if (match === null || !text.endsWith('"}')) return undefined;
  return { line: Number(match[1]), json: `{${text.slice(match[0].length)}` };
}

/** The same as `repkit filter` prints it: URL, token, verdict. */
export function tsvRow({ json }: PartRow): string {
  const { url, token, verdict } = JSON.parse(utf8Text(json) ?? json);
  return byteText(`${url}\t${token}\t${verdict}`);
}

const A_FOLDER = 1000;

/** The folder of a run. The digest keeps apart what had the same name at other times, with other URLs or options. */
export function runFolder(folder: string, name: string, identity: RunIdentity): string {
  const { digest, bytes, pieceUrls, policy, dialect, productTokens } = identity;
  const all = JSON.stringify([digest, bytes, pieceUrls, policy, dialect, productTokens]);
  return `${folder}/${name}-${hash('sha256', all).slice(0, 12)}`;
}

export function partFolder(runFolder: string, piece: number): string {
  return `${runFolder}/${String(Math.floor(piece / A_FOLDER)).padStart(4, '0')}`;
}

export function partFile(runFolder: string, piece: number): string {
  return `${partFolder(runFolder, piece)}/${String(piece).padStart(7, '0')}.ndjson`;
}
