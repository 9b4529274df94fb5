/** How product tokens are compared and which words describe their verdicts. */
import { crawlerProfile } from '@repkit/core/crawlers';
import type { Messages } from '../messages/messages.js';

export const ALL_OTHERS = '*';

export function isSameToken(token: string, otherToken: string): boolean {
  return token.toLowerCase() === otherToken.toLowerCase();
}

/** Returns the words for verdicts: about access, or about the use of content for a name that no crawler sends. */
export function verdictWords(messages: Messages, productToken: string) {
  const isControlToken = crawlerProfile(productToken)?.governs !== undefined;
  return isControlToken ? { ...messages, ...messages.use } : messages;
}
