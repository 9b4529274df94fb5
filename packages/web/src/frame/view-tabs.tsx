/**
 * The views and their tabs (ARIA pattern): one tab stop; arrow keys move between tabs.
 *
 * To add a view: a component in a folder of its own, loaded on demand here; its name in `VIEW_NAMES` of `state/page-state.ts`;
 * its title in `messages/en.json`; its styles in `styles/`, imported by `main.css`; and the folder in `FOLDER_ORDER` of
 * `test/boundaries/imports.ts`. Tests: the component in `packages/web/test/NAME/`, a state in `test/support/page-states.ts`, of
 * which pictures are taken, and a journey. Docs: `docs/tester.md`.
 */

import type { ComponentType } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { deferred } from '../controls/deferred.js';
import { usePage } from '../state/page.js';
import { change, VIEW_NAMES, type ViewName } from '../state/page-state.js';

export function tabId(name: ViewName): string {
  return `tab-${name}`;
}

export function panelId(name: ViewName): string {
  return `view-${name}`;
}

export function ViewTabs() {
  const { state, messages } = usePage();
  const chosen = state.view.value;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  const choose = (index: number) => {
    const view = VIEW_NAMES.at(index % VIEW_NAMES.length);
    if (view === undefined) return;
    change(state, { view });
    list.current?.querySelector<HTMLElement>(`#${tabId(view)}`)?.focus();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const at = VIEW_NAMES.indexOf(chosen);
    const target = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    choose(target);
  };

  return (
    <div class="tabs" role="tablist" aria-label={messages.views} onKeyDown={onKeyDown} ref={list}>
      {VIEW_NAMES.map((name, index) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={tabId(name)}
          aria-selected={name === chosen}
          aria-controls={name === chosen ? panelId(name) : undefined}
          tabIndex={name === chosen ? 0 : -1}
          onClick={() => choose(index)}
        >
          {messages.view[name]}
        </button>
      ))}
    </div>
  );
}

/** Loaded on first use. */
export const PANELS: Readonly<Record<ViewName, ComponentType>> = {
  check: deferred(() => import('../check/check-view.js'), 'CheckView'),
  block: deferred(() => import('../block/block-view.js'), 'BlockView'),
  compare: deferred(() => import('../compare/compare-view.js'), 'CompareView'),
  visits: deferred(() => import('../visits/visits-view.js'), 'VisitsView'),
};
