import robotsModule from 'robots';
import { answerLines } from './lines.mjs';

await answerLines((body, token, url) => {
  const parser = new robotsModule.RobotsParser();
  parser.parse(body.split(/\r\n|\r|\n/));
  return parser.canFetchSync(token, new URL(url).pathname + new URL(url).search);
});
