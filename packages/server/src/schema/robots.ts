/** GET and DELETE /v1/robots: the copy of an origin, its provenance, its life. */
import { type Static, Type } from 'typebox';
import { AccessReason, Policy } from './names.js';
import { AskedUrl, Provenance, shape, Time } from './parts.js';

export const RobotsQuery = shape({
  origin: AskedUrl,
  policy: Type.Optional(Policy),
  refresh: Type.Optional(
    Type.Enum(['true', 'false'], { description: 'Asks the site anew, whatever is known.' }),
  ),
});

export const ForgetQuery = shape({ origin: AskedUrl });

const Meaning = Type.Enum(['rules', 'allow-all', 'disallow-all']);

const PolicyOutlook = shape(
  {
    access: Type.Enum(['successful', 'unavailable', 'forbidden', 'unreachable']),
    reason: Type.Optional(AccessReason),
    meaning: Meaning,
    freshUntil: Type.Optional(Time),
    ladder: Type.Array(shape({ at: Time, state: Meaning }), {
      description:
        'What holds from when on while no request succeeds: of the run of failures that goes on ' +
        '(`provenance.unreachableSince`), or else of one that would begin with the next request.',
    }),
  },
  'What a policy makes of what the site answered.',
);

export const RobotsAnswer = shape({
  origin: Type.String(),
  robotsTxtUrl: Type.String(),
  text: Type.Optional(Type.String({ description: 'The copy, where there is one that holds.' })),
  provenance: Provenance,
  policies: shape({
    rfc9309: PolicyOutlook,
    google: PolicyOutlook,
    'google-2026': PolicyOutlook,
    koster1996: PolicyOutlook,
  }),
});

export type RobotsQuery = Static<typeof RobotsQuery>;
export type ForgetQuery = Static<typeof ForgetQuery>;
