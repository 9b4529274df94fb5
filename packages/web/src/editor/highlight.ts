/** Syntax colors from core's parser, and lines highlighted by a view. */
import { Facet, type Range, RangeSet, StateEffect, StateField, type Text } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import type { DialectName, RecordKind, RobotsTxtRecord } from '@repkit/core';
import type { HighlightedLines } from '../state/app-state.js';
import { pieceRange, recordsIn } from './doc-ranges.js';

type RecordStyle = 'user-agent' | 'allow' | 'disallow' | 'other' | 'unknown';

function styleOf(kind: RecordKind): RecordStyle {
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

const FIELDS: Readonly<Record<RecordStyle, Decoration>> = {
  'user-agent': markOf('rt-field rt-user-agent'),
  allow: markOf('rt-field rt-allow'),
  disallow: markOf('rt-field rt-disallow'),
  other: markOf('rt-field rt-other'),
  unknown: markOf('rt-unknown'),
};
const VALUES: Readonly<Record<RecordStyle, Decoration>> = {
  'user-agent': markOf('rt-product-token'),
  allow: markOf('rt-path'),
  disallow: markOf('rt-path'),
  other: markOf('rt-value'),
  unknown: markOf('rt-unknown'),
};
const COMMENT = markOf('rt-comment');
const INVALID = markOf('rt-invalid');

/** Returns the marks of one record, in document order. */
function marksOf(record: RobotsTxtRecord, lineStart: number): Range<Decoration>[] {
  const { kind, field, value, comment, span } = record;
  const style = styleOf(kind);
  const pieces = [
    [field?.span, FIELDS[style]],
    [value?.span, VALUES[style]],
    [kind === 'invalid' ? span : undefined, INVALID],
    [comment?.span, COMMENT],
  ] as const;
  return pieces.flatMap(([piece, mark]) => {
    if (piece === undefined) return [];
    const { from, to } = pieceRange(lineStart, piece);
    return from < to ? [mark.range(from, to)] : [];
  });
}

function decorate(view: EditorView): DecorationSet {
  const { doc } = view.state;
  const dialect = view.state.facet(editorDialect);
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
      const dialectChanged = startState.facet(editorDialect) !== state.facet(editorDialect);
      if (docChanged || viewportChanged || dialectChanged) this.decorations = decorate(update.view);
    },
  }),
  { decorations: (plugin) => plugin.decorations },
);

export const editorDialect = Facet.define<DialectName, DialectName>({
  combine: ([dialect = 'rfc9309']) => dialect,
});

export const highlightLines = StateEffect.define<HighlightedLines | undefined>();

const ALLOWS = Decoration.line({ class: 'line-allows' });
const BLOCKS = Decoration.line({ class: 'line-blocks' });
const LOST = Decoration.line({ class: 'line-lost' });
const USER_AGENT = Decoration.line({ class: 'line-user-agent' });

function decorateLines(doc: Text, highlighted: HighlightedLines | undefined): DecorationSet {
  const at = (mark: Decoration) => (line: number) =>
    line >= 1 && line <= doc.lines ? [mark.range(doc.line(line).from)] : [];
  const marks: Range<Decoration>[] = [
    ...(highlighted?.userAgentLines ?? []).flatMap(at(USER_AGENT)),
    ...(highlighted?.lost ?? []).flatMap(at(LOST)),
    ...(highlighted?.deciding === undefined
      ? []
      : at(highlighted.allows ? ALLOWS : BLOCKS)(highlighted.deciding)),
  ];
  return RangeSet.of(marks, true);
}

export const highlightedLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(highlighted, transaction) {
    const effect = transaction.effects.find((candidate) => candidate.is(highlightLines));
    if (effect !== undefined) return decorateLines(transaction.newDoc, effect.value);
    return highlighted.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});
