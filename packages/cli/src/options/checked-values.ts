/** Product tokens, URLs and times from the command line. Errors state the correct form. */
import { InputError } from '@repkit/bulk';
import { type DialectName, dialects, productToken } from '@repkit/core';
import { crawlerProfile } from '@repkit/core/crawlers';
import type { Arguments, OptionSpec } from './arguments.js';
import { dialectOf } from './shared-options.js';

/** For commands that check "*" by default. */
export const AGENT_OPTION: OptionSpec = {
  value: 'TOKEN',
  repeatable: true,
  description:
    'Product token of a crawler, such as GPTBot (default: "*", all crawlers that robots.txt does not name). Repeatable.',
};

/** Returns the values of `--agent` without duplicates; undefined if it is not given. */
export function productTokensOption(args: Arguments): readonly string[] | undefined {
  if (!args.has('agent')) return undefined;
  const dialect = dialectOf(args);
  const tokens = args.values('agent').map((agent) => checkedProductToken(agent, dialect));
  return [...new Set(tokens)];
}

/**
 * Returns the product token. Throws an InputError for a User-Agent header, a list or an empty value.
 * @param prefix what precedes the token on the command line
 */
export function checkedProductToken(agent: string, dialect: DialectName, prefix: string = '--agent '): string {
  const option = prefix.trimEnd();
  const isVerbatim = dialects[dialect].productTokenInput === 'as-given';
  if (agent.includes(',') && !/[()]/.test(agent)) {
    const tokens = agent.split(',').flatMap((part) => part.trim() || []);
    const options = tokens.map((token) => prefix + quoted(token)).join(' ');
    throw new InputError(`${option} takes one product token and can be repeated. Write ${options || `${prefix}GPTBot`}.`);
  }
  if (/[()]/.test(agent) || (!isVerbatim && /\s/.test(agent.trim()))) throw headerError(agent, prefix);
  if (isVerbatim) return agent;
  if (agent.trim() !== '') return agent.trim();
  throw new InputError(
    `${option} is empty. Give a product token such as GPTBot, or "*" for all crawlers that robots.txt does not name.`,
  );
}

function headerError(header: string, prefix: string): InputError {
  const result = productToken(header, (token) => crawlerProfile(token) !== undefined);
  const hint = result.found
    ? `Write ${prefix}${quoted(result.token)}.`
    : "Use the name that the crawler's operator documents for robots.txt, such as GPTBot.";
  return new InputError(`${prefix.trimEnd()} takes a product token, not a User-Agent header. ${hint}`);
}

function quoted(token: string): string {
  return /^[\w.-]+$/.test(token) ? token : `"${token}"`;
}

/** What is reported about URLs with credentials. */
export const CREDENTIALS_WARNING =
  'Credentials in URLs are not sent, because crawlers send none. A site that requires them may seem to have no robots.txt.';

/** Returns the URL without user name and password, otherwise unchanged. */
export function withoutCredentials(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#\\]*@/i, '$1');
}

/** Returns a URL whose robots.txt can be fetched. Throws an InputError for any other text. */
export function fetchableUrl(url: string): string {
  if (/^(?:https?|ftp):\/\//i.test(url) && URL.canParse(url)) return url;
  if (url.startsWith('//')) {
    throw new InputError(`"${url}" has no scheme. Write https:${url}.`);
  }
  if (url.startsWith('/')) {
    throw new InputError(`"${url}" names no site. Write the whole URL, or add --robots FILE.`);
  }
  if (hasScheme(url) && URL.canParse(url)) {
    throw new InputError(
      `"${url}" cannot be fetched; only http, https and ftp can. Add --robots FILE to check it against a file.`,
    );
  }
  throw notUrl(url);
}

/** Returns a URL or a path to check against a file. Throws an InputError for any other text. */
export function urlOrPath(url: string, dialect: DialectName): string {
  // Google's parser accepts any text as a URL.
  if (dialects[dialect].target === 'google-parser') return url;
  // After two slashes, a host must follow.
  if (/^[/\\]{2,}(?:[?#]|$)/.test(url)) throw notUrl(url);
  if (url.startsWith('/') || (hasScheme(url) && URL.canParse(url))) return url;
  const path = url.trim().replace(/^\/*/, '/');
  throw notUrl(url, url.trim() === '' || hasScheme(url) ? undefined : path);
}

function hasScheme(url: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(url);
}

function notUrl(url: string, path?: string): InputError {
  if (url === '-') {
    return new InputError(
      '"-" is not a URL, and URLs are not read from standard input here. Use repkit filter for a list of URLs.',
    );
  }
  const startsWithHost = /^(?:localhost|[^\\/?#@\s]+\.[^\\/?#@\s]+|\[[0-9a-f:.]+\])(?::\d+)?(?:[/?#]|$)/i.test(url);
  const absolute = startsWithHost && URL.canParse(`https://${url}`) ? `https://${url}` : undefined;
  const corrections = [absolute, path].filter((form) => form !== undefined).join(' or ');
  const hint = /^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(url)
    ? 'Check its host and port'
    : `Write ${corrections || 'it in full, such as https://example.com/a'}`;
  return new InputError(`"${url}" is not a URL. ${hint}.`);
}

/** A date, which may have a time and a zone. */
export const TIME_PATTERN = String.raw`\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?`;

const TIME = new RegExp(`^${TIME_PATTERN}$`);

/** Returns a time in milliseconds since 1970, in UTC unless it has a zone; undefined for a text that is not a time. */
export function timeOf(text: string): number | undefined {
  const isZoned = !text.includes('T') || /(?:Z|[+-]\d\d:\d\d)$/.test(text);
  const at = TIME.test(text) ? Date.parse(isZoned ? text : `${text}Z`) : Number.NaN;
  // Date.parse rejects an hour of 25, but not a 31st of June.
  const [date = ''] = text.split('T');
  const exists = new Date(date).getUTCDate() === Number(date.slice(-2));
  return Number.isNaN(at) || !exists ? undefined : at;
}
