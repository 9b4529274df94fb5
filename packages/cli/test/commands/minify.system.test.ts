import { expect, test } from 'vitest';
import { siteWith } from '../../../../test/support/site.js';
import { LONG, repkitMinify, SHORT, saved } from '../support/minify-run.js';
import { repositoryOf } from '../support/repository.js';

test('standard input, a site, and a revision', async () => {
  const stdin = await repkitMinify('-', { stdin: LONG });
  expect(stdin).toMatchObject({ out: SHORT, err: saved('standard input') });
  const { origin } = await siteWith(200, LONG);
  const site = await repkitMinify(`--allow 127.0.0.1 --store none ${origin}`);
  expect(site).toMatchObject({ code: 0, out: SHORT });
  const revision = await repkitMinify('HEAD:robots.txt', { repository: repositoryOf(LONG) });
  expect(revision).toMatchObject({ code: 0, out: SHORT });
});
