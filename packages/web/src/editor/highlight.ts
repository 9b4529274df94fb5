/** Colors by core's own records, and the lines that a view points at. */
import { Facet, type Range, RangeSet, StateEffect, StateField, type Text } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import type { DialectName, RecordKind, RobotsTxtRecord } from '@repkit/core';
import type { LitLines } from '../state/app-state.js';
import { pieceRange, recordsIn } from './doc-places.js';

/** How the field and the value of a record look. */
type Look = 'user-agent' | 'allow' | 'disallow' | 'other' | 'unknown';

function lookOf(kind: RecordKind): Look {
  switch (kind) {
    case 'user-agent':
    case 'allow':
    case 'disallow':
    case 'unknown':
      return kind;
    default:
      return 'other';
  }
}

function markOf(className: string): Decoration {
  return Decoration.mark({ class: className });
}

const FIELDS: Readonly<Record<Look, Decoration>> = {
  'user-agent': markOf('rt-field rt-user-agent'),
  allow: markOf('rt-field rt-allow'),
  disallow: markOf('rt-field rt-disallow'),
  other: markOf('rt-field rt-other'),
  unknown: markOf('rt-unknown'),
};
const VALUES: Readonly<Record<Look, Decoration>> = {
  'user-agent': markOf('rt-product-token'),
  allow: markOf('rt-path'),
  disallow: markOf('rt-path'),
  other: markOf('rt-value'),
  unknown: markOf('rt-unknown'),
};
const COMMENT = markOf('rt-comment');
const NO_RECORD = markOf('rt-no-record');

/** The marks of one record, in the order of their places. */
function marksOf(record: RobotsTxtRecord, lineStart: number): Range<Decoration>[] {
  const { kind, field, value, comment, span } = record;
  const look = lookOf(kind);
  const pieces = [
    [field?.span, FIELDS[look]],
    [value?.span, VALUES[look]],
    [kind === 'invalid' ? span : undefined, NO_RECORD],
    [comment?.span, COMMENT],
  ] as const;
  return pieces.flatMap(([place, mark]) => {
    if (place === undefined) return [];
    const { from, to } = pieceRange(lineStart, place);
    return from < to ? [mark.range(from, to)] : [];
  });
}

function decorate(view: EditorView): DecorationSet {
  const { doc } = view.state;
  const dialect = view.state.facet(readingDialect);
  const marks = view.visibleRanges.flatMap((range) =>
    recordsIn(doc, range, dialect).flatMap(({ record, lineStart }) => marksOf(record, lineStart)),
  );
  return RangeSet.of(marks, true);
}

export const highlighting = ViewPlugin.define(
  (view) => ({
    decorations: decorate(view),
    update(update: ViewUpdate) {
      const { docChanged, viewportChanged, startState, state } = update;
      const dialectChanged = startState.facet(readingDialect) !== state.facet(readingDialect);
      if (docChanged || viewportChanged || dialectChanged) this.decorations = decorate(update.view);
    },
  }),
  { decorations: (plugin) => plugin.decorations },
);

export const readingDialect = Facet.define<DialectName, DialectName>({
  combine: ([dialect = 'rfc9309']) => dialect,
});

export const lightLines = StateEffect.define<LitLines | undefined>();

const DECIDING = Decoration.line({ class: 'lit-deciding' });
const LOST = Decoration.line({ class: 'lit-lost' });
const USER_AGENT = Decoration.line({ class: 'lit-user-agent' });

function decorateLines(doc: Text, lit: LitLines | undefined): DecorationSet {
  const at = (mark: Decoration) => (line: number) =>
    line >= 1 && line <= doc.lines ? [mark.range(doc.line(line).from)] : [];
  const marks: Range<Decoration>[] = [
    ...(lit?.userAgentLines ?? []).flatMap(at(USER_AGENT)),
    ...(lit?.lost ?? []).flatMap(at(LOST)),
    ...(lit?.deciding === undefined ? [] : at(DECIDING)(lit.deciding)),
  ];
  return RangeSet.of(marks, true);
}

export const litLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(lit, transaction) {
    const effect = transaction.effects.find((candidate) => candidate.is(lightLines));
    if (effect !== undefined) return decorateLines(transaction.newDoc, effect.value);
    return lit.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});
