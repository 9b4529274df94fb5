import { describe, expect, expectTypeOf, test } from 'vitest';
import { lineDiagnostics } from '../../src/analysis.js';
import { parseRobotsTxt } from '../../src/index.js';
import type { Severity } from '../../src/lint/checks/check.js';
import { type DiagnosticCode, diagnosticCodes } from '../../src/lint/checks/index.js';
import type { Diagnostic } from '../../src/lint/diagnostic.js';
import { lineCases } from '../support/diagnostic-cases.js';

test('extension: a severity is error, warning or info', () => {
  expectTypeOf<Severity>().toEqualTypeOf<'error' | 'warning' | 'info'>();
});

test('extension: codes are a closed union of words with hyphens', () => {
  expectTypeOf<Diagnostic['code']>().toEqualTypeOf<DiagnosticCode>();
  for (const code of Object.keys(diagnosticCodes)) expect(code).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
});

describe.each(Object.entries(lineCases))('%s', (code, { body, dialect = 'rfc9309' }) => {
  const found = lineDiagnostics(parseRobotsTxt(body, { dialect }));

  test('is returned by lineDiagnostics', () => {
    expect(found.map((diagnostic) => diagnostic.code)).toEqual([code]);
  });

  test('has a message of complete sentences and a clause', () => {
    for (const { message, clause } of found) {
      expect(message).toMatch(/^["A-Z].*[.?]$/);
      expect(clause).toMatch(/^(RFC 9309 \d|draft-ietf-aipref-|sitemaps\.org|Google's parser)/);
    }
  });

  test('is within the body', () => {
    const { length } = typeof body === 'string' ? new TextEncoder().encode(body) : body;
    for (const { span } of found) {
      expect(span.start).toBeLessThanOrEqual(span.end);
      expect(span.end).toBeLessThanOrEqual(length);
      expect(span.column).toBeGreaterThanOrEqual(1);
    }
  });
});
