/** Every verdict with its reason, row by row. Loaded with the first export. */
import { decider } from '@repkit/core';
import type { ExportedVerdict, ExportRequest } from './requests.js';
import { accessOf, crawlerOf } from './site.js';

export function exportVerdicts(request: ExportRequest): ExportedVerdict[] {
  const { robotsTxt, isBlocked, dialect, urls, productTokens } = request;
  const access = accessOf(robotsTxt, isBlocked);
  const deciders = productTokens.map((token) => [token, decider(access, crawlerOf(token), { dialect })] as const);
  return urls.flatMap((url) =>
    deciders.map(([productToken, site]): ExportedVerdict => {
      const { outcome, reason, verdict } = site.decide(url);
      const rule = verdict?.rule;
      return {
        url,
        productToken,
        verdict: outcome,
        reason: verdict?.reason ?? reason,
        ...(rule && { rule: `${rule.kind}: ${rule.pattern}`, line: rule.line }),
      };
    }),
  );
}
