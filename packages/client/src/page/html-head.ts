/** Reads the meta and link elements in the head of an HTML page, and no further. */
import type { LinkElement, MetaElement } from '@repkit/core/preferences';
import type { Parser } from 'htmlparser2';
import { parseMIMEType } from 'undici';
import { Utf8Transcoder } from '../transport/received-body.js';

/** The content of a page: text, bytes, or a stream of either, such as a `ReadableStream` or a Node stream. */
export type PageBody =
  | string
  | Uint8Array
  | AsyncIterable<string | Uint8Array>
  | ReadableStream<Uint8Array>;

export interface HtmlHead {
  /** All meta elements with a name and a content, in order. */
  readonly meta: readonly MetaElement[];
  /** All link elements with a relation and a target, in order. */
  readonly links: readonly LinkElement[];
  /** Whether the limit was reached before the head ended, so further elements may exist. */
  readonly truncated: boolean;
}

/** HTML standard 4.2, and the elements around the head. Any other element ends it (13.2.6.4.4, "in head"). */
const HEAD_ELEMENTS = new Set([
  ...['html', 'head', 'title', 'meta', 'link', 'base', 'style', 'script'],
  ...['noscript', 'template', 'basefont', 'bgsound', 'noframes'],
]);
/** In these, text and other elements do not end the head. */
const CONTAINERS = new Set(['title', 'style', 'script', 'noscript', 'template', 'noframes']);
/** The parser's work per tag grows with the depth. Heads of real pages have at most three levels. */
const MAX_DEPTH = 64;
/** The parser's work per chunk grows with the number of chunks, so a stream of single bytes is joined. */
const MIN_CHUNK_LENGTH = 4096;

/**
 * Reads a body up to the end of its head: the first element or text that a head cannot contain, such as `<body>`. Meta
 * elements between `</head>` and `<body>` belong to the head (HTML standard 13.2.6.4.6); those in a `template` do not.
 * A stream is closed there. Stops after `maxBytes` bytes, or characters if the body is text. Never throws because of
 * the content. Time and memory are linear in the bytes read, regardless of how they are split. Rejects if the stream
 * fails.
 */
export async function readHtmlHead(
  body: PageBody,
  contentType: string | undefined,
  maxBytes: number,
): Promise<HtmlHead> {
  const { Parser: HtmlParser } = await import('htmlparser2');
  const head = new HeadReader((handler) => new HtmlParser(handler));
  const transcoder = new Utf8Transcoder(contentType);
  const decoder = new TextDecoder();
  let left = maxBytes;
  /** Returns whether nothing more has to be read. */
  const read = (chunk: string | Uint8Array): boolean => {
    const kept = typeof chunk === 'string' ? chunk.slice(0, left) : chunk.subarray(0, left);
    left -= kept.length;
    head.write(
      typeof kept === 'string' ? kept : decoder.decode(transcoder.push(kept), { stream: true }),
    );
    return head.hasEnded || kept.length < chunk.length;
  };
  const isCut =
    typeof body === 'string' || body instanceof Uint8Array
      ? read(body)
      : await readUntil(body, read);
  if (!isCut) head.write(decoder.decode(transcoder.end()));
  head.finish();
  return { meta: head.meta, links: head.links, truncated: isCut && !head.hasEnded };
}

/** Passes on chunks until one is enough, and closes the stream. Returns whether it has not ended by itself. */
async function readUntil(
  stream: Exclude<PageBody, string | Uint8Array>,
  isEnough: (chunk: string | Uint8Array) => boolean,
): Promise<boolean> {
  const iterator = stream[Symbol.asyncIterator]();
  for (;;) {
    const { done, value } = await iterator.next();
    if (done) return false;
    if (!isEnough(value)) continue;
    // Not awaited: the copy of a Response is closed only when the Response itself is.
    Promise.resolve(iterator.return?.()).catch(() => {});
    return true;
  }
}

/** Returns whether a response with this Content-Type is read as HTML. Without one, browsers and crawlers expect HTML. */
export function isHtml(contentType: string | undefined): boolean {
  if (contentType === undefined) return true;
  const type = parseMIMEType(contentType);
  return (
    type !== 'failure' &&
    ['text/html', 'application/xhtml+xml'].includes(type.essence.toLowerCase())
  );
}

type Handler = NonNullable<ConstructorParameters<typeof Parser>[0]>;

class HeadReader {
  readonly meta: MetaElement[] = [];
  readonly links: LinkElement[] = [];
  hasEnded = false;
  readonly #parser: Parser;
  /** The names of the open elements. */
  readonly #open: string[] = [];
  #pending = '';
  #written = 0;

  constructor(parserFor: (handler: Handler) => Parser) {
    this.#parser = parserFor({
      onopentagname: (name) => this.#opened(name),
      onopentag: (element, { name, content, rel, type, href }) => {
        if (this.hasEnded || this.#open.includes('template')) return;
        if (element === 'meta' && name !== undefined && content !== undefined) {
          this.meta.push({ name, content });
        } else if (element === 'link' && rel !== undefined && href !== undefined) {
          this.links.push({ rel, type, href });
        }
      },
      onclosetag: () => void this.#open.pop(),
      ontext: (text) => {
        if (!this.#isInContainer && /\S/.test(text)) this.#end();
      },
    });
  }

  write(text: string): void {
    this.#pending += text;
    // Text is joined in proportion to what was written before, so the first tags are seen at once.
    const enough = Math.min(MIN_CHUNK_LENGTH, this.#written / 8);
    if (this.#pending !== '' && this.#pending.length >= enough) this.finish();
  }

  /** Parses what was written so far. A tag that is cut off does not count. */
  finish(): void {
    if (this.hasEnded) return;
    this.#written += this.#pending.length;
    this.#parser.write(this.#pending);
    this.#pending = '';
  }

  #opened(name: string): void {
    this.#open.push(name);
    if (this.#open.length > MAX_DEPTH || !(HEAD_ELEMENTS.has(name) || this.#isInContainer)) {
      this.#end();
    }
  }

  get #isInContainer(): boolean {
    return this.#open.some((name) => CONTAINERS.has(name));
  }

  #end(): void {
    this.hasEnded = true;
    this.#parser.pause();
  }
}
