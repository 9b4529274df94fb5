import { knownText, type Messages } from './messages.js';

/** Returns the translated reason of an access result if it is known, otherwise the text of the service, or an empty string. */
export function reasonText(
  { live }: Messages,
  { reason, detail = '' }: { reason?: string | undefined; detail?: string | undefined },
): string {
  return reason === undefined ? detail : (knownText(live.reasons, reason) ?? (detail || reason));
}
