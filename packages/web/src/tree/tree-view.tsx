/** The paths of the site, from the list of URLs, and what of them one crawler may fetch. */
import { parseRobotsTxt } from '@repkit/core';
import { useMemo } from 'preact/hooks';
import { ChosenExplanation } from '../check/chosen-explanation.js';
import { readUrls } from '../check/urls.js';
import { useApp, useSelected } from '../state/app-context.js';
import { useSettled } from '../state/use-settled.js';
import { TokenChoice, useProductToken } from '../views/token-choice.js';
import { pathTree } from './path-tree.js';
import { PathTreeBox } from './path-tree-box.js';

export function TreeView() {
  const { messages } = useApp();
  const { tree: texts } = messages;
  const robotsTxt = useSettled(useSelected((state) => state.robotsTxt));
  const dialect = useSelected((state) => state.dialect);
  const language = useSelected((state) => state.language);
  const text = useSelected((state) => state.urls);
  const productToken = useProductToken();
  const file = useMemo(() => parseRobotsTxt(robotsTxt, { dialect }), [robotsTxt, dialect]);
  const urls = useMemo(() => readUrls(text).urls, [text]);
  const roots = useMemo(() => {
    const matcher = file.matcher(productToken);
    return pathTree(urls, (url) => matcher.isAllowed(url));
  }, [file, urls, productToken]);
  const disallowed = roots.reduce((sum, root) => sum + root.disallowed, 0);
  const count = (number: number) => number.toLocaleString(language);
  return (
    <>
      <section class="pane" aria-label={messages.view.tree}>
        <div class="table-tools">
          <TokenChoice />
          <ul class="legend" aria-label={texts.legend}>
            {(['open', 'partly', 'blocked'] as const).map((access) => (
              <li key={access} class={`tree-row ${access}`}>
                <span class="node-access">{texts.legendOf[access]}</span>
              </li>
            ))}
          </ul>
        </div>
        {roots.length === 0 ? (
          <p class="empty">{texts.noUrls}</p>
        ) : (
          <PathTreeBox roots={roots} productToken={productToken} />
        )}
        <p class="table-foot" role="status">
          {texts.summary(count(urls.length), count(disallowed))}
        </p>
      </section>
      <ChosenExplanation file={file} hint={texts.choose} />
    </>
  );
}
