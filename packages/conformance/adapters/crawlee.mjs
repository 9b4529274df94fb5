import { RobotsTxtFile } from '@crawlee/utils';
import { answerLines } from './lines.mjs';

await answerLines((body, token, url) => RobotsTxtFile.from(new URL('/robots.txt', url).href, body).isAllowed(url, token));
