import { type Messages, moreText } from '../messages/messages.js';
import type { ComparedChange } from '../worker/requests.js';

/** All known crawlers: an unintended one must not hide among those that are only counted. */
const SHOWN_CRAWLERS = 250;

export interface CrawlerNamesProps extends Pick<ComparedChange, 'productTokens'> {
  readonly messages: Messages;
}

export function CrawlerNames({ productTokens, messages }: CrawlerNamesProps) {
  const unnamed = productTokens.length - SHOWN_CRAWLERS;
  return (
    <span class="crawler-names info">
      {productTokens.slice(0, SHOWN_CRAWLERS).map((token) => (
        <span class="badge" key={token}>
          {token}
        </span>
      ))}
      {unnamed > 0 && moreText(messages, unnamed)}
    </span>
  );
}
