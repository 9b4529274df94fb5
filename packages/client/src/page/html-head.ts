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

/**
 * Returns whether a script goes on after its next end tag (HTML standard 13.2.5.24, "script data double escaped"): a
 * comment in it that is still open contains a start tag of a script.
 */
function isDoubleEscaped(script: string): boolean {
  const marks = /<!--|-->|<script[\t\n\f />]/gi;
  let state: 'script' | 'escaped' | 'double-escaped' = 'script';
  for (let mark = marks.exec(script); mark !== null; mark = marks.exec(script)) {
    if (mark[0] === '-->') state = 'script';
    else if (mark[0] === '<!--') {
      if (state === 'script') state = 'escaped';
      // `<!-->` opens and closes a comment.
      marks.lastIndex -= 2;
    } else if (state === 'escaped') state = 'double-escaped';
  }
  return state === 'double-escaped';
}

type Handler = NonNullable<ConstructorParameters<typeof Parser>[0]>;

class HeadReader {
  readonly meta: MetaElement[] = [];
  readonly links: LinkElement[] = [];
  hasEnded = false;
  readonly #newParser: () => Parser;
  #parser: Parser;
  /** The names of the open elements. */
  #open: string[] = [];
  /** The text of the current script. */
  #script = '';
  /** Where to resume after the parser closed an element too early, and the names of the elements open there. */
  #resumed: { readonly from: number; readonly open: readonly string[] } | undefined;
  #pending = '';
  #written = 0;
  /** Characters that the current parser has received. */
  #parsed = 0;

  constructor(parserFor: (handler: Handler) => Parser) {
    const handler: Handler = {
      onopentag: (element, { name, content, rel, type, href }, isImplied) => {
        this.#opened(element, isImplied);
        if (this.hasEnded || this.#open.includes('template')) return;
        if (element === 'meta' && name !== undefined && content !== undefined) {
          this.meta.push({ name, content });
        } else if (element === 'link' && rel !== undefined && href !== undefined) {
          this.links.push({ rel, type, href });
        }
      },
      onclosetag: (name, isImplied) => this.#closed(name, isImplied),
      ontext: (text) => {
        if (this.#open.at(-1) === 'script') this.#script += text;
        else if (!this.#isInContainer && /\S/.test(text)) this.#end();
      },
    };
    this.#newParser = () => parserFor(handler);
    this.#parser = this.#newParser();
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
    let text = this.#pending;
    this.#pending = '';
    this.#written += text.length;
    this.#parse(text);
    while (this.#resumed !== undefined && !this.hasEnded) {
      const { from, open } = this.#resumed;
      text = text.slice(from - (this.#parsed - text.length));
      this.#resumed = undefined;
      // Only a new parser can start inside an element.
      const opening = open.map((name) => `<${name}>`).join('');
      this.#open = [];
      this.#parser = this.#newParser();
      this.#parsed = 0;
      this.#parse(opening);
      this.#parse(text);
    }
  }

  #parse(text: string): void {
    this.#parsed += text.length;
    this.#parser.write(text);
  }

  /** @param isImplied whether the tag is in fact the end tag `</p>`, which is ignored, or `</br>` */
  #opened(name: string, isImplied: boolean): void {
    this.#open.push(name);
    if (isImplied && name === 'p') return;
    if (this.#open.length > MAX_DEPTH || !(HEAD_ELEMENTS.has(name) || this.#isInContainer)) {
      this.#end();
    }
  }

  #closed(name: string, isImplied: boolean): void {
    // Only its own end tag closes a template (HTML standard 13.2.6.4.22), so `</head>` and `</html>` in it are ignored.
    if (name === 'template' && isImplied) this.#resume(this.#open);
    this.#open.pop();
    if (this.#resumed !== undefined) return;
    if (name === 'html' && !isImplied) this.#end();
    if (name !== 'script') return;
    const script = this.#script;
    this.#script = '';
    if (!isDoubleEscaped(script)) return;
    this.#script = '<!--';
    this.#resume([...this.#open, name]);
  }

  #resume(open: readonly string[]): void {
    this.#resumed ??= { from: this.#parser.endIndex + 1, open: [...open] };
    this.#parser.pause();
  }

  get #isInContainer(): boolean {
    return this.#open.some((name) => CONTAINERS.has(name));
  }

  #end(): void {
    this.hasEnded = true;
    this.#parser.pause();
  }
}
