import type { Provenance } from '@repkit/client';
import type { Dialect, MatchedRule, RobotsTxt, Verdict } from '@repkit/core';
import { type Answer, type AnswerByAccess, statusText } from '../input/answer.js';
import { type FileProvenance, isFromFile } from '../input/read-robots.js';
import { sourceLine } from './source-line.js';
import { ago, duration, type Paint, visible, visibleName } from './terminal.js';

const ROBOTS_TXT_ALLOWED = 'robots.txt itself is always allowed (RFC 9309 2.2.2)';

/** What stands under the line of an answer with `--explain`, without the last line end. */
export function explanation(answer: Answer, paint: Paint): string {
  const lines = provenanceLines(answer.provenance);
  if (answer.by === 'access') {
    lines.push(`reason:     ${accessReason(answer)}`);
  } else {
    const { robotsTxt, verdict, productToken } = answer;
    lines.push(`dialect:    ${robotsTxt.dialect.name}`, `target:     ${visible(verdict.target)}`);
    if (robotsTxt.truncated) {
      lines.push('limit:      the file is longer than the parsing limit; the rest was not read');
    }
    if (verdict.group !== undefined) {
      lines.push(`group:      ${groupName(verdict.group.productToken, productToken)}`);
      for (const line of verdict.group.userAgentLines) {
        lines.push(...sourceLine(robotsTxt, line, paint));
      }
    }
    lines.push(`reason:     ${reason(answer.productToken, robotsTxt, verdict)}`);
    const winner = verdict.rule;
    if (winner !== undefined) {
      for (const rule of verdict.matched ?? [winner]) {
        const mark = { span: rule.span, note: ruleNote(rule, winner, robotsTxt.dialect) };
        lines.push(...sourceLine(robotsTxt, rule.line, paint, mark));
      }
    }
  }
  return lines.map((line) => `  ${line}`).join('\n');
}

function accessReason({ reason, detail }: AnswerByAccess): string {
  const what = visible(detail);
  switch (reason) {
    case 'unavailable':
      return `${what}: there is no robots.txt, so everything is allowed (RFC 9309 2.3.1.3)`;
    case 'unreachable':
      return `${what}: until robots.txt can be read, everything is disallowed (RFC 9309 2.3.1.4)`;
    case 'given-up':
      return `${what}: it has been so for so long that everything is allowed (RFC 9309 2.3.1.4)`;
    case 'forbidden':
      return `${what}: the site as a whole is restricted, so everything is disallowed (1996 draft 3.1)`;
    case 'robots-txt':
      return ROBOTS_TXT_ALLOWED;
  }
}

function groupName(applied: string, asked: string): string {
  return applied === '*' && asked !== '*'
    ? `* (everyone else: no group names ${visible(asked)})`
    : visible(applied);
}

function reason(asked: string, robotsTxt: RobotsTxt, verdict: Verdict): string {
  switch (verdict.reason) {
    case 'rule':
      if (verdict.matched?.length === 1) return 'only this rule matches';
      return robotsTxt.dialect.precedence === 'first-in-file'
        ? 'of the rules that match, the first in the file decides'
        : 'of the rules that match, the one with the most bytes decides, and allow on a tie';
    case 'empty-rule':
      return 'only a rule with an empty path is left, and that restricts nothing';
    case 'no-rule': {
      const { length } = robotsTxt.matcher(asked).rules;
      const rules =
        length === 1
          ? 'the one rule of the group does not match'
          : `none of the ${length} rules of the group matches`;
      return `${length === 0 ? 'the group has no rules' : rules}, so it is allowed`;
    }
    case 'no-group': {
      const named = asked === '*' ? '' : `no group names ${visible(asked)} and `;
      return `${named}${named === '' ? 'no group' : 'none'} is for everyone (*), so it is allowed`;
    }
    case 'robots-txt':
      return ROBOTS_TXT_ALLOWED;
  }
}

function ruleNote(rule: MatchedRule, winner: MatchedRule, { precedence }: Dialect): string {
  const compared =
    rule.canonicalPattern === rule.pattern ? '' : `, compared as ${visible(rule.canonicalPattern)}`;
  const measure = precedence === 'most-bytes' ? `${weight(rule)}${compared}` : compared.slice(2);
  const fate = rule.lost === undefined ? 'wins' : 'loses';
  const why = [measure, defeat(rule, winner)].filter((part) => part !== '').join(', ');
  return why === '' ? fate : `${fate}: ${why}`;
}

function defeat({ lost }: MatchedRule, winner: MatchedRule): string {
  if (lost === undefined) return '';
  switch (lost) {
    case 'fewer-bytes':
      return `against ${winner.asFolder === true ? 'more' : winner.bytes} of line ${winner.line}`;
    case 'allow-wins-tie':
      return `as many as line ${winner.line}, and allow wins a tie`;
    case 'later-in-file':
      return `line ${winner.line} comes first`;
  }
}

function weight({ bytes, asFolder }: MatchedRule): string {
  if (asFolder === true) return 'read as the folder of its index page';
  return bytes === 1 ? '1 byte' : `${bytes} bytes`;
}

/** Where a robots.txt came from, and how long it lives: lines of an explanation, each behind its label. */
export function provenanceLines(provenance: FileProvenance | Provenance): string[] {
  if (isFromFile(provenance)) {
    const { file } = provenance;
    return [`source:     ${visibleName(file)}`];
  }
  const { policy, robotsTxtUrl, hops, source, body } = provenance;
  const whence = [
    `${visible(robotsTxtUrl)} (${statusText(provenance)})`,
    ...(source === 'store' ? ['from the store'] : []),
    ...life(provenance),
  ];
  return [
    `source:     ${whence.join(', ')}`,
    ...hops.map(({ url, status, location = 'nowhere that can be read' }) =>
      visible(`redirect:   ${url} to ${location} (status ${status})`),
    ),
    ...(provenance.unreachableSince === undefined
      ? []
      : [failing(provenance, provenance.unreachableSince)]),
    // RFC 9309 2.3: "Internet Media Type 'text/plain'".
    ...(body?.wrongMediaType
      ? [
          `media type: ${visible(`${body.mediaType}`)}, not text/plain; it is read line by line all the same`,
        ]
      : []),
    `policy:     ${visible(policy)}`,
  ];
}

/** When it was asked for, and until when that holds. */
function life({ access, ageMs, fetchedAt, freshUntil }: Provenance): string[] {
  const [verb, holds] = access === 'successful' ? ['fetched', 'fresh'] : ['asked', 'holds'];
  const asked = `${verb} ${ago(ageMs)}`;
  if (freshUntil === undefined) return [asked];
  const leftMs = freshUntil - (fetchedAt + ageMs);
  return [
    asked,
    leftMs > 0 ? `${holds} for ${duration(leftMs)}` : `out of date for ${duration(-leftMs)}`,
  ];
}

/** Since when requests have failed, and when the next one is due. */
function failing(provenance: Provenance, since: number): string {
  const { access, detail, fetchedAt, ageMs, nextRequestAt } = provenance;
  const now = fetchedAt + ageMs;
  // Of what is unreachable the reason tells it.
  const what = access === 'unreachable' ? '' : `: ${visible(`${detail}`)}`;
  return (
    `failing:    since ${utc(since)} (${ago(now - since)})${what}; ` +
    `next try in ${duration(nextRequestAt - now)}, or now with --refresh`
  );
}

/** `2026-11-21 11:28:57 UTC`. */
function utc(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
