import { expect, test } from 'vitest';
import { VERSION } from '../../src/program/version.js';
import { commandPage, overviewPage } from '../../src/render/man.js';
import { greet } from '../support/greet.js';

const DATE = '2026-11-21';

test('the page of a command: exit codes last, special characters escaped', () => {
  expect(
    commandPage(greet, DATE),
  ).toBe(String.raw`.TH REPKIT-GREET 1 2026-11-21 "repkit ${VERSION}" "Manual of repkit"
.nh
.ad l
.SH NAME
repkit\-greet \- Says hello
.SH SYNOPSIS
\fBrepkit greet\fR [options] \fBday\fR|\fBnight\fR \fINAME\fR\[u2026]
.SH DESCRIPTION
Says hello. To whomever.
.SH OPTIONS
.TP
\fB\-\-loud\fR
In capitals, as if it weren\(aqt [late].
.TP
\fB\-\-times\fR \fIN\fR
How often: once without it.
.TP
\fB\-\-tone\fR \fINAME\fR
Of the words: kind (default), rude.
.TP
\fB\-\-to\fR \fIFILE\fR
Where it goes.
.TP
\fB\-\-from\fR \fIFILE\fR
Where it is.
.TP
\fB\-\-archive\fR \fIFOLDER\fR
Where it stays.
.TP
\fB\-h\fR, \fB\-\-help\fR
Show a summary of the options and examples.
.SH JSON
.nf
{ "a":
  1 }
.fi
.PP
\&.first and "last"
.SH EXIT STATUS
.TP
\fB0\fR
always
.PP
Nothing else.
.SH EXAMPLES
One greeting:
.PP
.RS 4
.nf
repkit greet Ann
.fi
.RE
.PP
A loud one:
.PP
.RS 4
.nf
repkit greet \-\-loud \(aqAnn Other\(aq
.fi
.RE
.SH SEE ALSO
\fBrepkit\fR(1)
`);
});

test('roff requests and escapes are neutralized', () => {
  const page = commandPage({ ...greet, summary: "Back\\slash `tick` ^ ~ 'x'. 😀" }, DATE);
  expect(page).toContain(String.raw`Back\eslash \(gatick\(ga \(ha \(ti \(aqx\(aq. \[u1F600]`);
});

test('the overview page', () => {
  const page = overviewPage([greet], DATE);
  expect(page).toContain('.TH REPKIT 1 2026-11-21 ');
  expect(page).toContain('\\fBrepkit\\-greet\\fR(1)\nSays hello. To whomever.\n');
  expect(page).toContain('.SH ENVIRONMENT\n');
  expect(page).toContain('repkit greet Ann\n');
});
