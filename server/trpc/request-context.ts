import type { AppContext } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { Viewer } from '#server/contract/permissions.ts';
import type { Session } from '#server/contract/schemas/users.ts';
import type { Recall } from '#server/remember-until-written.ts';

export type SignedIn = Viewer & { sessionId: string; username: string; fullName: string };

export type TokenProblem = 'missing' | 'expired' | 'invalid';

/** One request: the server's services, who asks, and from where. tRPC and REST build it in the same place. */
export type RequestContext = AppContext & {
  /** Begun before anything was read for this request. */
  recall: Recall;
  /** The same for pages of lists. */
  recallPage: Recall;
  requestId: string;
  /** The client's IP address, or the network of an IPv6 address; for rate limits only. */
  clientAddress: string;
  /** Many visitors may stand behind it: a limit on it alone would be one on all of them. */
  addressIsShared: boolean;
  /** Scheme and host where people reach the server, else as this browser sees them: for links to hand on. */
  origin: string;
  userAgent: string | undefined;
  /** The caller is the page, which can ask for the password again. */
  isPage: boolean;
  viewer: SignedIn | null;
  /** Signed in, but needs a second factor: may set it up, and nothing else. `viewer` is null then. */
  setupViewer: SignedIn | null;
  tokenProblem: TokenProblem | null;
  sharePassword: string | null;
  cookies: SessionCookies;
  providerCookie: ProviderCookie;
};

/** What a browser keeps while somebody signs in at the OpenID provider. */
export type ProviderCookie = {
  value: string | undefined;
  /** Answers false where it is too long for a cookie. */
  set(value: string): boolean;
  clear(): void;
};

export type SessionCookies = {
  /** What the page keeps in its cookie. */
  refreshToken: string | undefined;
  /**
   * Sets the cookie that lets `<img>` and live updates read what the bearer token may read, and over https that of the page's
   * refresh token. Answers what is left to hand out.
   */
  handOut<T extends Session>(opened: T): T;
  clear(): void;
};

export type VisitorAddress = Pick<RequestContext, 'clientAddress' | 'addressIsShared'>;

/**
 * The signed-in viewer.
 * @param scope `setup`: also one who has to set up a second factor before anything else
 * @throws AppError not_signed_in, session_expired, second_factor_needed
 */
export function requireViewer(
  ctx: Pick<RequestContext, 'viewer' | 'setupViewer' | 'tokenProblem'>,
  scope: 'all' | 'setup' = 'all',
): SignedIn {
  if (ctx.viewer) return ctx.viewer;
  if (ctx.setupViewer && scope === 'setup') return ctx.setupViewer;
  if (ctx.setupViewer) throw new AppError('second_factor_needed');
  throw new AppError(ctx.tokenProblem === 'missing' ? 'not_signed_in' : 'session_expired');
}
