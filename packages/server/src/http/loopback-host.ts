/**
 * Whether a request is meant for this machine. A page of a stranger may make its own name point to 127.0.0.1 and then ask
 * as if it were the service's own (DNS rebinding); its requests still bear that name in Host.
 */
import { isIP } from 'node:net';

export function isLoopbackHost(host: string | undefined): boolean {
  const url = URL.parse(`http://${host ?? ''}/`);
  if (url === null || url.pathname !== '/' || url.username !== '') return false;
  return isLoopbackName(url.hostname.replace(/^\[|\]$/g, ''));
}

/** A name or an address, IPv6 without brackets. */
export function isLoopbackName(name: string): boolean {
  if (isIP(name) === 4) return name.startsWith('127.');
  if (isIP(name) === 6) return name === '::1';
  return name === 'localhost' || name.endsWith('.localhost');
}
