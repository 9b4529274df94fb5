/** What a file was that has been opened, where that is not what a text can show. */
import { useMessages } from '../state/app-context.js';
import type { OpenedText } from './opened-text.js';

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
