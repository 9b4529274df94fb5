/** The readings: URLs by dialects. */
import type { DialectName } from '@repkit/core';
import { useMemo } from 'preact/hooks';
import { commonOrigin } from '../check/urls.js';
import { Grid } from '../grid/grid.js';
import { useMessages } from '../state/app-context.js';
import { DIALECT_NAMES, type ReadingsRow } from './readings.js';

/** A verdict of the table: which URL, and in which dialect. */
export interface ReadingChoice {
  readonly url: string;
  readonly dialect: DialectName;
}

export interface ReadingsTableProps {
  readonly rows: readonly ReadingsRow[];
  readonly chosen: ReadingChoice | undefined;
  readonly onChoose: (choice: ReadingChoice) => void;
}

export function ReadingsTable({ rows, chosen, onChoose }: ReadingsTableProps) {
  const messages = useMessages();
  const { dialects: texts } = messages;
  const origin = useMemo(() => commonOrigin(rows.map(({ url }) => url)), [rows]);
  const chosenRow = useMemo(
    () => rows.findIndex(({ url }) => url === chosen?.url),
    [rows, chosen?.url],
  );

  return (
    <Grid
      class="verdicts readings"
      label={texts.table}
      rows={rows}
      columns={DIALECT_NAMES.length}
      chosen={{
        row: chosenRow,
        column: chosen === undefined ? -1 : DIALECT_NAMES.indexOf(chosen.dialect),
      }}
      onChoose={({ row, column }) => {
        const [target, dialect] = [rows[row], DIALECT_NAMES[column]];
        if (target !== undefined && dialect !== undefined) onChoose({ url: target.url, dialect });
      }}
      startsAtTop={false}
      head={[
        <th key="url" scope="col">
          URL {origin && <span class="origin">{origin}</span>}
        </th>,
        ...DIALECT_NAMES.map((name) => (
          <th scope="col" key={name}>
            {messages.dialectName[name]}
          </th>
        )),
      ]}
      row={(row, cell) => {
        const { url, allowed, differs } = rows[row] as ReadingsRow;
        return (
          <tr key={url} class={differs ? 'differs' : ''} aria-rowindex={row + 2}>
            <th scope="row" title={url}>
              {differs && <span class="differs-sign">{texts.differs}</span>}
              {url.slice(origin.length)}
            </th>
            {DIALECT_NAMES.map((name, column) => (
              <td
                key={name}
                class={allowed[column] ? 'is-allowed' : 'is-disallowed'}
                {...cell(column)}
              >
                <span class="verdict">
                  {allowed[column] ? messages.allowed : messages.disallowed}
                </span>
              </td>
            ))}
          </tr>
        );
      }}
    />
  );
}
