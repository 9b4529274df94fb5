/** Parses request bodies. */
import type { FastifyInstance } from 'fastify';
import { MAX_JSON_PARTS, MAX_JSON_VALUES } from '../options.js';
import { Problem } from './problem.js';

/** Accepts JSON bodies only. */
export function addJsonParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseJson(body));
    } catch (error) {
      done(error as Problem);
    }
  });
}

/** U+FFFD in place of invalid bytes would name another URL. Drops a byte-order mark, as RFC 8259 8.1 allows. */
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Returns undefined for an empty body: some clients send the media type with every request. */
function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  let text: string;
  try {
    text = UTF8.decode(body);
  } catch {
    throw new Problem('invalid-request', 'The body is not valid UTF-8. Encode JSON as UTF-8.');
  }
  checkValueCount(text);
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem('invalid-request', 'The body is not valid JSON. Send a JSON object.');
  }
}

/**
 * Throws a Problem if a text has more values than any valid request. Parsing 3 MB of nested arrays or distinct member names
 * would block the event loop for up to 0.4 s; this scan takes less than 10 ms.
 */
function checkValueCount(text: string): void {
  if (text.length < MAX_JSON_PARTS) return;
  let isInString = false;
  let commas = 0;
  let parts = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (isInString) {
      if (character === '\\') at++;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === ',') commas++;
    else if (character === '[' || character === '{' || character === ':') parts++;
    if (parts > MAX_JSON_PARTS || commas + parts > MAX_JSON_VALUES) {
      const detail = `The JSON has more than ${MAX_JSON_VALUES} values, or ${MAX_JSON_PARTS} arrays, objects and members. Split the request.`;
      throw new Problem('too-many-items', detail);
    }
  }
}
