/** A button that opens a file of the reader's; it is read in the browser and goes nowhere. */
import { useRef } from 'preact/hooks';
import { useMessages } from '../state/app-context.js';
import type { OpenedText } from './opened-text.js';

export interface OpenFileProps {
  readonly label: string;
  /** As in the attribute `accept` of HTML. */
  readonly accept: string;
  readonly onOpen: (opened: OpenedText) => void;
}

export function OpenFile({ label, accept, onOpen }: OpenFileProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" class="button" onClick={() => input.current?.click()}>
        {label}
      </button>
      <input
        ref={input}
        class="hidden-input"
        type="file"
        accept={accept}
        aria-label={label}
        tabIndex={-1}
        onChange={async ({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file === undefined) return;
          // Most who come open nothing.
          const { readOpened } = await import('./opened-text.js');
          onOpen(readOpened(await readBytes(file)));
          // The same file may be chosen again after it has changed.
          currentTarget.value = '';
        }}
      />
    </>
  );
}

const GZIP_MAGIC = [0x1f, 0x8b];

/** The bytes of a file, unpacked where it is in gzip, as large sitemaps are. */
export async function readBytes(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await bytesOf(file);
  if (GZIP_MAGIC.some((byte, index) => bytes[index] !== byte)) return bytes;
  try {
    return await bytesOf(file.stream().pipeThrough(new DecompressionStream('gzip')));
  } catch {
    // What is damaged stands there as it is, and is told to be binary, or no URL.
    return bytes;
  }
}

async function bytesOf(body: Blob | ReadableStream): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(body).arrayBuffer());
}

export interface OpenedNoticeProps {
  readonly opened: OpenedText | undefined;
  /** The text that stands there now: of another one nothing is said. */
  readonly text: string;
}

export function OpenedNotice({ opened, text }: OpenedNoticeProps) {
  const { editor: texts } = useMessages();
  const isThere = opened !== undefined && opened.text === text;
  return (
    <div role="status">
      {isThere && opened.encoding !== 'utf-8' && <p class="notice">{texts.utf16}</p>}
      {isThere && opened.strange && (
        <p class="notice">
          {texts.notUtf8(opened.strange.count, opened.strange.first, opened.strange.line)}
        </p>
      )}
    </div>
  );
}
