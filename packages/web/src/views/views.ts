/** The views of the page in the order of their tabs: a view has a tab once it stands here. */
import type { ComponentType } from 'preact';
import { CheckView } from '../check/check-view.js';
import type { ViewName } from '../state/app-state.js';
import { deferred } from './deferred.js';

export interface View {
  readonly name: ViewName;
  readonly Panel: ComponentType;
}

/** The first comes with the page; `deferred` loads the others when they are first looked at. */
export const VIEWS: readonly View[] = [
  { name: 'check', Panel: CheckView },
  {
    name: 'dialects',
    Panel: deferred(async () => (await import('../dialects/dialects-view.js')).DialectsView),
  },
  { name: 'live', Panel: deferred(async () => (await import('../live/live-view.js')).LiveView) },
  { name: 'diff', Panel: deferred(async () => (await import('../diff/diff-view.js')).DiffView) },
  { name: 'tree', Panel: deferred(async () => (await import('../tree/tree-view.js')).TreeView) },
];
