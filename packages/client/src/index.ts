export { originOf, robotsTxtUrl } from './origin.js';
