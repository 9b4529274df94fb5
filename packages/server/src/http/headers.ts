/** The headers that keep browsers from making more of an answer than it is. */

export const NOTHING_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** What each answer bears, whatever it is: JSON that a browser shows loads nothing and stands in no frame. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': NOTHING_POLICY,
};

/** What a page bears beside that, with its own policy. */
export function pageHeaders(policy: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
  };
}

/** The web tester: its own scripts and requests, and the styles and pictures that its editor makes. */
export const PAGE_POLICY: string = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A page without scripts, whose one style sheet has this digest. */
export function styledPolicy(styleDigest: string): string {
  return `default-src 'none'; style-src 'sha256-${styleDigest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}
