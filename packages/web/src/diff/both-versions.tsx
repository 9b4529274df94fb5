/** Both versions side by side, with the effect of each changed rule in the margin. */
import { ruleOfChange } from '@repkit/core/analysis';
import { diffArrays } from 'diff';
import { useMemo } from 'preact/hooks';
import { DataTable, Pane } from '../controls/pane.js';
import { DIFF_TEXTS } from '../messages/diff-texts.js';
import { useMessages, useSelected, useTexts } from '../state/app-context.js';
import type { ComparedChange } from './comparison.js';

interface Line {
  /** 1-based. */
  readonly line: number;
  readonly text: string;
}

/** A row has one line of each version, or of one of them. A gap stands for unchanged lines that are not shown. */
export type VersionRow =
  | { readonly kind: 'same'; readonly before: Line; readonly after: Line }
  | {
      readonly kind: 'changed';
      readonly before?: Line | undefined;
      readonly after?: Line | undefined;
    }
  | { readonly kind: 'gap'; readonly lines: number };

/** Unchanged lines shown around a change. */
const CONTEXT = 3;
/** Bounds the comparison of two files with little in common: O(length × edits). */
const MAX_EDITS = 2000;
const MAX_DIFF_MS = 300;

/** Pairs the lines of two texts. Texts with too many edits are paired line by line. */
export function versionRows(before: string, after: string): VersionRow[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const parts = diffArrays(old, now, { maxEditLength: MAX_EDITS, timeout: MAX_DIFF_MS }) ?? [
    { removed: true, added: false, value: old },
    { removed: false, added: true, value: now },
  ];
  const rows: VersionRow[] = [];
  let [oldLine, newLine] = [1, 1];
  let [removed, added]: [string[], string[]] = [[], []];
  const pairChanged = () => {
    for (let index = 0; index < Math.max(removed.length, added.length); index++) {
      const gone = lineAt(removed, index, oldLine);
      rows.push({ kind: 'changed', before: gone, after: lineAt(added, index, newLine) });
    }
    [oldLine, newLine] = [oldLine + removed.length, newLine + added.length];
    [removed, added] = [[], []];
  };
  for (const [at, { value, removed: isRemoved, added: isAdded }] of parts.entries()) {
    if (isRemoved) removed = value;
    if (isAdded) added = value;
    if (isRemoved || isAdded) continue;
    pairChanged();
    const from = at === 0 ? 0 : CONTEXT;
    const to = value.length - (at === parts.length - 1 ? 0 : CONTEXT);
    for (const [index, text] of value.entries()) {
      const isHidden = to - from > 1 && index >= from && index < to;
      const [before, after] = [oldLine + index, newLine + index];
      if (index === from && isHidden) rows.push({ kind: 'gap', lines: to - from });
      if (isHidden) continue;
      rows.push({ kind: 'same', before: { line: before, text }, after: { line: after, text } });
    }
    [oldLine, newLine] = [oldLine + value.length, newLine + value.length];
  }
  pairChanged();
  return rows;
}

function lineAt(texts: readonly string[], index: number, first: number): Line | undefined {
  const text = texts[index];
  return text === undefined ? undefined : { line: first + index, text };
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r\n?|\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Rows that are rendered; two large files can differ in thousands of lines. */
const SHOWN_ROWS = 400;

export function BothVersions({ changes }: { readonly changes: readonly ComparedChange[] }) {
  const messages = useMessages();
  const texts = useTexts(DIFF_TEXTS);
  const before = useSelected((state) => state.before);
  const after = useSelected((state) => state.robotsTxt);
  const rows = useMemo(() => versionRows(before, after), [before, after]);
  const effects = useMemo(() => effectsByLine(changes), [changes]);
  if (!rows.some(({ kind }) => kind === 'changed')) return null;
  return (
    <Pane id="versions" title={texts.versions} isLandmark={false}>
      <DataTable
        labelledBy="versions"
        className="versions"
        columns={[texts.before, texts.after, texts.margin]}
      >
        {rows.slice(0, SHOWN_ROWS).map((row, index) =>
          row.kind === 'gap' ? (
            <tr key={index} class="gap">
              <td colSpan={3}>{texts.unchanged(row.lines)}</td>
            </tr>
          ) : (
            <tr key={index}>
              <VersionCell line={row.before} mark={row.kind === 'changed' ? 'removed' : ''} />
              <VersionCell line={row.after} mark={row.kind === 'changed' ? 'added' : ''} />
              <td class="margin">
                <Effects changes={effects.before.get(row.before?.line ?? 0)} />
                <Effects changes={effects.after.get(row.after?.line ?? 0)} />
              </td>
            </tr>
          ),
        )}
      </DataTable>
      {rows.length > SHOWN_ROWS && (
        <p class="hint inset">{messages.andMore(rows.length - SHOWN_ROWS)}</p>
      )}
    </Pane>
  );
}

function VersionCell({ line, mark }: { readonly line: Line | undefined; readonly mark: string }) {
  const texts = useTexts(DIFF_TEXTS);
  if (line === undefined) return <td />;
  const Tag = mark === 'removed' ? 'del' : mark === 'added' ? 'ins' : 'span';
  return (
    <td class={mark}>
      <span class="line-number">{line.line}</span>
      {mark === 'removed' && <span class="sr-only">{texts.removed}: </span>}
      {mark === 'added' && <span class="sr-only">{texts.added}: </span>}
      <Tag>
        <code>{line.text}</code>
      </Tag>
    </td>
  );
}

/** The first change of each effect that a line decides, and how many follow. */
function Effects({ changes = [] }: { readonly changes: readonly ComparedChange[] | undefined }) {
  const messages = useMessages();
  const texts = useTexts(DIFF_TEXTS);
  return (
    <>
      {(['newly-blocked', 'newly-allowed'] as const).map((effect) => {
        const [first, ...others] = changes.filter((change) => change.effect === effect);
        return (
          first && (
            <p key={effect} class={effect}>
              {texts.effect[effect]}: <code>{first.pattern}</code>{' '}
              <CrawlerNames productTokens={first.productTokens} />{' '}
              {others.length > 0 && messages.andMore(others.length)}
            </p>
          )
        );
      })}
    </>
  );
}

/** Names of crawlers listed per change. */
const SHOWN_CRAWLERS = 6;

export function CrawlerNames({ productTokens }: Pick<ComparedChange, 'productTokens'>) {
  const messages = useMessages();
  const unnamed = productTokens.length - SHOWN_CRAWLERS;
  return (
    <span class="crawler-names info">
      {productTokens.slice(0, SHOWN_CRAWLERS).map((token) => (
        <span class="badge" key={token}>
          {token}
        </span>
      ))}
      {unnamed > 0 && messages.andMore(unnamed)}
    </span>
  );
}

type ByLine = ReadonlyMap<number, readonly ComparedChange[]>;

/** Groups changes by the line of the rule that has their pattern. */
function effectsByLine(changes: readonly ComparedChange[]): { before: ByLine; after: ByLine } {
  const placed = changes.map((change) => ({ change, place: ruleOfChange(change) }));
  const linesIn = (file: 'before' | 'after') => {
    const lines = new Map<number, ComparedChange[]>();
    for (const { change, place } of placed) {
      if (place?.file !== file) continue;
      const { line } = place.rule;
      lines.set(line, [...(lines.get(line) ?? []), change]);
    }
    return lines;
  };
  return { before: linesIn('before'), after: linesIn('after') };
}
