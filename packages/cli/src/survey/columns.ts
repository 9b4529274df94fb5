/** The columns of a survey: what a row says about one robots.txt and one product token. */

/** What a column holds; a value that is undefined is left out, or empty. */
type ColumnType = 'text' | 'integer' | 'number' | 'flag';

export const COLUMNS = {
  site: 'text',
  url: 'text',
  token: 'text',
  status: 'integer',
  octets: 'integer',
  truncated: 'flag',
  encoding: 'text',
  groups: 'integer',
  rules: 'integer',
  verdict: 'text',
  crawlDelay: 'number',
  sitemaps: 'integer',
  aiNamed: 'text',
  aiBlocked: 'text',
  aiRecords: 'text',
  errors: 'integer',
  warnings: 'integer',
  infos: 'integer',
  diagnostics: 'text',
  disagreeing: 'text',
  witness: 'text',
  archive: 'text',
  offset: 'integer',
} as const satisfies Readonly<Record<string, ColumnType>>;

export type ColumnName = keyof typeof COLUMNS;

interface Values {
  readonly text: string;
  readonly integer: number;
  readonly number: number;
  readonly flag: boolean;
}

export type Row = {
  readonly [Name in ColumnName]: Values[(typeof COLUMNS)[Name]] | undefined;
};

export const COLUMN_NAMES = Object.keys(COLUMNS) as readonly ColumnName[];
