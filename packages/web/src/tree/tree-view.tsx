/** The Tree view: the paths of the listed URLs (ARIA tree pattern). Only visible rows are rendered. */
import { parseRobotsTxt } from '@repkit/core';
import { useId, useMemo, useState } from 'preact/hooks';
import { crawlerOf } from '../check/crawlers.js';
import { ChosenExplanation, NotGovernedHint } from '../check/explanation.js';
import { TokenChoice, useProductToken } from '../controls/choice.js';
import { ViewHead } from '../controls/view-head.js';
import { useRowWindow } from '../grid/use-row-window.js';
import { useTreeTexts } from '../messages/tree-texts.js';
import { useApp, useMessages, useSelected } from '../state/app-context.js';
import { readUrls } from '../state/url-lines.js';
import { useSettled } from '../state/use-settled.js';
import {
  type Opened,
  openAtFirst,
  type PathNode,
  pathTree,
  type TreeRow,
  treeMove,
  treeRows,
} from './path-tree.js';
import '../styles/tree.css';

export function TreeView() {
  const { messages } = useApp();
  const texts = useTreeTexts();
  const robotsTxt = useSettled(useSelected((state) => state.robotsTxt));
  const dialect = useSelected((state) => state.dialect);
  const language = useSelected((state) => state.language);
  const text = useSelected((state) => state.urls);
  const productToken = useProductToken();
  const file = useMemo(() => parseRobotsTxt(robotsTxt, { dialect }), [robotsTxt, dialect]);
  const urls = useMemo(() => readUrls(text).urls, [text]);
  const roots = useMemo(() => {
    const matcher = file.matcher(crawlerOf(productToken));
    return pathTree(urls, (url) => matcher.isAllowed(url));
  }, [file, urls, productToken]);
  const legend = {
    open: messages.allowed,
    partly: texts.partly,
    blocked: messages.disallowed,
  };
  const disallowed = roots.reduce((sum, root) => sum + root.disallowed, 0);
  const count = (number: number) => number.toLocaleString(language);
  return (
    <>
      <ViewHead help={texts.help} />
      <section class="pane" aria-label={messages.view.tree}>
        <div class="table-tools">
          <TokenChoice />
          <ul class="legend" aria-label={texts.legend}>
            {(['open', 'partly', 'blocked'] as const).map((access) => (
              <li key={access} class={`tree-row ${access}`}>
                <span class="node-access">{legend[access]}</span>
              </li>
            ))}
          </ul>
        </div>
        <NotGovernedHint file={file} productToken={productToken} />
        {roots.length === 0 ? (
          <p class="empty">{texts.noUrls}</p>
        ) : (
          <PathTreeBox roots={roots} productToken={productToken} />
        )}
        <p class="table-foot" role="status">
          {texts.summary(count(urls.length), count(disallowed))}
        </p>
      </section>
      <ChosenExplanation
        file={file}
        urls={urls}
        productTokens={[productToken]}
        hint={texts.choose}
      />
    </>
  );
}

/** Must match tree.css. */
const ROW_HEIGHT = 30;
/** Assumed until the box is measured. */
const FIRST_HEIGHT = 480;
/** Maximum number of rows that are open initially. */
const INITIAL_ROWS = 60;

export interface PathTreeBoxProps {
  readonly roots: readonly PathNode[];
  readonly productToken: string;
}

export function PathTreeBox({ roots, productToken }: PathTreeBoxProps) {
  const { store } = useApp();
  const texts = useTreeTexts();
  const chosen = useSelected((state) => state.chosen);
  const [opened, setOpened] = useState<Opened>(new Map());
  const [active, setActive] = useState<string>();
  const id = useId();
  const first = useMemo(() => openAtFirst(roots, INITIAL_ROWS), [roots]);
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
      aria-label={texts.label}
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

export interface TreeItemProps {
  readonly id: string;
  readonly index: number;
  readonly row: TreeRow;
  readonly isActive: boolean;
  readonly isChosen: boolean;
}

export function TreeItem({ id, index, row, isActive, isChosen }: TreeItemProps) {
  const messages = useMessages();
  const texts = useTreeTexts();
  const { node, level, position, siblings, isOpen } = row;
  const access = accessOf(node);
  const isLeaf = isOpen === undefined;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree keeps the focus and points to its active item.
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
          : texts.access[access](node.disallowed, node.urls)}
      </span>
    </div>
  );
}

function accessOf({ urls, disallowed }: PathNode): 'blocked' | 'partly' | 'open' {
  if (disallowed === 0) return 'open';
  return disallowed === urls ? 'blocked' : 'partly';
}
