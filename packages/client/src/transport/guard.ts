/** Whether an address of a host may be reached. */
import { type Cidr, formsOfAddress, isPublicAddress, isWithin, parseCidr } from './address.js';
import type { GuardOptions } from './options.js';

/**
 * Refuses what is not public: loopback, private, link-local, shared (RFC 6598), multicast, unspecified and reserved
 * addresses, those of cloud metadata, and every form that wraps one of them. A private prefix for NAT64 cannot be told
 * from any other, so such a translator has to refuse by itself.
 */
export class Guard {
  readonly #hosts: ReadonlySet<string>;
  readonly #cidrs: readonly Cidr[];

  /** Throws a TypeError where an option cannot be read. */
  constructor({ allowHosts = [], allowCidrs = [] }: GuardOptions) {
    this.#hosts = new Set(allowHosts.map(readHost));
    this.#cidrs = allowCidrs.map(readCidr);
  }

  /** `host` is in lower case, an IPv6 address without its brackets. */
  permits(host: string, address: string): boolean {
    return (
      this.#hosts.has(withoutLastDot(host)) || isPublicAddress(address) || this.#isAllowed(address)
    );
  }

  #isAllowed(address: string): boolean {
    const forms = formsOfAddress(address);
    return this.#cidrs.some((cidr) => forms.some((form) => isWithin(form, cidr)));
  }
}

/** In the form that hosts have in URLs: lower case, punycode. */
function readHost(host: string): string {
  // With anything but a host before its port, this would be no URL, or one with more to it.
  const url = URL.parse(`http://${host}:1/`);
  if (url !== null && url.href === `http://${url.hostname}:1/`) {
    return withoutLastDot(url.hostname.replace(/^\[|\]$/g, ''));
  }
  throw new TypeError(
    `guard.allowHosts holds ${JSON.stringify(host)}: give a name alone, such as "intranet.example".`,
  );
}

function readCidr(text: string): Cidr {
  const cidr = parseCidr(text);
  if (cidr !== undefined) return cidr;
  throw new TypeError(
    `guard.allowCidrs holds ${JSON.stringify(text)}: give an address and a prefix length, such as "10.1.0.0/16".`,
  );
}

function withoutLastDot(host: string): string {
  return host.endsWith('.') ? host.slice(0, -1) : host;
}
