import { render } from 'preact';
import { act } from 'preact/test-utils';
import { describe, expect, test } from 'vitest';
import { useSelected } from '../../src/state/app-context.js';
import { showInApp } from '../support/show-in-app.js';

describe('useSelected', () => {
  test('rerenders only when the selected part changes', async () => {
    let renders = 0;
    const View = () => {
      renders++;
      return <p>{useSelected((state) => state.dialect)}</p>;
    };
    const { store, root } = await showInApp(<View />);
    await act(() => store.change({ urls: '/a' }));
    expect(renders).toBe(1);
    await act(() => store.change({ dialect: 'google' }));
    expect([renders, root.textContent]).toEqual([2, 'google']);
  });

  test('throws outside of the provider', () => {
    const View = () => <p>{useSelected((state) => state.dialect)}</p>;
    expect(() => render(<View />, document.createElement('div'))).toThrow(/inside of AppContext/);
  });
});
