import type { JWTVerifyGetKey } from 'jose';
import type { ClientAuth, Configuration } from 'openid-client';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { Logger } from '#server/logger.ts';

/** Seconds. */
const ANSWERS_WITHIN = 10;
const callbackPath = '/api/auth/oidc/callback';

/** An OpenID provider whose accounts may sign in. */
type ProviderSettings = {
  issuer: string;
  clientId: string;
  /** Never logged. Undefined: a public client. */
  clientSecret: string | undefined;
  /** What the button is for. */
  label: string;
  /** Separated by spaces. */
  scopes: string;
  /** A session ends so long after the sign-in. */
  sessionMs: number;
  /** Signing out here ends the session there, too. */
  endsThere: boolean;
  /** Everybody but superusers signs in with it alone. */
  isOnly: boolean;
  /** The sign-in page leads there at once. */
  isAutomatic: boolean;
  /** Values of `amr` or `acr` that stand for a second factor. */
  strongMethods: string[];
  /** Values of `clubsClaim`, and the clubs of which they make people members. */
  clubs: { value: string; clubId: string }[];
  clubsClaim: string;
  /** Where the provider sends browsers back to. */
  publicUrl: string;
};

/** The OpenID provider of the settings; `issuer` is written the same way whatever the provider ends it with. */
export type Provider = ProviderSettings & {
  /** Where it sends browsers back to; the same whatever address they came from. */
  redirectUri: string;
  /** Speaks plain http. */
  isInsecure: boolean;
  /** What it says of itself, asked at first use and again after a failure. @throws AppError oidc_away */
  client(): Promise<Configuration>;
  /** The keys that it signs with, for `jose`. @throws AppError oidc_away */
  keys(): Promise<JWTVerifyGetKey>;
};

declare module '#server/app-context.ts' {
  interface AppContext {
    /** Null: nobody signs in with an OpenID provider. */
    provider: Provider | null;
  }
}

export function createProvider(settings: ProviderSettings, log: Logger): Provider {
  const isInsecure = settings.issuer.startsWith('http:');
  let client: Promise<Configuration> | undefined;
  let keys: Promise<JWTVerifyGetKey> | undefined;
  const provider: Provider = {
    ...settings,
    issuer: new URL(settings.issuer).href,
    redirectUri: settings.publicUrl + callbackPath,
    isInsecure,
    client: () => {
      client ??= discover(settings, isInsecure).catch((error: unknown) => {
        client = undefined;
        log.warn({ reason: reasonOf(error) }, 'the OpenID provider could not be asked what it offers');
        throw new AppError('oidc_away');
      });
      return client;
    },
    keys: () => {
      keys ??= keysOf(provider).catch((error: unknown) => {
        keys = undefined;
        throw error;
      });
      return keys;
    },
  };
  return provider;
}

/** Loaded when it is first needed: most installations start without. */
async function discover(
  { issuer, clientId, clientSecret }: ProviderSettings,
  isInsecure: boolean,
): Promise<Configuration> {
  const oidc = await import('openid-client');
  const authenticate: ClientAuth = (as, ...request) => {
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = as;
    if (clientSecret === undefined) return oidc.None()(as, ...request);
    return methods.includes('client_secret_basic')
      ? oidc.ClientSecretBasic(clientSecret)(as, ...request)
      : oidc.ClientSecretPost(clientSecret)(as, ...request);
  };
  const config = await oidc.discovery(new URL(issuer), clientId, undefined, authenticate, {
    timeout: ANSWERS_WITHIN,
    execute: [
      // Otherwise the signature of an ID token that comes straight from the provider is not checked.
      oidc.enableNonRepudiationChecks,
      ...(isInsecure ? [oidc.allowInsecureRequests] : []),
    ],
  });
  const { authorization_endpoint, token_endpoint, jwks_uri } = config.serverMetadata();
  if (!authorization_endpoint || !token_endpoint || !jwks_uri)
    throw new Error('It names no addresses for signing in, tokens or keys.');
  return config;
}

async function keysOf(provider: Provider): Promise<JWTVerifyGetKey> {
  const { jwks_uri } = (await provider.client()).serverMetadata();
  const { createRemoteJWKSet } = await import('jose');
  return createRemoteJWKSet(new URL(jwks_uri ?? ''), { timeoutDuration: ANSWERS_WITHIN * 1_000 });
}

/** @throws AppError oidc_not_offered */
export function getProvider({ provider }: Needs<'provider'>): Provider {
  if (!provider) throw new AppError('oidc_not_offered');
  return provider;
}

/** What is wrong, for the log: messages of the libraries hold neither tokens nor claims. */
export function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: unknown } };
  return [String(error).slice(0, 300), cause?.code].filter((part) => typeof part === 'string').join(' ');
}
