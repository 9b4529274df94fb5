import { describe, expect, test } from 'vitest';
import { ViewTabs } from '../../src/frame/view-tabs.js';
import { VIEW_NAMES } from '../../src/state/page-state.js';
import { showInApp } from '../support/show-in-app.js';

function press(element: Element | null | undefined, key: string): void {
  element?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
}

describe('the tabs', () => {
  test('match the views and have a single tab stop', async () => {
    const { root } = await showInApp(<ViewTabs />);
    const tabs = [...root.querySelectorAll('[role=tab]')];
    expect(tabs.map(({ id }) => id)).toEqual(VIEW_NAMES.map((name) => `tab-${name}`));
    expect(tabs.filter((tab) => tab.getAttribute('tabindex') === '0')).toHaveLength(1);
    expect(root.querySelector('[aria-selected=true]')?.id).toBe('tab-check');
  });

  test('are selected with the arrow keys, Home and End, and wrap around', async () => {
    const { root, state } = await showInApp(<ViewTabs />);
    const last = VIEW_NAMES.at(-1);
    press(root.querySelector('[role=tab]'), 'ArrowLeft');
    expect(state.view.value).toBe(last);
    press(root.querySelector('[role=tab]'), 'ArrowRight');
    press(root.querySelector('[role=tab]'), 'Home');
    expect(state.view.value).toBe(VIEW_NAMES[0]);
    press(root.querySelector('[role=tab]'), 'End');
    expect(state.view.value).toBe(last);
  });
});
