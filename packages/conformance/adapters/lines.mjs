/** The protocol of the runner, for adapters in JavaScript. */
import { createInterface } from 'node:readline';

/**
 * Answers the requests on standard input. Requests that a library with a body, one product token and a URL cannot be asked are
 * unsupported.
 *
 * @param {(body: string, token: string, url: string) => boolean | undefined | Promise<boolean | undefined>} isAllowed
 */
export async function answerLines(isAllowed) {
  for await (const line of createInterface({ input: process.stdin })) {
    const { body, body_b64: bytes, token, url, max_bytes: maxBytes, input } = JSON.parse(line);
    const isSupported = typeof token === 'string' && url !== undefined && !maxBytes && input === undefined;
    const text = bytes === undefined ? body : Buffer.from(bytes, 'base64').toString();
    try {
      const allowed = isSupported ? await isAllowed(text, token, url) : undefined;
      console.log(JSON.stringify(allowed === undefined ? { unsupported: true } : { allowed }));
    } catch (error) {
      console.log(JSON.stringify({ error: String(error) }));
    }
  }
}
