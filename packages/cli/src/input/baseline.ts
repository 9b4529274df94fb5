/** Findings that a project has accepted: `repkit lint --baseline`. */
import { dirname, relative, sep } from 'node:path';
import { InputError } from '@repkit/bulk';
import type { RobotsTxt } from '@repkit/core';
import type { Diagnostic } from '@repkit/core/analysis';
import { readText, writeFile } from '../program/files.js';
import type { Io } from '../program/io.js';
import type { RobotsTxtArgument } from './robots-txt-argument.js';

const VERSION = 1;

/** Number of findings by code and text of their line, so that they stay accepted if lines move. */
type Accepted = Readonly<Record<string, Readonly<Record<string, number>>>>;

type FileFindings = Pick<RobotsTxtArgument, 'kind' | 'name' | 'robotsTxt'>;

export class Baseline {
  readonly #path: string;
  /** By file; undefined accepts everything. */
  readonly #accepted: ReadonlyMap<string, Accepted> | undefined;
  readonly #recorded = new Map<string, Accepted>();

  private constructor(path: string, accepted: ReadonlyMap<string, Accepted> | undefined) {
    this.#path = path;
    this.#accepted = accepted;
  }

  /** Rejects with an InputError if the file cannot be read or is not a baseline. */
  static async read(path: string, io: Pick<Io, 'openFile'>): Promise<Baseline> {
    const document = parsed(await readText(`--baseline "${path}"`, io.openFile(path)));
    if (document === undefined) {
      throw new InputError(`--baseline "${path}" is not a baseline of this version. Write it with --update-baseline.`);
    }
    return new Baseline(path, new Map(Object.entries(document)));
  }

  static acceptingAll(path: string): Baseline {
    return new Baseline(path, undefined);
  }

  /** Returns the findings of a file that are not accepted. */
  filter(file: FileFindings, diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
    if (this.#accepted === undefined) return [];
    const key = this.#keyOf(file);
    const left = new Map<string, number>();
    for (const [code, lines] of Object.entries(this.#accepted.get(key) ?? {})) {
      for (const [line, count] of Object.entries(lines)) left.set(`${code} ${line}`, count);
    }
    return diagnostics.filter(({ code, span }) => {
      const finding = `${code} ${lineOf(file.robotsTxt, span.line)}`;
      const count = left.get(finding) ?? 0;
      left.set(finding, count - 1);
      return count <= 0;
    });
  }

  /** Remembers the findings of a file for `write`. */
  record(file: FileFindings, diagnostics: readonly Diagnostic[]): void {
    const byCode = new Map<string, Map<string, number>>();
    for (const { code, span } of diagnostics) {
      const lines = byCode.get(code) ?? new Map<string, number>();
      const line = lineOf(file.robotsTxt, span.line);
      byCode.set(code, lines.set(line, (lines.get(line) ?? 0) + 1));
    }
    const accepted = [...byCode].map(([code, lines]) => [code, Object.fromEntries(lines)]);
    if (accepted.length > 0) this.#recorded.set(this.#keyOf(file), Object.fromEntries(accepted));
  }

  /** Writes the recorded findings. Throws an InputError if the file cannot be written. */
  write(io: Pick<Io, 'replaceFile'>): void {
    const sorted = [...this.#recorded].sort(([a], [b]) => (a < b ? -1 : 1));
    const document = { version: VERSION, files: Object.fromEntries(sorted) };
    const text = `${JSON.stringify(document, null, 2)}\n`;
    writeFile(`--baseline "${this.#path}"`, this.#path, text, io);
  }

  /** Files are named from the folder of the baseline, so that it applies from every folder. */
  #keyOf({ kind, name }: FileFindings): string {
    if (kind !== 'file') return name;
    return relative(dirname(this.#path), name).replaceAll(sep, '/');
  }
}

function lineOf({ records }: RobotsTxt, line: number): string {
  return records[line - 1]?.text.trim() ?? '';
}

function parsed(text: string): Readonly<Record<string, Accepted>> | undefined {
  try {
    const { version, files } = JSON.parse(text);
    const isValid = version === VERSION && Object.values(files).every((codes) => typeof codes === 'object');
    return isValid ? files : undefined;
  } catch {
    return undefined;
  }
}
