/** The lines that a view points at: the one that decides, those that lost, the user-agent lines that apply. */
import { type Range, RangeSet, StateEffect, StateField, type Text } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import type { LitLines } from '../state/app-state.js';

export const lightLines = StateEffect.define<LitLines | undefined>();

const DECIDING = Decoration.line({ class: 'lit-deciding' });
const LOST = Decoration.line({ class: 'lit-lost' });
const USER_AGENT = Decoration.line({ class: 'lit-user-agent' });

function decorate(doc: Text, lit: LitLines | undefined): DecorationSet {
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
    if (effect !== undefined) return decorate(transaction.newDoc, effect.value);
    return lit.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});
