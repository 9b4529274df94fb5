import robotsParserModule from 'robots-parser';
import { answerLines } from './lines.mjs';

/** Its types declare a `default` export that the CommonJS module does not have. @type {any} */
const robotsParser = robotsParserModule;

await answerLines((body, token, url) => robotsParser(new URL('/robots.txt', url).href, body).isAllowed(url, token));
