/** Folds the groups of a robots.txt. */
import { foldGutter, foldKeymap, foldService } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import type { Messages } from '../messages/messages.js';

/** The first line of a group, unless it follows another one. All dialects accept some of these spellings. */
const USER_AGENT = /^\s*user[- ]?agent\s*:/i;
/** Blank lines and comments after a group usually belong to the next one. */
const NO_RECORD = /^\s*(?:#|$)/;

const foldAtGroup = foldService.of(({ doc }, lineStart, lineEnd) => {
  const { number, text } = doc.lineAt(lineStart);
  if (!USER_AGENT.test(text)) return null;
  if (number > 1 && USER_AGENT.test(doc.line(number - 1).text)) return null;
  let isInRules = false;
  let end = lineEnd;
  for (let next = number + 1; next <= doc.lines; next++) {
    const line = doc.line(next);
    if (NO_RECORD.test(line.text)) continue;
    const isUserAgent = USER_AGENT.test(line.text);
    if (isUserAgent && isInRules) break;
    isInRules = !isUserAgent;
    end = line.to;
  }
  return end > lineEnd ? { from: lineEnd, to: end } : null;
});

export function groupFolding({ fold, unfold }: Pick<Messages['editor'], 'fold' | 'unfold'>): Extension {
  return [foldAtGroup, EditorState.phrases.of({ 'Fold line': fold, 'Unfold line': unfold }), foldGutter(), keymap.of(foldKeymap)];
}
