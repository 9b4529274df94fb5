/** A button that opens a local file, and notices about its encoding. The file never leaves the browser. */
import { useRef } from 'preact/hooks';
import { useMessages } from '../state/app-context.js';
import type { OpenedText } from './opened-text.js';

export interface OpenFileProps {
  readonly label: string;
  /** The `accept` attribute of the file input. */
  readonly accept: string;
  /** Receives the text with LF line ends, as the editor stores it. */
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
        // The button opens it.
        hidden
        type="file"
        accept={accept}
        aria-label={label}
        onChange={async ({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file === undefined) return;
          // Loaded on demand: most visitors never open a file.
          const { readOpened } = await import('./opened-text.js');
          const opened = readOpened(await readBytes(file));
          onOpen({ ...opened, text: opened.text.replace(/\r\n?/g, '\n') });
          // Without this, choosing the same file again would not fire a change event.
          currentTarget.value = '';
        }}
      />
    </>
  );
}

const GZIP_MAGIC = [0x1f, 0x8b];

/** Reads a file and unpacks it if it is gzip, as large sitemaps are. */
export async function readBytes(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await bytesOf(file);
  if (GZIP_MAGIC.some((byte, index) => bytes[index] !== byte)) return bytes;
  try {
    return await bytesOf(file.stream().pipeThrough(new DecompressionStream('gzip')));
  } catch {
    // Damaged gzip is shown as it is and then reported as binary or as invalid URLs.
    return bytes;
  }
}

async function bytesOf(body: Blob | ReadableStream): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(body).arrayBuffer());
}

export interface OpenedNoticeProps {
  readonly opened: OpenedText | undefined;
  /** The current text; notices appear only while it is the opened one. */
  readonly text: string;
}

export function OpenedNotice({ opened, text }: OpenedNoticeProps) {
  const { editor: texts } = useMessages();
  const isCurrent = opened !== undefined && opened.text === text;
  return (
    <div role="status">
      {isCurrent && opened.encoding !== 'utf-8' && <p class="notice">{texts.utf16}</p>}
      {isCurrent && opened.invalidBytes && (
        <p class="notice">
          {texts.notUtf8(
            opened.invalidBytes.count,
            opened.invalidBytes.first,
            opened.invalidBytes.line,
          )}
        </p>
      )}
    </div>
  );
}
