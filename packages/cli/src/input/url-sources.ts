/** The URLs of `--urls` and of sitemaps: lists, sitemaps, sitemap indexes and access logs, in files or on the web. */
import type * as bulk from '@repkit/bulk';
import { type Chunks, decompress, fileError, InputError, isInputError, readUrlSource } from '@repkit/bulk';
import type { SitemapInclude } from '@repkit/client/sitemap';
import type { CountedAs, LogRequest } from '@repkit/core/analysis';
import { type Arguments, type OptionSpec, oneOf } from '../options/arguments.js';
import { checkingProxy, fetchOptionsOf, timeLimits } from '../options/fetch-options.js';
import { type Io, stoppedBy } from '../program/io.js';
import { refusedAddressText } from './check-result.js';
import { type SiteFile, SitemapPermission } from './sitemap-permission.js';
import { UnreadSources } from './unread-sources.js';

/** The help section about the sources. */
export const URL_SOURCES: string =
  'A list has one URL or path per line. Access logs are those of Apache, nginx, AWS load balancers, ' +
  'IIS, CloudFront, Caddy, Cloudflare, Fastly and Traefik; a request with a User-Agent counts only for the crawler that it names. ' +
  'Sitemaps and sitemap indexes are XML, and feeds in RSS 2.0 or Atom are sitemaps; the sitemaps of an index are fetched if robots.txt ' +
  'allows it. Files may be compressed with gzip or zstd.';

export const INCLUDE_OPTION: OptionSpec = {
  value: 'KINDS',
  repeatable: true,
  description:
    'Also check these addresses in sitemaps: images (image:loc), alternates (xhtml:link, such as other languages), or ' +
    'images,alternates. Repeatable.',
};

function includeOption(args: Arguments): SitemapInclude[] {
  return args.list('include').map((kind) => oneOf('value for --include:', kind, INCLUDES));
}

const INCLUDES: readonly SitemapInclude[] = ['images', 'alternates'];

export interface UrlSource extends Pick<bulk.UrlSource, 'kind' | 'urls'> {
  /** As given. */
  readonly name: string;
}

/** Decides whether a sitemap of an index is requested, and whether a redirect is followed. */
type MayRequest = (url: string) => Promise<boolean>;

/** sitemaps.org limits a sitemap to 50 MB; more is damaged or hostile. */
const MAX_FETCHED_BYTES = 64 * 1024 * 1024;
/** sitemaps.org limits an index to 50,000 sitemaps. */
const MAX_SITEMAPS = 50_000;
const MAX_HEADER_BYTES = 64 * 1024;

/** Opens sources one after the other. The first fetch loads the client. Close it in the end. */
export class UrlSources {
  readonly #args: Arguments;
  readonly #io: Io;
  readonly #include: readonly SitemapInclude[];
  readonly #unread = new UnreadSources();
  readonly #permission: SitemapPermission;
  #transport: Promise<Fetcher> | undefined;
  /** One for all fetches, because each call adds listeners to the process. */
  #signal: AbortSignal | undefined;

  /** @param files the rules that sitemaps of an index have to follow, unless `open` has other ones */
  constructor(args: Arguments, io: Io, files: readonly SiteFile[] = []) {
    this.#args = args;
    this.#io = io;
    this.#include = includeOption(args);
    this.#permission = new SitemapPermission(args, io, files, () => this.#stopSignal());
  }

  /** Whether all sources were read, and to their end. */
  get isComplete(): boolean {
    return this.#unread.isEmpty;
  }

  /** Rejects with an InputError if the source cannot be read, or has a format that is not supported. */
  async open(name: string): Promise<UrlSource> {
    const mayRequest = this.#ruleFrom(name);
    return this.#opened(name, await this.#read(name, mayRequest), mayRequest);
  }

  #opened(name: string, source: bulk.UrlSource, mayRequest: MayRequest): UrlSource {
    const urls = this.#whole(source);
    const isIndex = source.kind === 'sitemap-index';
    return { name, kind: source.kind, urls: isIndex ? this.#pages(name, urls, mayRequest) : urls };
  }

  /** Opens the sitemaps that the robots.txt of a site lists. Those that cannot be read are reported at the end. */
  async *openListed({ name, robotsTxt }: SiteFile): AsyncGenerator<UrlSource> {
    if (robotsTxt.sitemaps.length === 0) {
      throw new InputError(`The robots.txt of ${name} lists no sitemap. Name a list of URLs, a sitemap or an access log.`);
    }
    for (const url of new Set(robotsTxt.sitemaps)) {
      if (!(await this.#ruleFrom(url)(url))) continue;
      try {
        yield await this.open(url);
      } catch (error) {
        if (!isInputError(error) || this.#stopSignal().aborted) throw error;
        this.#unread.add(error.message);
      }
    }
  }

  /**
   * Passes the URLs of a source to `add`, and the User-Agent header of a request. Returns the number of lines without a URL,
   * and of requests that count for no crawler. Reports a source that has only lines without a URL, empty standard input, and a
   * log with several hosts.
   */
  async add(
    { name, kind, urls }: UrlSource,
    add: (url: string, userAgent?: string) => CountedAs,
  ): Promise<{ readonly invalid: number; readonly others: number }> {
    const sum = { entries: 0, invalid: 0, others: 0 };
    /** The first two. */
    const hosts = new Set<string>();
    for await (const entry of urls) {
      const request = typeof entry === 'string' ? { target: entry, userAgent: undefined } : entry;
      const as = request === undefined ? 'invalid' : add(request.target, request.userAgent);
      if (typeof entry === 'object' && entry.host !== undefined && hosts.size < 2) hosts.add(entry.host);
      sum.entries++;
      if (as === 'invalid') sum.invalid++;
      else if (as === 'other') sum.others++;
    }
    if (name === '-' && kind === 'list' && sum.entries === 0) {
      this.#io.report('Standard input is empty. Check that the command before the pipe succeeded.');
    }
    const [host, otherHost] = hosts;
    if (otherHost !== undefined) {
      this.#io.report(
        `"${name}" has requests for several hosts, such as "${host}" and "${otherHost}", and all are counted, although a ` +
          'robots.txt applies to one host only. Give the log of one host.',
      );
    }
    if (sum.invalid > 0 && sum.invalid === sum.entries) {
      this.#unread.add(`"${name}" contains no URL. Give a list of URLs, a sitemap, or an access log.`);
    }
    return sum;
  }

  /** Yields the URLs of a source, and reports if it ends early. */
  async *#whole({ urls, problem }: bulk.UrlSource): AsyncGenerator<string | LogRequest | undefined> {
    yield* urls;
    const why = problem();
    if (why !== undefined) this.#unread.add(why);
  }

  /** Like `open`, for the decompressed bytes of a source. */
  async openBytes(name: string, bytes: Chunks): Promise<UrlSource> {
    const source = await readUrlSource(name, bytes, { include: this.#include });
    return this.#opened(name, source, this.#ruleFrom(name));
  }

  /** Reports the sources that were not read completely. */
  async close(): Promise<void> {
    for (const sentence of this.#unread.sentences()) this.#io.report(sentence);
    // An error of opening has reached the caller that needed it. Errors of closing must not replace it.
    const transport = this.#transport?.then((opened) => opened.close());
    await Promise.allSettled([transport, this.#permission.close()]);
  }

  /** Returns a function for the sitemaps that a source lists, which reports those that must not be requested. */
  #ruleFrom(source: string): MayRequest {
    const refusalOf = this.#permission.from(source);
    return async (url) => {
      const refusal = await refusalOf(url);
      if (refusal !== undefined) this.#unread.addSitemap(url, refusal);
      return refusal === undefined;
    };
  }

  async #read(name: string, mayRequest: MayRequest) {
    const include = this.#include;
    if (isWebUrl(name)) {
      const { bytes, charset } = await this.#fetch(name, mayRequest);
      // Converted to UTF-8 by what was declared outside of the XML, which takes precedence (RFC 7303 3).
      const encoding = charset.from === 'default' ? undefined : 'utf-8';
      const body = limited(name, decompress(name, [bytes]));
      return await readUrlSource(name, readable(`"${name}"`, body), { encoding, include });
    }
    const what = name === '-' ? 'standard input' : `"${name}"`;
    const file = decompress(name, name === '-' ? this.#io.stdin() : this.#io.openFile(name));
    return await readUrlSource(name, readable(what, file), { include });
  }

  /** The pages of all sitemaps of an index. */
  async *#pages(
    name: string,
    sitemaps: UrlSource['urls'],
    mayRequest: MayRequest,
  ): AsyncGenerator<string | LogRequest | undefined> {
    let count = 0;
    for await (const sitemap of sitemaps) {
      if (typeof sitemap !== 'string') {
        yield undefined;
        continue;
      }
      if (++count > MAX_SITEMAPS) {
        this.#unread.add(`"${name}" lists more than 50,000 sitemaps; the others were not read.`);
        return;
      }
      if (!isWebUrl(sitemap)) {
        this.#unread.add(`"${sitemap}" was not read: "${name}" must list it as an http or https URL.`);
        continue;
      }
      if (!(await mayRequest(sitemap))) continue;
      try {
        const source = await this.#read(sitemap, mayRequest);
        if (source.kind === 'sitemap-index') {
          throw new InputError(
            `"${sitemap}" is a sitemap index, but an index cannot contain another one (sitemaps.org). List its sitemaps instead.`,
          );
        }
        yield* this.#whole(source);
      } catch (error) {
        if (!isInputError(error) || this.#stopSignal().aborted) throw error;
        this.#unread.add(error.message);
      }
    }
  }

  async #fetch(url: string, mayRequest: MayRequest) {
    this.#transport ??= this.#openTransport();
    const signal = this.#stopSignal();
    const outcome = await (await this.#transport).fetch({ url, signal, mayFollow: mayRequest });
    if (signal.aborted) throw stoppedBy(signal);
    if (outcome.kind === 'http' && outcome.body !== undefined && !outcome.body.truncated) {
      return outcome.body;
    }
    throw new InputError(`"${url}" cannot be fetched (${failureText(outcome)}). Check the URL, or save the sitemap to a file.`);
  }

  #stopSignal(): AbortSignal {
    this.#signal ??= this.#io.stopSignal();
    return this.#signal;
  }

  async #openTransport(): Promise<Fetcher> {
    const { guard, userAgent, timeoutMs } = fetchOptionsOf(this.#args, this.#io.env);
    const { WebTransport } = await import('@repkit/client/transport');
    const sizes = { maxBytes: MAX_FETCHED_BYTES, maxHeaderBytes: MAX_HEADER_BYTES };
    const limits = { ...timeLimits(timeoutMs), ...sizes };
    const content = 'any' as const;
    const options = { userAgent, limits, guard, proxy: 'environment', ca: [], content };
    return await checkingProxy(() => new WebTransport(options));
  }
}

type Fetcher = InstanceType<typeof import('@repkit/client/transport').WebTransport>;

type Outcome = Awaited<ReturnType<Fetcher['fetch']>>;

function failureText(outcome: Outcome): string {
  const { kind } = outcome;
  if (kind === 'http') return outcome.body ? 'it exceeds 64 MiB' : `status ${outcome.status}`;
  if (kind === 'ftp') return outcome.detail || `reply ${outcome.code}`;
  if (kind !== 'failure') return 'too many redirects';
  const { failure, detail, url } = outcome;
  return failure === 'refused-address' ? refusedAddressText(detail, url) : detail;
}

export function isWebUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

async function* readable(what: string, chunks: Chunks): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    throw fileError(what, error);
  }
}

/** A small response can decompress to gigabytes. */
async function* limited(name: string, chunks: Chunks): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > MAX_FETCHED_BYTES) {
      throw new InputError(`"${name}" exceeds 64 MiB. Save the sitemap to a file.`);
    }
    yield chunk;
  }
}
