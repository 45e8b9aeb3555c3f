import { render } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { App } from '#client/app/app.tsx';
import { Providers } from '#client/app/providers.tsx';
import { type AppRouter, createAppRouter } from '#client/app/router.tsx';
import { signedIn, signedOut } from '#client/lib/session.ts';
import { storeTokens } from '#client/lib/token-storage.ts';
import type { Role } from '#server/contract/roles.ts';
import { type OwnUser, ownUser } from '#server/contract/schemas/users.ts';
import { type Answers, accounts, type FakeServer, startFakeServer } from './fake-server.ts';
import { sampleOf } from './sample-of.ts';

export interface Rendered {
  server: FakeServer;
  user: UserEvent;
}

/** An account with this role in the whole installation and without a club. */
export const userWith = (role: Role = 'member', changes: Partial<OwnUser> = {}): OwnUser => ({
  ...(sampleOf(ownUser) as OwnUser),
  role,
  roles: [role],
  role_assignments:
    role === 'member' ? [] : [{ user_id: 'id-1', role_name: role, club_id: null, club_name: null }],
  email: 'somebody@example.org',
  clubs: [],
  language: 'en',
  must_change_password: false,
  pending_email: null,
  email_bounced: false,
  second_factor_advice: null,
  factors_removed_at: null,
  has_password: true,
  ...changes,
});

/** A token of this account that is valid for an hour. */
export const tokenOf = (user: { id: string }): string =>
  `h.${btoa(JSON.stringify({ sub: user.id, exp: Date.now() / 1000 + 3600 }))}.s`;

export function signIn(user: OwnUser): void {
  accounts.set(user.id, user);
  signedIn({ access_token: tokenOf(user), refresh_token: 'refresh', user });
}

/** Another tab signs in, of which this one hears nothing by itself. */
export function signInElsewhere(user: OwnUser): void {
  accounts.set(user.id, user);
  storeTokens({ access_token: tokenOf(user), refresh_token: 'refresh' });
}

/** Puts a text into a field at once: of typed letters each renders the whole form anew. */
export async function write(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}

let router: AppRouter | undefined;

/** The whole client at an address, beside a fake server. */
export function renderApp(
  path: string,
  { as, answers }: { as?: OwnUser | undefined; answers?: Answers } = {},
): Rendered {
  const server = startFakeServer(answers);
  if (as) signIn(as);
  else signedOut();
  window.history.pushState({}, '', path);
  router?.history.destroy();
  router = createAppRouter();
  render(<App router={router} />, { wrapper: Providers });
  return { server, user: userEvent.setup({ delay: null }) };
}

/** A part of a screen that has no links, beside a fake server. */
export function renderPart(part: ReactNode, { as = userWith(), answers = {} as Answers } = {}): Rendered {
  const server = startFakeServer(answers);
  signIn(as);
  render(part, { wrapper: Providers });
  return { server, user: userEvent.setup({ delay: null }) };
}
