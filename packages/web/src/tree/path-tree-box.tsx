/** The tree itself: only the rows that can be seen are drawn, and the keyboard goes through all of them. */
import { useId, useMemo, useState } from 'preact/hooks';
import { useRowWindow } from '../grid/use-row-window.js';
import { useApp, useSelected } from '../state/app-context.js';
import type { PathNode } from './path-tree.js';
import { TreeItem } from './tree-item.js';
import { type Opened, openAtFirst, treeMove, treeRows } from './tree-rows.js';

/** As in the style sheet. */
const ROW_HEIGHT = 30;
/** Before the box was measured. */
const FIRST_HEIGHT = 480;
/** Rows that are open at first: what a screen or two hold. */
const ROWS_AT_FIRST = 60;

export interface PathTreeBoxProps {
  readonly roots: readonly PathNode[];
  readonly productToken: string;
}

export function PathTreeBox({ roots, productToken }: PathTreeBoxProps) {
  const { store, messages } = useApp();
  const chosen = useSelected((state) => state.chosen);
  const [opened, setOpened] = useState<Opened>(new Map());
  const [active, setActive] = useState<string>();
  const id = useId();
  const first = useMemo(() => openAtFirst(roots, ROWS_AT_FIRST), [roots]);
  const rows = useMemo(
    () => treeRows(roots, (path) => opened.get(path) ?? first.has(path)),
    [roots, opened, first],
  );
  const at = Math.max(
    rows.findIndex(({ node }) => node.path === active),
    0,
  );
  const heights = { rowHeight: ROW_HEIGHT, headHeight: 0, firstHeight: FIRST_HEIGHT };
  const drawn = useRowWindow(rows, { ...heights, startsAtTop: false });
  const { page, bringIntoView } = drawn;

  const setOpen = (path: string, open: boolean) => setOpened(new Map(opened).set(path, open));

  const choose = (index: number) => {
    const node = rows[index]?.node;
    if (node === undefined) return;
    setActive(node.path);
    if (node.url !== undefined) store.change({ chosen: { url: node.url, productToken } });
  };

  const goTo = (index: number) => {
    setActive(rows[index]?.node.path);
    bringIntoView(index);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = rows[at];
    if (row !== undefined && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      if (row.node.url === undefined) setOpen(row.node.path, !row.isOpen);
      else choose(at);
      return;
    }
    const move = treeMove(event.key, rows, at, page);
    if (move === undefined) return;
    event.preventDefault();
    if (move.kind === 'go') goTo(move.to);
    else setOpen(move.path, move.kind === 'open');
  };

  const onClick = ({ target }: MouseEvent) => {
    const item = target instanceof Element ? target.closest<HTMLElement>('[role=treeitem]') : null;
    const row = rows[Number(item?.dataset.row)];
    if (item === null || row === undefined) return;
    const isTwisty = target instanceof Element && target.closest('.twisty') !== null;
    if (row.isOpen !== undefined && (isTwisty || row.node.url === undefined)) {
      setActive(row.node.path);
      setOpen(row.node.path, !row.isOpen);
    } else choose(Number(item.dataset.row));
  };

  const isChosen = (url: string | undefined) =>
    url !== undefined && url === chosen?.url && chosen.productToken === productToken;
  const isActiveDrawn = at >= drawn.first && at < drawn.end;
  return (
    <div
      class="path-tree"
      role="tree"
      tabIndex={0}
      aria-label={messages.tree.label}
      aria-activedescendant={isActiveDrawn ? `${id}-${at}` : undefined}
      {...drawn.box}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <div
        role="presentation"
        style={{
          paddingTop: `${drawn.above}px`,
          paddingBottom: `${drawn.below}px`,
        }}
      >
        {rows.slice(drawn.first, drawn.end).map((row, index) => (
          <TreeItem
            key={row.node.path}
            id={`${id}-${drawn.first + index}`}
            index={drawn.first + index}
            row={row}
            isActive={drawn.first + index === at}
            isChosen={isChosen(row.node.url)}
          />
        ))}
      </div>
    </div>
  );
}
