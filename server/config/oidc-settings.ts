import { z } from 'zod';
import { reachOf } from '#server/contract/public-address.ts';
import { explained, text, wholeNumber, yesOrNo } from './setting-types.ts';

/** A value may hold commas and equals signs, as names in directories do. */
const CLUB = /^(.+)=([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const partsOf = (pairs: string) =>
  pairs
    .split(';')
    .map((pair) => pair.trim())
    .filter(Boolean);

/** Signing in with an OpenID provider: environment variables with their defaults. */
export const oidcSettings = {
  OIDC_ISSUER: explained(
    z
      .url({ protocol: /^https?$/, error: 'must begin with https://' })
      .refine(
        (url) => !URL.canParse(url) || new URL(url).protocol === 'https:' || reachOf(url) !== 'everywhere',
        'must begin with https:// unless it is in the same network',
      )
      .optional(),
    'The provider: the address before `/.well-known/openid-configuration`. Needs PUBLIC_URL. See [OpenID Connect](openid-connect.md).',
    'nobody signs in that way',
  ),
  OIDC_CLIENT_ID: explained(text.optional(), 'What the provider calls this server. Needed with OIDC_ISSUER.'),
  OIDC_CLIENT_SECRET: explained(text.optional(), 'Its secret there.', 'a public client'),
  OIDC_LABEL: explained(text.max(60).optional(), 'What the button is for.', 'the host of OIDC_ISSUER'),
  OIDC_SCOPES: explained(
    text
      .refine((scopes) => scopes.split(/\s+/).includes('openid'), 'must name openid')
      .refine(
        (scopes) => !scopes.split(/\s+/).includes('offline_access'),
        'must not name offline_access: such tokens outlive the session at the provider',
      )
      .default('openid profile email'),
    'What the provider is asked for.',
  ),
  OIDC_SESSION_HOURS: explained(
    wholeNumber(1, 4_320).default(12),
    'A session that was opened with the provider ends so many hours after the sign-in, where the provider gives no refresh token.',
  ),
  OIDC_LOGOUT: explained(
    yesOrNo(false),
    '`true`: signing out here signs out at the provider, too, which has to know `PUBLIC_URL/login` as an address to come back to.',
  ),
  OIDC_ONLY: explained(
    yesOrNo(false),
    '`true`: passwords and passkeys sign in superusers alone, at `/login?password=1`; everybody else the provider.',
  ),
  OIDC_AUTO: explained(
    yesOrNo(false),
    '`true`: the sign-in page leads to the provider at once, except after signing out and after an error.',
  ),
  OIDC_CLUBS: explained(
    z
      .string()
      .refine((pairs) => partsOf(pairs).every((pair) => CLUB.test(pair)), 'must be like value=id;value=id')
      .default('')
      .transform((pairs) =>
        partsOf(pairs).map((pair) => {
          const [, value = '', clubId = ''] = CLUB.exec(pair) ?? [];
          return { value, clubId };
        }),
      ),
    'Groups and the clubs that they make people members of, `value=id` separated by `;`: values of OIDC_CLUBS_CLAIM, ids from the addresses of the clubs’ pages. See [groups](openid-connect.md#groups-and-clubs).',
    'no club',
  ),
  OIDC_CLUBS_CLAIM: explained(
    text.default('groups'),
    'Where the ID token names groups: a text or a list of texts.',
  ),
  OIDC_MFA: explained(
    z
      .string()
      .default('')
      .transform((values) => values.split(/[, ]+/).filter(Boolean)),
    'Values of `amr` or `acr`, separated by commas, with which the provider says that it asked for a second factor: then no code is asked for here.',
    'none',
  ),
};
