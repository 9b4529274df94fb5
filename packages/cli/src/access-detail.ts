import type { Provenance } from '@repkit/client';

/** What came of asking for a robots.txt that is not there, as a clause: `status 404`, `the connection was refused`. */
export function accessDetail(provenance: Provenance): string {
  const { access, reason, detail, url, hops } = provenance;
  if (reason === 'refused-address') return `${detail}; write --allow ${hostOf(url)} to ask it`;
  if (access === 'unreachable' && detail !== undefined) return detail;
  switch (reason) {
    case 'too-many-redirects':
      // The last one was not followed.
      return `more than ${hops.length - 1} redirects`;
    case 'redirect-loop':
      return 'the redirects run in a circle';
    case 'empty':
      return `${statusText(provenance)}, and nothing in it`;
    default:
      return statusText(provenance);
  }
}

/** The status of the answer that decided; where none came, that. */
export function statusText({ status, url }: Pick<Provenance, 'status' | 'url'>): string {
  if (status === undefined) return 'no answer';
  return url.startsWith('ftp:') ? `FTP reply ${status}` : `status ${status}`;
}

function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^\[|\]$/g, '');
}
