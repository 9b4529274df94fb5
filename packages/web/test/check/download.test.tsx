import { expect, onTestFinished, test } from 'vitest';
import { download } from '../../src/check/download.js';

test('a file is offered under its name', () => {
  const { click } = HTMLAnchorElement.prototype;
  onTestFinished(() => {
    HTMLAnchorElement.prototype.click = click;
  });
  const offered: string[] = [];
  HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
    offered.push(this.download, new URL(this.href).protocol);
  };
  download('verdicts.csv', 'text/csv', 'url\r\n');
  expect(offered).toEqual(['verdicts.csv', 'blob:']);
});
