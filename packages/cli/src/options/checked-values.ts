/** Checks product tokens and URLs as users type them. Errors say what to type instead. */
import { InputError } from '@repkit/bulk';
import { type DialectName, dialects, productToken } from '@repkit/core';
import type { Arguments, OptionSpec } from './arguments.js';

/** Of the commands that look at every product token unless some are named. */
export const AGENTS_OPTION: OptionSpec = {
  name: 'agent',
  value: 'TOKEN',
  repeatable: true,
  description:
    "A crawler's product token, such as GPTBot; repeat it for several. Without it all that robots.txt " +
    'names are asked about, and "*": every crawler that it does not name.',
};

/** The product tokens asked for; undefined where none are, and so all of them. */
export function askedProductTokens(
  args: Arguments,
  dialect: DialectName,
): readonly string[] | undefined {
  if (!args.has('agent')) return undefined;
  const tokens = args.values('agent').map((agent) => askedProductToken(agent, dialect));
  return [...new Set(tokens)];
}

/** Checks a value of `--agent`; what it says of a wrong one is meant for someone at a prompt. */
export function askedProductToken(agent: string, dialect: DialectName): string {
  const asGiven = dialects[dialect].productTokenInput === 'as-given';
  const isHeader = /[()]/.test(agent) || (!asGiven && /\s/.test(agent.trim()));
  if (agent.includes(',') && !/[()]/.test(agent)) {
    const tokens = agent.split(',').flatMap((part) => part.trim() || []);
    throw new InputError(
      '--agent takes one product token and may be repeated: ' +
        `write ${tokens.map((token) => `--agent ${quoted(token)}`).join(' ') || '--agent GPTBot'}.`,
    );
  }
  if (isHeader) throw headerGiven(agent);
  if (!asGiven && agent.trim() === '') {
    throw new InputError(
      '--agent is empty: give a product token such as GPTBot, or * for every crawler not named.',
    );
  }
  return asGiven ? agent : agent.trim();
}

function headerGiven(header: string): InputError {
  const found = productToken(header);
  const what = '--agent takes a product token, not a whole User-Agent header: ';
  if (found.found) return new InputError(`${what}write --agent ${quoted(found.token)}.`);
  return new InputError(
    `${what}none was found in this one, so give the name that the crawler's operator tells ` +
      'site owners to write in robots.txt, such as GPTBot.',
  );
}

function quoted(token: string): string {
  return /^[\w.-]+$/.test(token) ? token : `"${token}"`;
}

/** Checks a URL whose robots.txt is to be fetched. */
export function fetchableUrl(url: string): string {
  if (/^(?:https?|ftp):\/\//i.test(url) && URL.canParse(url)) return url;
  if (url.startsWith('//')) {
    throw new InputError(`"${url}" does not say how to fetch it: write https:${url}.`);
  }
  if (url.startsWith('/')) {
    throw new InputError(
      `"${url}" does not say of which site: write the whole URL, or name a file with --robots.`,
    );
  }
  if (hasScheme(url) && URL.canParse(url)) {
    throw new InputError(
      `"${url}" is not fetched, only http, https and ftp are: name a file with --robots instead.`,
    );
  }
  throw noUrl(url);
}

/** Checks a URL that is put to a file: it may also be a target, `/private/a`. */
export function askableUrl(url: string, dialect: DialectName): string {
  // Google's parser reads anything as a URL; who asks for its interpretation gets it.
  if (dialects[dialect].target === 'google-parser') return url;
  if (url.startsWith('/') || (hasScheme(url) && URL.canParse(url))) return url;
  throw noUrl(url, url === '' || hasScheme(url) ? undefined : `/${url}`);
}

function hasScheme(url: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(url);
}

function noUrl(url: string, path?: string): InputError {
  const host = /^(?:localhost|[^/?#@\s]+\.[^/?#@\s]+|\[[0-9a-f:.]+\])(?::\d+)?(?:[/?#]|$)/i.test(
    url,
  );
  const absolute = host && URL.canParse(`https://${url}`) ? `https://${url}` : undefined;
  const mend = [absolute, path].filter((form) => form !== undefined).join(' or ');
  // A name and two slashes are there: what is behind them is at fault.
  const whole = /^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(url)
    ? 'mend its host or its port'
    : 'write it whole, as in https://example.com/a';
  return new InputError(`"${url}" is no URL: ${mend === '' ? whole : `write ${mend}`}.`);
}
