import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export const clientId = 'clublens';
export const clientSecret = 'a secret of the client';

export interface Person {
  email?: string;
  email_verified?: boolean;
  name?: string;
  preferred_username?: string;
}

/** `oidc-provider` on a free port: signs in whoever `person` says, without asking. */
export interface OpenIdProvider {
  issuer: string;
  /** By subject. */
  people: Record<string, Person>;
  /** Who sits in front of it. Null: presses "cancel". */
  person: string | null;
  /** How they signed in. */
  amr: string[];
  /** Gives refresh tokens: always the same, or another one for each that is used, which counts no more then. */
  refreshes: false | 'same' | 'rotated';
  /** Subjects that were removed. */
  removed: Set<string>;
  /** What becomes of requests for tokens. */
  trouble: 'none' | 'answers 500' | 'is away';
  /** Requests with a refresh token. */
  asked: number;
  /** Tells it where browsers go back to, and where it ends sessions. Called once. */
  serve(publicUrl: string, reachedAt?: string): Promise<void>;
  /** Ends all sessions of somebody here, by a logout token. */
  signOut(subject: string): Promise<void>;
  close(): Promise<void>;
}

export async function startOpenIdProvider(): Promise<OpenIdProvider> {
  // It needs a newer Node than the product.
  URL.parse ??= (url, base) => (URL.canParse(url, base) ? new URL(url, base) : null);
  const { default: Provider } = await import('oidc-provider');
  let provider: InstanceType<typeof Provider> | undefined;
  const sids = new Map<string, string>();
  const server = createServer((req, res) => {
    const finish = (result: object) => void provider?.interactionFinished(req, res, result);
    if (req.url === '/token' && self.trouble === 'is away') return req.socket.destroy();
    if (req.url === '/token' && self.trouble === 'answers 500') return res.writeHead(500).end();
    if (!req.url?.startsWith('/interaction/')) return provider?.callback()(req, res);
    if (self.person === null) return finish({ error: 'access_denied' });
    return finish({ login: { accountId: self.person, amr: self.amr } });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const self: OpenIdProvider = {
    issuer,
    people: {},
    person: null,
    amr: ['pwd'],
    refreshes: false,
    removed: new Set(),
    trouble: 'none',
    asked: 0,
    serve: async (publicUrl, reachedAt = publicUrl) => {
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      provider = new Provider(issuer, {
        clients: [
          {
            client_id: clientId,
            client_secret: clientSecret,
            grant_types: ['authorization_code', 'refresh_token'],
            redirect_uris: [`${publicUrl}/api/auth/oidc/callback`],
            post_logout_redirect_uris: [`${publicUrl}/login`],
            backchannel_logout_uri: `${reachedAt}/api/auth/oidc/backchannel-logout`,
            backchannel_logout_session_required: true,
          },
        ],
        jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] },
        cookies: { keys: ['tests'] },
        ttl: {
          Interaction: 600,
          Grant: 600,
          Session: 600,
          AccessToken: 600,
          IdToken: 600,
          RefreshToken: 600,
        },
        issueRefreshToken: () => self.refreshes !== false,
        rotateRefreshToken: () => self.refreshes === 'rotated',
        claims: {
          openid: ['sub', 'amr', 'auth_time', 'sid'],
          email: ['email', 'email_verified'],
          profile: ['name', 'preferred_username'],
        },
        features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
        interactions: { url: (_ctx: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
        pkce: { required: () => true },
        // Without the agent that keeps it from private addresses.
        fetch: (url: string, { dispatcher: _, ...options }: RequestInit & { dispatcher?: unknown }) =>
          fetch(url, options),
        findAccount: (_ctx: unknown, id: string) =>
          self.removed.has(id)
            ? undefined
            : { accountId: id, claims: () => ({ sub: id, ...self.people[id] }) },
        // Nobody is asked what the client may know.
        loadExistingGrant: async ({ oidc }: { oidc: never }) => {
          const { client, session } = oidc as {
            client: { clientId: string };
            session: { accountId: string };
          };
          if (!provider) return undefined;
          const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
          grant.addOIDCScope('openid profile email');
          await grant.save();
          return grant;
        },
      });
      provider.on('grant.success', (ctx) => {
        const { oidc } = ctx as {
          oidc: {
            params: { grant_type: string };
            account?: { accountId: string };
            entities: { AuthorizationCode?: { sessionUid?: string; sid?: string } };
          };
        };
        if (oidc.params.grant_type === 'refresh_token') self.asked += 1;
        const sid = oidc.entities.AuthorizationCode?.sid;
        if (oidc.account && sid) sids.set(oidc.account.accountId, sid);
      });
    },
    signOut: async (subject) => {
      const client = await provider?.Client.find(clientId);
      await client?.backchannelLogout(subject, sids.get(subject));
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return self;
}
