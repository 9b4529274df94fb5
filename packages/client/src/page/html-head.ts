/** Reads the meta and link elements in the head of an HTML page, and no further. */
import type { LinkElement, MetaElement } from '@repkit/core/preferences';
import type { DefaultTreeAdapterMap, DefaultTreeAdapterTypes, Parser, TreeAdapter } from 'parse5';
import { parseMIMEType } from 'undici';
import type { ReceivedBody } from '../policy/fetch-outcome.js';
import { Utf8Transcoder } from '../transport/received-body.js';

/** The content of a page: text, bytes, or a stream of either, such as a `ReadableStream` or a Node stream. */
export type PageBody = string | Uint8Array | AsyncIterable<string | Uint8Array> | ReadableStream<Uint8Array>;

export interface HtmlHead {
  /** All meta elements with a name and a content, in order. */
  readonly meta: readonly MetaElement[];
  /** All link elements with a relation and a target, in order. */
  readonly links: readonly LinkElement[];
  /** Whether the limit was reached before the head ended, or the body is not text, so further elements may exist. */
  readonly truncated: boolean;
}

/** The parser's work per tag grows with the depth. Real heads have at most three levels. */
const MAX_DEPTH = 64;
/** The parser's work per chunk grows with the number of chunks, so small chunks are joined. */
const MIN_CHUNK_LENGTH = 4096;
/** Characters that show whether a body that does not start with a tag is text. */
const EXAMINED_LENGTH = 1024;

/**
 * Reads a body up to the end of its head: the first element or text that a head cannot contain, such as `<body>`. Meta
 * elements between `</head>` and `<body>` belong to the head (HTML standard 13.2.6.4.6); those in a `template` do not.
 * Then closes a stream. Stops after `maxBytes` bytes, or characters if the body is text. Never throws because of
 * the content. Time and memory are linear in the bytes read, regardless of how they are split. Rejects if the stream
 * fails.
 */
export async function readHtmlHead(body: PageBody, contentType: string | undefined, maxBytes: number): Promise<HtmlHead> {
  const head = new HeadReader(await import('parse5'));
  const transcoder = new Utf8Transcoder(contentType);
  const decoder = new TextDecoder();
  let remaining = maxBytes;
  let start = '';
  const write = (text: string): void => {
    start += text.slice(0, EXAMINED_LENGTH - start.length);
    head.write(text);
  };
  /** Returns whether enough was read. */
  const read = (chunk: string | Uint8Array): boolean => {
    const part = typeof chunk === 'string' ? chunk.slice(0, remaining) : chunk.subarray(0, remaining);
    remaining -= part.length;
    write(typeof part === 'string' ? part : decoder.decode(transcoder.push(part), { stream: true }));
    const isKnown = startsAsHtml(start) || start.length === EXAMINED_LENGTH;
    return (head.hasEnded && isKnown) || part.length < chunk.length;
  };
  const isCut = typeof body === 'string' || body instanceof Uint8Array ? read(body) : await readUntil(body, read);
  if (!isCut) write(decoder.decode(transcoder.end()));
  head.end();
  return { meta: head.meta, links: head.links, truncated: isCompressed(start) || (isCut && !head.hasEnded) };
}

function startsAsHtml(start: string): boolean {
  return start.trimStart().startsWith('<');
}

/**
 * Returns whether a body that starts like this is still compressed, as some HTTP libraries return it: compressed data contains
 * NUL, and gzip starts with 1f (RFC 1952 2.3.1).
 */
function isCompressed(start: string): boolean {
  return !startsAsHtml(start) && (start.startsWith('\x1f') || start.includes('\0'));
}

/** Maximum open elements in a body; real pages have fewer. */
const MAX_BODY_DEPTH = 256;

/**
 * Returns the meta elements outside of the head, which crawlers ignore: in the body, or after an element or text that ends
 * the head, such as `<img>`. Reads the first `maxBytes`. Never throws; time is linear in the bytes read.
 */
export async function metaOutsideHead(
  body: string | Uint8Array,
  contentType: string | undefined,
  maxBytes: number,
): Promise<readonly MetaElement[]> {
  const { Parser, defaultTreeAdapter } = await import('parse5');
  const outside: MetaElement[] = [];
  let depth = 0;
  const treeAdapter: TreeAdapter<DefaultTreeAdapterMap> = {
    ...defaultTreeAdapter,
    appendChild: (parent, node) => {
      defaultTreeAdapter.appendChild(parent, node);
      // The content of a template is not part of the page.
      if (['head', '#document-fragment'].includes(parent.nodeName)) return;
      const meta = metaOf(node);
      if (meta !== undefined) outside.push(meta);
    },
    onItemPush: () => {
      depth += 1;
      if (depth > MAX_BODY_DEPTH) parser.tokenizer.pause();
    },
    onItemPop: () => {
      depth -= 1;
    },
  };
  const parser = new Parser({ treeAdapter });
  parser.tokenizer.write(textOf(body, contentType, maxBytes), true);
  return outside;
}

function textOf(body: string | Uint8Array, contentType: string | undefined, maxBytes: number): string {
  if (typeof body === 'string') return body.slice(0, maxBytes);
  const transcoder = new Utf8Transcoder(contentType);
  const parts = [transcoder.push(body.subarray(0, maxBytes)), transcoder.end()];
  return new TextDecoder().decode(Buffer.concat(parts));
}

/** Passes chunks to `isEnough` until it returns true, then closes the stream. Returns false if the stream ended first. */
async function readUntil(
  stream: Exclude<PageBody, string | Uint8Array>,
  isEnough: (chunk: string | Uint8Array) => boolean,
): Promise<boolean> {
  const iterator = stream[Symbol.asyncIterator]();
  for (;;) {
    const { done, value } = await iterator.next();
    if (done) return false;
    if (!isEnough(value)) continue;
    // Do not wait: the copy of a Response is closed only when the Response itself is.
    Promise.resolve(iterator.return?.()).catch(() => {});
    return true;
  }
}

/** Returns whether a response with this Content-Type is read as HTML. Without one, browsers and crawlers expect HTML. */
export function isHtml(contentType: string | undefined): boolean {
  if (contentType === undefined) return true;
  const type = parseMIMEType(contentType);
  return type !== 'failure' && ['text/html', 'application/xhtml+xml'].includes(type.essence.toLowerCase());
}

const UTF8_MARK = Uint8Array.of(0xef, 0xbb, 0xbf);

/** Returns HTML that was converted to UTF-8 with a mark, which overrides the charset of its Content-Type. */
export function markedHtml({ bytes, charset }: ReceivedBody): Uint8Array {
  return charset.name === 'utf-8' ? bytes : Buffer.concat([UTF8_MARK, bytes]);
}

type Parse5 = Pick<typeof import('parse5'), 'Parser' | 'defaultTreeAdapter'>;

class HeadReader {
  readonly meta: MetaElement[] = [];
  readonly links: LinkElement[] = [];
  hasEnded = false;
  readonly #parse5: Parse5;
  readonly #parser: Parser<DefaultTreeAdapterMap>;
  /** The number of open elements. */
  #depth = 0;
  /** The text of the current noscript element. */
  #noscript = '';
  #pending = '';
  #written = 0;

  constructor(parse5: Parse5) {
    this.#parse5 = parse5;
    // Builds no tree, because only the elements of the head count.
    const treeAdapter: TreeAdapter<DefaultTreeAdapterMap> = {
      ...parse5.defaultTreeAdapter,
      appendChild: (parent, node) => {
        if (parent.nodeName === 'head') this.#add(node);
      },
      insertText: (parent, text) => {
        if (parent.nodeName === 'noscript') this.#noscript += text;
      },
      onItemPush: ({ nodeName }) => {
        this.#depth += 1;
        const isHead = this.#depth <= MAX_DEPTH && nodeName !== 'body' && nodeName !== 'frameset';
        if (!isHead) this.#endHead();
      },
      onItemPop: ({ nodeName }) => {
        this.#depth -= 1;
        if (nodeName === 'noscript') this.#addNoscript();
      },
    };
    this.#parser = new parse5.Parser({ treeAdapter });
  }

  write(text: string): void {
    this.#pending += text;
    // Join text in proportion to what was written before, so that the first tags are parsed immediately.
    const enough = Math.min(MIN_CHUNK_LENGTH, this.#written / 8);
    if (this.#pending !== '' && this.#pending.length >= enough) this.flush();
  }

  /** Parses the pending text. A tag that is cut off does not count. */
  flush(): void {
    if (this.hasEnded) return;
    const text = this.#written === 0 ? this.#pending.replace(/^\ufeff/, '') : this.#pending;
    this.#written += this.#pending.length;
    this.#pending = '';
    this.#parser.tokenizer.write(text, false);
    if (!this.hasEnded) this.#parser.tokenizer.flushCharacters();
  }

  /** Ends the document, and with it a noscript element that is still open. */
  end(): void {
    this.flush();
    if (this.#noscript === '') return;
    this.#depth -= 1;
    this.#addNoscript();
  }

  #add(node: DefaultTreeAdapterTypes.ChildNode): void {
    const meta = metaOf(node);
    if (meta !== undefined) this.meta.push(meta);
    const { rel, type, href } = attributesOf(node);
    if (node.nodeName === 'link' && rel !== undefined && href !== undefined) {
      this.links.push({ rel, type, href });
    }
  }

  /** Adds the elements of a noscript element, which are text to this parser but not to crawlers without scripts. */
  #addNoscript(): void {
    const inner = new HeadReader(this.#parse5);
    // Only in the head itself, not in a template.
    if (this.#depth === 2) inner.write(this.#noscript);
    this.#noscript = '';
    // Not spread: as arguments, the elements of a hostile page would exceed the stack.
    for (const meta of inner.meta) this.meta.push(meta);
    for (const link of inner.links) this.links.push(link);
  }

  #endHead(): void {
    this.hasEnded = true;
    this.#parser.tokenizer.pause();
  }
}

function attributesOf(node: DefaultTreeAdapterTypes.ChildNode): Partial<Record<string, string>> {
  if (!('attrs' in node)) return {};
  return Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
}

function metaOf(node: DefaultTreeAdapterTypes.ChildNode): MetaElement | undefined {
  const { name, content } = attributesOf(node);
  if (node.nodeName !== 'meta' || name === undefined || content === undefined) return undefined;
  return { name, content };
}
