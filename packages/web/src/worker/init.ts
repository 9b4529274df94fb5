/** Blocks crawlers by purpose. Loaded with the first use of Block AI. */
import { type InitResult, initRobotsTxt } from '@repkit/core/analysis';
import type { InitRequest } from './requests.js';

export function init({ robotsTxt, options }: InitRequest): InitResult {
  return initRobotsTxt(robotsTxt, options);
}
