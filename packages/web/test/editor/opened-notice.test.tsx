import { expect, test } from 'vitest';
import { OpenedNotice } from '../../src/editor/opened-notice.js';
import { readOpened } from '../../src/editor/opened-text.js';
import { en } from '../../src/messages/en.js';
import { showInApp } from '../support/show-in-app.js';

async function said(octets: readonly number[], text?: string): Promise<string | null> {
  const opened = readOpened(Uint8Array.from(octets));
  const notice = <OpenedNotice opened={opened} text={text ?? opened.text} />;
  return (await showInApp(notice)).root.textContent;
}

test('what is not UTF-8 is told, as long as it is the text that stands there', async () => {
  expect(await said([0x61, 0x0a, 0xe9])).toBe(en.editor.notUtf8(1, '%E9', 2));
  expect(await said([0xe9, 0xff])).toBe(en.editor.notUtf8(2, '%E9', 1));
  expect(await said([0xff, 0xfe, 0x61, 0])).toBe(en.editor.utf16);
  expect(await said([0xe9], 'another text')).toBe('');
  expect(await said([0x61])).toBe('');
  expect((await showInApp(<OpenedNotice opened={undefined} text="" />)).root.textContent).toBe('');
});
