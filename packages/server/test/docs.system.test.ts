/** Runs the commands in docs/service.md with curl against a real service and compares the output. */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { jsonText } from '../../../test/support/json-text.js';
import { startService } from './support/service.js';

const PAGE = new URL('../../../docs/service.md', import.meta.url);
const NOON = Date.UTC(2026, 10, 21, 12);
const page = readFileSync(PAGE, 'utf8').replaceAll('\r\n', '\n');

/** Returns the stdout and stderr of a shell command. */
async function outputOf(command: string): Promise<string> {
  const shell = spawn('bash', ['-c', command], { env: { ...process.env, NO_PROXY: '*' } });
  let output = '';
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  await new Promise((resolve) => shell.once('close', resolve));
  return output;
}

test('docs/service.md shows the real output of its commands', async () => {
  const service = await startService({
    clock: () => NOON,
    sites: {
      'https://broken.example': { status: 503 },
      'https://slow.example': { status: 200, body: 'User-agent: *\nCrawl-delay: 10\n' },
    },
  });
  const host = new URL(service.url).host;
  let expected = page;
  let count = 0;
  const blocks = page.matchAll(/```sh\n([^`]*)```\n\n```(json|text)\n(.*?)```/gs);
  for (const [whole, command = '', language, shown = ''] of blocks) {
    count++;
    const output = (await outputOf(command.replaceAll('localhost:9309', host)))
      // Unique per request.
      .replace(/"requestId":"[^"]+"/, '"requestId":"0f6b3f4e-8a0e-4f4e-9d4b-0a5f0c1d2e3f"');
    const wanted = language === 'json' ? `${jsonText(JSON.parse(output))}\n` : output;
    expected = expected.replace(whole, () =>
      whole.replace(`\`\`\`${language}\n${shown}\`\`\``, () => `\`\`\`${language}\n${wanted}\`\`\``),
    );
  }
  expect(count).toBeGreaterThan(8);
  // UPDATE_DOCS=1 rewrites the page.
  if (process.env.UPDATE_DOCS) writeFileSync(PAGE, expected);
  else expect(page).toBe(expected);
});
