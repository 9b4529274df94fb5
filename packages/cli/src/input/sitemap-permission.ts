/** Decides whether robots.txt allows the request of a sitemap, for the User-Agent of the requests. */
import { originOf } from '@repkit/client/access';
import { decide, type Matcher } from '@repkit/core';
import type { Arguments } from '../options/arguments.js';
import { userAgentToken } from '../options/fetch-options.js';
import { ruleOverrides } from '../options/shared-options.js';
import type { Io } from '../program/io.js';
import { accessDetail } from './check-result.js';
import type { FetchedSource } from './fetch-robots.js';
import { openSites } from './read-robots.js';
import type { RobotsTxtArgument } from './robots-txt-argument.js';
import type { Refusal } from './unread-sources.js';

/** A robots.txt whose sitemaps may be requested. */
export type SiteFile = Pick<RobotsTxtArgument, 'name' | 'kind' | 'robotsTxt'>;

interface KnownRules {
  /** Undefined if the host is unknown: the rules apply to every URL, in addition to those of its host. */
  readonly origin: string | undefined;
  readonly matcher: Matcher;
}

/** Fetches the robots.txt of other hosts than those of the known files. The first fetch loads the client. Close it in the end. */
export class SitemapPermission {
  readonly #args: Arguments;
  readonly #io: Io;
  readonly #files: readonly SiteFile[];
  readonly #token: string;
  readonly #stopSignal: () => AbortSignal;
  #sites: Promise<FetchedSource> | undefined;

  constructor(args: Arguments, io: Io, files: readonly SiteFile[], stopSignal: () => AbortSignal) {
    this.#args = args;
    this.#io = io;
    this.#files = files;
    this.#token = userAgentToken(args);
    this.#stopSignal = stopSignal;
  }

  /**
   * Returns a function for the sitemaps that a source lists, which returns why one must not be requested; undefined if it may
   * be. A local file is the robots.txt of the host of the source, which is unknown if the source is local too.
   */
  from(source: string): (url: string) => Promise<Refusal | undefined> {
    const known = this.#files.map(({ name, kind, robotsTxt }) => ({
      origin: originOf(kind === 'site' ? name : source),
      matcher: robotsTxt.matcher(this.#token),
    }));
    return (url) => this.#refusalOf(url, known);
  }

  async close(): Promise<void> {
    await (await this.#sites)?.close();
  }

  /** The robots.txt of the host of the sitemap and all rules that are `known` must allow it. */
  async #refusalOf(url: string, known: readonly KnownRules[]): Promise<Refusal | undefined> {
    const token = this.#token;
    const disallowed = {
      why: `robots.txt disallows it for ${token}. Allow it there, or download it and name the file`,
    };
    const origin = originOf(url);
    // Opening such a URL fails.
    if (origin === undefined) return undefined;
    const applied = known.filter((rules) => rules.origin === undefined || rules.origin === origin);
    if (applied.some(({ matcher }) => !matcher.isAllowed(url))) return disallowed;
    if (applied.some((rules) => rules.origin !== undefined)) return undefined;
    this.#sites ??= openSites(this.#args, this.#io);
    const sites = await this.#sites;
    const signal = this.#stopSignal();
    const site = await sites.accessFor(url, token, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    // Opening any URL fails after the signal, which ends the run.
    if (site === undefined) return undefined;
    const { access, provenance } = site;
    const { outcome } = decide(access, url, token, ruleOverrides(this.#args));
    if (outcome === 'allowed') return undefined;
    return outcome === 'unreachable'
      ? { why: `robots.txt is unreachable (${accessDetail(provenance)})`, site: origin }
      : disallowed;
  }
}
