import { Readable } from 'node:stream';
import makeGuard from 'robots-txt-guard';
import parse from 'robots-txt-parse';
import { answerLines } from './lines.mjs';

await answerLines(async (body, token, url) => {
  const guard = makeGuard(await parse(Readable.from([body])));
  return guard.isAllowed(token, new URL(url).pathname + new URL(url).search);
});
