/** URLs and crawlers, and what the file says about each pair. */
import { parseRobotsTxt } from '@repkit/core';
import { useMemo } from 'preact/hooks';
import { useApp, useSelected } from '../state/app-context.js';
import { readUrls } from './urls.js';

export function CheckView() {
  const { store, messages } = useApp();
  const robotsTxt = useSelected((state) => state.robotsTxt);
  const dialect = useSelected((state) => state.dialect);
  const text = useSelected((state) => state.urls);
  const productTokens = useSelected((state) => state.productTokens);
  const file = useMemo(() => parseRobotsTxt(robotsTxt, { dialect }), [robotsTxt, dialect]);
  const urls = useMemo(() => readUrls(text).urls, [text]);
  return (
    <>
      <label class="field">
        <span>{messages.check.urls}</span>
        <textarea
          rows={6}
          spellcheck={false}
          value={text}
          onInput={(event) => store.change({ urls: event.currentTarget.value })}
        />
      </label>
      <table>
        <thead>
          <tr>
            <th scope="col">URL</th>
            {productTokens.map((token) => (
              <th scope="col" key={token}>
                {token}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {urls.map((url) => (
            <tr key={url}>
              <th scope="row">{url}</th>
              {productTokens.map((token) => (
                <td key={token}>
                  {file.isAllowed(url, token) ? messages.allowed : messages.disallowed}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
