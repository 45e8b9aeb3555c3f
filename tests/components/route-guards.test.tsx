import { isRedirect } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { createAppRouter } from '#client/app/router.tsx';
import { signedOut } from '#client/lib/session.ts';
import type { Role } from '#server/contract/roles.ts';
import { signIn, userWith } from './support/render.tsx';

type Guard = (opened: unknown) => unknown;
const routes = Object.values(createAppRouter().routesById) as unknown as {
  fullPath: string;
  parentRoute?: (typeof routes)[number];
  options: { beforeLoad?: Guard; path?: string };
}[];

const ids = { clubId: 'id-1', eventId: 'id-1', galleryId: 'id-1', token: 'token' };
/** Nothing is known of the things in the addresses. */
const context = {};

/** Where somebody who opens an address ends: there, or where its guards send them. */
async function endsAt(route: (typeof routes)[number], address: string): Promise<string> {
  const chain: Guard[] = [];
  for (let at: typeof route | undefined = route; at; at = at.parentRoute)
    if (at.options.beforeLoad) chain.unshift(at.options.beforeLoad);
  try {
    for (const guard of chain) await guard({ location: { href: address }, search: {}, params: ids, context });
    return '';
  } catch (thrown) {
    if (!isRedirect(thrown)) throw thrown;
    const { href, to } = thrown.options as { href?: string; to?: string };
    return href ?? to ?? '';
  }
}

test('who is sent where, from every address of the route tree', async () => {
  const kinds: ('nobody' | Role)[] = ['nobody', 'member', 'photographer', 'club_admin', 'admin'];
  const lines: string[] = [];
  for (const route of routes.filter(({ options }) => options.path !== undefined)) {
    const address = route.fullPath.replace(/\$\w+/g, 'id-1');
    const sent: string[] = [];
    for (const kind of kinds) {
      if (kind === 'nobody') signedOut();
      else signIn(userWith(kind));
      const end = await endsAt(route, address);
      if (end) sent.push(`${kind} to ${end}`);
    }
    lines.push(`${route.fullPath}: ${sent.join(', ') || 'nobody is sent away'}`);
  }
  expect(lines.sort()).toMatchInlineSnapshot(`
    [
      "/$: nobody to /, member to /, photographer to /, club_admin to /, admin to /",
      "/: nobody to /login",
      "/add-photos: nobody to /login",
      "/admin/face-recognition: nobody to /login, member to /, photographer to /, club_admin to /",
      "/admin/gallery/$galleryId/manage: nobody to /login",
      "/admin/gallery/$galleryId: nobody to /login, member to /gallery/id-1, club_admin to /gallery/id-1",
      "/admin/gallery/create: nobody to /login",
      "/admin/gallery: nobody to /login, member to /, photographer to /, club_admin to /",
      "/admin/settings: nobody to /login, member to /, photographer to /, club_admin to /",
      "/admin/storage: nobody to /login, member to /, photographer to /, club_admin to /",
      "/admin: nobody to /login, member to /, photographer to /, club_admin to /",
      "/clubs/$clubId/import: nobody to /login",
      "/clubs/$clubId/manage: nobody to /login",
      "/clubs/$clubId: nobody to /login",
      "/clubs: nobody to /login",
      "/confirm-email: nobody is sent away",
      "/events/$eventId/galleries: nobody to /login",
      "/events/$eventId/manage: nobody to /login",
      "/events: nobody to /login",
      "/family: nobody to /login",
      "/forgot-password: nobody is sent away",
      "/gallery/$galleryId/deleted: nobody to /login",
      "/gallery/$galleryId/guest-photos: nobody to /login",
      "/gallery/$galleryId/takedowns: nobody to /login",
      "/gallery/$galleryId: nobody to /login",
      "/gallery/shared/$token/send: nobody is sent away",
      "/gallery/shared/$token: nobody is sent away",
      "/gallery: nobody to /login",
      "/invitation: nobody is sent away",
      "/keep-second-factor: nobody is sent away",
      "/login: member to /, photographer to /, club_admin to /, admin to /",
      "/my-clubs: nobody to /login, member to /, photographer to /",
      "/my-photos: nobody to /login",
      "/notifications: nobody to /login",
      "/profile: nobody to /login",
      "/register: member to /, photographer to /, club_admin to /, admin to /",
      "/reset-password: nobody is sent away",
      "/settings: nobody to /login",
      "/share-photos: nobody to /login",
      "/signed-in-elsewhere: nobody is sent away",
      "/unsubscribe: nobody is sent away",
      "/users: nobody to /login, member to /, photographer to /, club_admin to /",
    ]
  `);
});
