/** Syntax colors from core's parser, and lines highlighted by a view. */
import { Facet, type Range, RangeSet, StateEffect, StateField, type Text } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import type { DialectName, RecordKind, RobotsTxtRecord, Verdict } from '@repkit/core';
import { rangeOf, recordsIn } from './doc-ranges.js';

/** The style of the field and of the value, by kind of record. */
const STYLES: Readonly<Partial<Record<RecordKind, readonly [field: string, value: string]>>> = {
  'user-agent': ['rt-field rt-user-agent', 'rt-product-token'],
  allow: ['rt-field rt-allow', 'rt-path'],
  disallow: ['rt-field rt-disallow', 'rt-path'],
  unknown: ['rt-unknown', 'rt-unknown'],
};

/** Returns the marks of one record, in document order. */
function marksOf(doc: Text, record: RobotsTxtRecord, line: number): Range<Decoration>[] {
  const { kind, field, value, comment, span } = record;
  const [fieldStyle, valueStyle] = STYLES[kind] ?? ['rt-field rt-other', 'rt-value'];
  const pieces = [
    [field?.span, fieldStyle],
    [value?.span, valueStyle],
    [kind === 'invalid' ? span : undefined, 'rt-invalid'],
    [comment?.span, 'rt-comment'],
  ] as const;
  return pieces.flatMap(([piece, style]) => {
    if (piece === undefined) return [];
    const { from, to } = rangeOf(doc, { ...piece, line });
    return from < to ? [Decoration.mark({ class: style }).range(from, to)] : [];
  });
}

function decorate(view: EditorView): DecorationSet {
  const { doc } = view.state;
  const dialect = view.state.facet(editorDialect);
  const marks = view.visibleRanges.flatMap((range) =>
    recordsIn(doc, range, dialect).flatMap(({ record, line }) => marksOf(doc, record, line)),
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

/** Highlights the lines that a verdict is about. */
export const highlightLines = StateEffect.define<Verdict | undefined>();

const ALLOWS = Decoration.line({ class: 'line-allows' });
const BLOCKS = Decoration.line({ class: 'line-blocks' });
const LOST = Decoration.line({ class: 'line-lost' });
const USER_AGENT = Decoration.line({ class: 'line-user-agent' });

function marksFor(doc: Text, verdict: Verdict | undefined): Range<Decoration>[] {
  const { allowed, rule, group, matched = [] } = verdict ?? {};
  const mark = (line: number, decoration: Decoration) => (line <= doc.lines ? [decoration.range(doc.line(line).from)] : []);
  return [
    ...(group?.userAgentLines ?? []).flatMap((line) => mark(line, USER_AGENT)),
    ...matched.flatMap(({ line, lost }) => (lost === undefined ? [] : mark(line, LOST))),
    ...(rule === undefined ? [] : mark(rule.line, allowed ? ALLOWS : BLOCKS)),
  ];
}

/** Edits move the highlighted lines until the next verdict. */
export const highlightedLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { effects, changes, newDoc }) {
    const effect = effects.find((candidate) => candidate.is(highlightLines));
    if (effect === undefined) return marks.map(changes);
    return Decoration.set(marksFor(newDoc, effect.value), true);
  },
  provide: (field) => EditorView.decorations.from(field),
});
