/** The version of the package; a test holds it equal to package.json, so that no file is read at start-up. */
export const VERSION = '0.1.0';
