/** One branch or page of the tree: its name, and what may be fetched of it. */
import { useMessages } from '../state/app-context.js';
import type { PathNode } from './path-tree.js';
import type { TreeRow } from './tree-rows.js';

export interface TreeItemProps {
  readonly id: string;
  /** The number of the row. */
  readonly index: number;
  readonly row: TreeRow;
  readonly isActive: boolean;
  readonly isChosen: boolean;
}

export function TreeItem({ id, index, row, isActive, isChosen }: TreeItemProps) {
  const messages = useMessages();
  const { node, level, position, siblings, isOpen } = row;
  const access = accessOf(node);
  const isLeaf = isOpen === undefined;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus, and names its active item.
    <div
      role="treeitem"
      id={id}
      class={`tree-row ${access} ${isActive ? 'active' : ''}`}
      style={{ '--level': level }}
      data-row={index}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={isOpen}
      aria-selected={isChosen}
    >
      <span class="twisty" aria-hidden="true" />
      <span class="node-name" title={node.path}>
        {node.name}
      </span>
      <span class="node-access">
        {isLeaf
          ? messages[access === 'blocked' ? 'disallowed' : 'allowed']
          : messages.tree.access[access](node.disallowed, node.urls)}
      </span>
    </div>
  );
}

/** All that the list has here and below is disallowed; some of it; or nothing. */
function accessOf({ urls, disallowed }: PathNode): 'blocked' | 'partly' | 'open' {
  if (disallowed === 0) return 'open';
  return disallowed === urls ? 'blocked' : 'partly';
}
