/** A hover that explains the record under the pointer, with its clause. */

import type { EditorState } from '@codemirror/state';
import { hoverTooltip } from '@codemirror/view';
import { parseRobotsTxt } from '@repkit/core';
import type { Messages } from '../messages/messages.js';
import { readingDialect } from './reading.js';
import { type RecordText, recordText } from './record-text.js';

/** The record of a line (from 1) in words; `undefined` where there is nothing to say. Linear in the text. */
export function recordTextAt(
  state: EditorState,
  line: number,
  messages: Messages,
): RecordText | undefined {
  const dialect = state.facet(readingDialect);
  const file = parseRobotsTxt(state.doc.toString(), { dialect });
  const record = file.records[Math.min(line, file.records.length) - 1];
  if (record === undefined || record.kind === 'blank') return undefined;
  const group = record.groupIndex === undefined ? undefined : file.groups[record.groupIndex];
  return recordText(record, group?.productTokens, dialect, messages);
}

export function recordHover(messages: Messages) {
  return hoverTooltip((view, position) => {
    const line = view.state.doc.lineAt(position);
    const text = recordTextAt(view.state, line.number, messages);
    if (text === undefined) return null;
    return { pos: line.from, end: line.to, create: () => ({ dom: tooltipOf(text) }) };
  });
}

function tooltipOf({ sentences, clause }: RecordText): HTMLElement {
  const element = document.createElement('div');
  element.className = 'record-hover';
  for (const [className, text] of [
    ...sentences.map((sentence) => ['sentence', sentence] as const),
    ['clause', clause] as const,
  ]) {
    const line = document.createElement('p');
    line.className = className;
    line.textContent = text;
    element.append(line);
  }
  return element;
}
