import { createHash, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type JWTPayload, SignJWT } from 'jose';
import { createProvider, type Provider } from '#server/features/people/oidc/provider.ts';
import { createLogger } from '#server/logger.ts';

export const clientId = 'clublens';
const clientSecret = 'a secret of the client';
/** PUBLIC_URL of the server. */
export const publicUrl = 'https://photos.club.example';
/** Of the server, beside issuer and client. */
export const otherSettings = {
  label: 'Federation',
  scopes: 'openid profile email',
  sessionMs: 12 * 3_600_000,
  endsThere: false,
  isOnly: false,
  isAutomatic: false,
  strongMethods: ['mfa'],
  clubs: [],
  clubsClaim: 'groups',
  publicUrl,
};
const makeKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
/** Generated once a file: slow. */
const keys = { own: makeKey(), next: makeKey(), foreign: makeKey() };
const now = () => Math.floor(Date.now() / 1_000);

/** With which key a token is signed, and what its head says. */
export type Signing = {
  by?: keyof typeof keys;
  alg?: string;
  /** Undefined: none. */
  kid?: string | undefined;
  typ?: string;
  /** HS256 with the text of the public key as the secret, or no signature at all. */
  trick?: 'public key as secret' | 'client secret' | 'none' | 'cut off' | 'changed after signing';
};
export type Deviation = Signing & {
  claims?: Record<string, unknown>;
  /** Instead of a signed ID token; null: there is none. */
  idToken?: string | null;
  userInfo?: Record<string, unknown>;
  tokenStatus?: number;
  tokenError?: string;
  /** Takes a code again. */
  forgetsCodes?: boolean;
};

/** A provider made of `node:http` and `jose` that lies as it is told. */
export class HostileProvider {
  issuer = '';
  deviation: Deviation = {};
  /** What it publishes. */
  published: (keyof typeof keys)[] = ['own'];
  metadata: Record<string, unknown> = {};
  isAway = false;
  /** Gives refresh tokens. */
  refreshes = false;
  refreshTokenLength = 16;
  /** Paths that were asked for. */
  asked: string[] = [];
  readonly #codes = new Map<string, { asked: URLSearchParams; subject: string; isUsed: boolean }>();
  readonly #refreshTokens = new Map<string, { subject: string }>();
  readonly #server: Server = createServer((req, res) => {
    let body = '';
    req.on('data', (chunk) => {
      body += chunk;
    });
    req.on('end', () => {
      const path = new URL(req.url ?? '/', 'http://here.invalid').pathname;
      this.asked.push(path);
      if (this.isAway) return req.socket.destroy();
      void this.#answer(path, new URLSearchParams(body)).then(([status, answer]) => {
        res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
      });
    });
  });

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.issuer = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  close(): Promise<unknown> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(resolve));
  }

  /** What a server with these settings talks to it by. */
  provider(settings: Partial<Provider> = {}): Provider {
    return createProvider(
      {
        issuer: this.issuer,
        clientId,
        clientSecret,
        ...otherSettings,
        ...settings,
      },
      createLogger('silent'),
    );
  }

  /** Somebody signs in there. @returns what comes back in the address */
  authorize(url: string, subject: string): URLSearchParams {
    const asked = new URL(url).searchParams;
    const code = randomBytes(16).toString('hex');
    this.#codes.set(code, { asked, subject, isUsed: false });
    return new URLSearchParams({ code, state: asked.get('state') ?? '', iss: this.issuer });
  }

  sign(
    payload: JWTPayload,
    { by = 'own', alg = 'RS256', typ = 'JWT', trick, ...head }: Signing,
  ): Promise<string> {
    const kid = 'kid' in head ? head.kid : by;
    const header = { alg, typ, ...(kid !== undefined && { kid }) };
    if (trick === 'none') return Promise.resolve(`${part({ ...header, alg: 'none' })}.${part(payload)}.`);
    const secrets: Record<string, string> = {
      'public key as secret': pem(keys.own.publicKey),
      'client secret': clientSecret,
    };
    const secret = secrets[trick ?? ''];
    const signed = new SignJWT(payload).setProtectedHeader(
      secret === undefined ? header : { ...header, alg: 'HS256' },
    );
    return signed.sign(secret === undefined ? keys[by].privateKey : Buffer.from(secret)).then((token) => {
      const [head = '', , signature = ''] = token.split('.');
      if (trick === 'cut off') return `${token.slice(0, token.lastIndexOf('.'))}.`;
      if (trick !== 'changed after signing') return token;
      return `${head}.${part({ ...payload, sub: 'victim' })}.${signature}`;
    });
  }

  /** A logout token of OpenID Connect Back-Channel Logout 1.0. */
  signLogout(claims: Record<string, unknown>, signing: Signing = {}): Promise<string> {
    const payload = {
      iss: this.issuer,
      aud: clientId,
      iat: now(),
      exp: now() + 120,
      jti: randomBytes(8).toString('hex'),
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      ...claims,
    };
    return this.sign(withoutUndefined(payload), { typ: 'logout+jwt', ...signing });
  }

  async #answer(path: string, body: URLSearchParams): Promise<[number, object]> {
    const { issuer, deviation } = this;
    switch (path) {
      case '/.well-known/openid-configuration':
        return [
          200,
          {
            issuer,
            authorization_endpoint: `${issuer}/authorize`,
            token_endpoint: `${issuer}/token`,
            userinfo_endpoint: `${issuer}/userinfo`,
            jwks_uri: `${issuer}/jwks`,
            response_types_supported: ['code'],
            subject_types_supported: ['public'],
            id_token_signing_alg_values_supported: ['RS256'],
            authorization_response_iss_parameter_supported: true,
            ...this.metadata,
          },
        ];
      case '/jwks':
        return [
          200,
          {
            keys: this.published.map((kid) => ({
              ...keys[kid].publicKey.export({ format: 'jwk' }),
              kid,
              use: 'sig',
              alg: 'RS256',
            })),
          },
        ];
      case '/userinfo':
        return [200, { sub: [...this.#codes.values()].at(-1)?.subject, ...deviation.userInfo }];
      case '/token': {
        const { tokenStatus, tokenError = 'invalid_grant' } = deviation;
        if (tokenStatus) return [tokenStatus, { error: tokenError }];
        const known = this.#refreshTokens.get(body.get('refresh_token') ?? '');
        if (known) return [200, await this.#tokens(known.subject, undefined)];
        const found = this.#codes.get(body.get('code') ?? '');
        const verifier = body.get('code_verifier') ?? '';
        const isRight =
          found &&
          (!found.isUsed || deviation.forgetsCodes) &&
          found.asked.get('redirect_uri') === body.get('redirect_uri') &&
          found.asked.get('code_challenge') === createHash('sha256').update(verifier).digest('base64url');
        if (!isRight) return [400, { error: 'invalid_grant' }];
        found.isUsed = true;
        return [200, await this.#tokens(found.subject, found.asked.get('nonce') ?? undefined)];
      }
      default:
        return [404, {}];
    }
  }

  async #tokens(sub: string, nonce: string | undefined): Promise<object> {
    const { issuer, deviation } = this;
    const times = { iat: now(), exp: now() + 300 };
    const payload = { iss: issuer, aud: clientId, sub, ...times, nonce, ...deviation.claims };
    const idToken =
      deviation.idToken === undefined
        ? await this.sign(withoutUndefined(payload), deviation)
        : deviation.idToken;
    const refreshToken = randomBytes(this.refreshTokenLength / 2).toString('hex');
    if (this.refreshes) this.#refreshTokens.set(refreshToken, { subject: sub });
    return {
      access_token: randomBytes(8).toString('hex'),
      token_type: 'Bearer',
      expires_in: 300,
      ...(this.refreshes && { refresh_token: refreshToken }),
      ...(idToken !== null && { id_token: idToken }),
    };
  }
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString();
const withoutUndefined = (payload: object): JWTPayload => JSON.parse(JSON.stringify(payload));
