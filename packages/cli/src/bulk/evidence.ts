/** The rows that the accusations of an audit rest on. */
import { csvLine, type Finding } from '@repkit/bulk';
import type { OutputFile } from '../program/io.js';

/** Rows that are sorted in memory, which take about 100 MB. */
const MAX_SORTED = 250_000;

const HEAD = [
  ...['time', 'address', 'crawler', 'verification', 'class', 'url', 'status', 'rule', 'line'],
  ...['file', 'versions'],
];

/** Writes findings as CSV, by time. */
export class Evidence {
  readonly #file: OutputFile;
  #rows: string[] = [];
  #parts = 0;

  constructor(file: OutputFile) {
    this.#file = file;
    file.write(Buffer.from(csvLine(HEAD)));
  }

  add(finding: Finding): void {
    const { time, address, crawler, verification, url, status, rule, line, file } = finding;
    this.#rows.push(
      csvLine([
        ...[time, address, crawler, verification, finding.class, url, status, rule, line, file],
        finding.versions,
      ]),
    );
    if (this.#rows.length >= MAX_SORTED) this.#flush();
  }

  /** Writes the remaining rows. Returns whether all rows are in one order. */
  end(): boolean {
    if (this.#rows.length > 0) this.#flush();
    return this.#parts <= 1;
  }

  #flush(): void {
    this.#file.write(Buffer.from(this.#rows.sort().join('')));
    this.#rows = [];
    this.#parts++;
  }
}
