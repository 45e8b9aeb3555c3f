/** The part of it that tests use. */
declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

  interface Client {
    backchannelLogout(subject: string, sid: string | undefined): Promise<void>;
  }
  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }
  interface Context {
    oidc: {
      client: { clientId: string };
      session: { accountId: string };
      provider: Provider;
    };
  }
  export default class Provider {
    constructor(issuer: string, configuration: object);
    callback(): RequestListener;
    interactionFinished(req: IncomingMessage, res: ServerResponse, result: object): Promise<void>;
    Client: { find(id: string): Promise<Client | undefined> };
    Grant: new (of: {
      clientId: string;
      accountId: string;
    }) => Grant;
    on(event: string, listener: (...args: unknown[]) => void): void;
  }
}
