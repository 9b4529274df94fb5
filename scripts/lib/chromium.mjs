import { existsSync } from 'node:fs';

/** No sandbox: CI runs as root. The rest keeps the browser from talking to anyone but the test's own server. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * The path of the Chromium to test with: what the environment variable CHROMIUM names, or where
 * Debian puts it.
 *
 * @returns {string | undefined} undefined where there is none
 */
export function findChromium() {
  const path = process.env.CHROMIUM || '/usr/bin/chromium';
  return existsSync(path) ? path : undefined;
}
