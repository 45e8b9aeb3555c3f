import { pageHeader } from '#server/contract/page-header.ts';
import type { Session } from '#server/contract/schemas/users.ts';
import { type Answer, type Call, caller } from './actors.ts';
import { type HostileProvider, publicUrl } from './hostile-openid-provider.ts';

/** A browser with its cookies, which signs in at a provider. */
export class ProviderVisitor {
  readonly cookies = new Map<string, string>();
  readonly #there = new Map<string, string>();
  readonly #url: string;
  readonly #token: string | undefined;

  constructor(url: string, token?: string) {
    this.#url = url;
    this.#token = token;
  }

  #head = () => ({
    [pageHeader]: '1',
    Cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  });

  #keep(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value) this.cookies.set(name, value);
      else this.cookies.delete(name);
    }
  }

  call: Call = async (method, path, body, headers = {}) => {
    const answer = await caller(this.#url, this.#token)(method, path, body, { ...this.#head(), ...headers });
    this.#keep(answer.headers);
    return answer as Answer<never>;
  };

  /** @returns the address at the provider */
  async begin(purpose?: 'connect' | 'confirm', from = '/'): Promise<string> {
    const path = purpose ? '/auth/oidc/connection/begin' : '/auth/oidc';
    const { status, body } = await this.call<{ url: string }>('POST', path, { purpose, from });
    if (status !== 200) throw new Error(`${status} ${body.code}`);
    return body.data.url;
  }

  /** The provider leads the browser back. */
  async comeBack(query: URLSearchParams, headers: Record<string, string> = {}): Promise<Response> {
    const response = await fetch(`${this.#url}/api/auth/oidc/callback?${query}`, {
      redirect: 'manual',
      headers: { ...this.#head(), ...headers },
    });
    this.#keep(response.headers);
    return response;
  }

  /** The whole way but for what the page does at its end. */
  async visit(provider: HostileProvider, subject: string, purpose?: 'connect' | 'confirm'): Promise<void> {
    await this.comeBack(provider.authorize(await this.begin(purpose), subject));
  }

  /** Goes through the pages of a provider that asks nothing, with its cookies. */
  async walk(issuer: string, purpose?: 'connect' | 'confirm', from?: string): Promise<void> {
    let next = await this.begin(purpose, from);
    for (let steps = 0; !next.startsWith(publicUrl) && steps < 10; steps += 1) {
      const answer = await fetch(new URL(next, issuer), {
        redirect: 'manual',
        headers: { Cookie: [...this.#there].map(([name, value]) => `${name}=${value}`).join('; ') },
      });
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        this.#there.set(name, value);
      }
      const location = answer.headers.get('location');
      if (!location) throw new Error(`${answer.status} ${await answer.text()}`);
      next = location.startsWith('/') ? issuer + location : location;
    }
    await this.comeBack(new URL(next).searchParams);
  }

  signIn = (body: object = {}) => this.call<Session>('POST', '/auth/oidc/sign-in', body);
  register = (body: object) =>
    this.call<{ access_token: string; user: { id: string; username: string; email_verified: boolean } }>(
      'POST',
      '/auth/oidc/register',
      body,
    );
  finish = () => this.call('POST', '/auth/oidc/connection/finish');
  answer = () => this.call<Record<string, unknown>>('GET', '/auth/oidc/answer');
}
