/** Opens the API documentation in a real browser. */
import { chromium } from 'playwright';
import { expect, onTestFinished, test } from 'vitest';
import { findProgram } from '../../../../scripts/lib/programs.mjs';
import { CHROMIUM_ARGS, PATIENT_MS } from '../../../../test/support/chromium.js';
import { startService } from '../support/service.js';

test('the page lists the operations under a policy without inline scripts', async () => {
  const executablePath = findProgram('chromium') ?? 'chromium';
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
  onTestFinished(() => browser.close());
  const service = await startService({ token: 'a-token-of-the-tests' });
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENT_MS);
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  const response = await page.goto(`${service.url}/docs`);
  const policy = response?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("script-src 'self';");
  await page.getByText('/v1/check', { exact: true }).first().waitFor();
  const paths = await page.locator('.opblock-summary-path').allTextContents();
  expect(paths).toContain('/v1/page');
  expect(errors).toEqual([]);
});
