import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { EditorPane } from '../../src/editor/editor-pane.js';
import { showInApp } from '../support/show-in-app.js';

test('the editor shows the text of the store, also when that changes', async () => {
  const { root, store } = await showInApp(<EditorPane />, { robotsTxt: 'Allow: /a' });
  expect(root.querySelector('.cm-content')?.textContent).toBe('Allow: /a');
  await act(() => store.change({ robotsTxt: 'Allow: /b' }));
  expect(root.querySelector('.cm-content')?.textContent).toBe('Allow: /b');
});
