import { expect, test } from 'vitest';
import { lightLines, litLines } from '../../src/editor/lit-lines.js';
import { showEditor } from '../support/show-editor.js';

test('lines are lit, move with what is typed, and lines that are not there are left out', () => {
  const view = showEditor('a\nb\nc', litLines);
  const lit = (name: string) => view.contentDOM.querySelector(`.${name}`)?.textContent;
  view.dispatch({
    effects: lightLines.of({ deciding: 2, lost: [3, 99], userAgentLines: [1, 0] }),
  });
  view.dispatch({ changes: { from: 1, insert: '\nx' } });
  expect(['lit-deciding', 'lit-lost', 'lit-user-agent'].map(lit)).toEqual(['b', 'c', 'a']);
  view.dispatch({ effects: lightLines.of(undefined) });
  expect(view.contentDOM.querySelector('[class*=lit-]')).toBeNull();
});
