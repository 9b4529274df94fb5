/** Colours by core's own records: what is coloured as a rule is one. */
import { type Range, RangeSet } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import type { RecordKind, RobotsTxtRecord } from '@repkit/core';
import { pieceRange, recordsIn } from './doc-places.js';
import { readingDialect } from './reading.js';

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
