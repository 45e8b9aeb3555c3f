/** @module-tag long */
import { act, screen } from '@testing-library/react';
import type { Root } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { startFakeServer } from '../support/fake-server.ts';
import { tokenOf, userWith } from '../support/render.tsx';

const roots: Root[] = [];
vi.mock('react-dom/client', async (load) => {
  const module = await load<typeof import('react-dom/client')>();
  const createRoot: typeof module.createRoot = (...input) => {
    const root = module.createRoot(...input);
    roots.push(root);
    return root;
  };
  return { ...module, createRoot };
});

/** The client of an earlier visit would answer to the address of the next one. */
const leave = () =>
  act(async () => {
    for (const root of roots.splice(0)) root.unmount();
  });

const blocked = (): never => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

/** A storage of which every method throws, as where there is no room or its files are broken. */
const broken = new Proxy({}, { get: () => blocked, ownKeys: blocked, set: blocked });

/** Every place in which a browser keeps data of a site, and how it may refuse. */
const places: [object, string][] = [
  [globalThis, 'localStorage'],
  [globalThis, 'sessionStorage'],
  [globalThis, 'indexedDB'],
  [globalThis, 'caches'],
  [globalThis, 'BroadcastChannel'],
  [navigator, 'serviceWorker'],
  [navigator, 'locks'],
  [navigator, 'storage'],
];
const refusals = { blocked: { get: blocked }, broken: { get: () => broken } };

let restore: (() => void)[] = [];

function refuse(place: object, name: string, how: PropertyDescriptor): void {
  const before = Object.getOwnPropertyDescriptor(place, name);
  Object.defineProperty(place, name, { ...how, configurable: true });
  restore.push(() => {
    Reflect.deleteProperty(place, name);
    if (before) Object.defineProperty(place, name, before);
  });
}

/** The page loads afresh, with all of its modules. */
async function visit(path: string): Promise<void> {
  await leave();
  vi.resetModules();
  vi.stubEnv('PROD', true);
  window.history.pushState({}, '', path);
  document.body.innerHTML = '<div id="root">Still loading</div>';
  await import('#client/main.tsx');
}

afterEach(async () => {
  await leave();
  for (const undo of restore.reverse()) undo();
  restore = [];
  vi.unstubAllEnvs();
  document.body.innerHTML = '';
});

for (const [how, descriptor] of Object.entries(refusals))
  test(`a share link opens where all data of the site are ${how}, and signing in says what it needs`, async () => {
    startFakeServer();
    for (const [place, name] of places) refuse(place, name, descriptor);
    await visit('/gallery/shared/some-link');
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('name 1');
    await visit('/login');
    expect(await screen.findByText(/blocks site data/)).toBeVisible();
  });

/** Signs in and out again on the page that is open, and says what is left of the session. */
async function signInAndOut() {
  const anna = userWith();
  const { signedIn, signedOut, getSession } = await import('#client/lib/session.ts');
  const { readTokens } = await import('#client/lib/token-storage.ts');
  signedIn({ access_token: tokenOf(anna), refresh_token: 'refresh', user: anna });
  expect(await screen.findByRole('heading', { name: /^Hello/ })).toBeVisible();
  signedOut();
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
  return { ...getSession(), ...readTokens() };
}

const nothing = { status: 'out', user: null, access: null, refresh: null };

for (const [place, name] of places)
  test(`the first visit and the sign-out work where ${name} is blocked`, async () => {
    startFakeServer();
    refuse(place, name, refusals.blocked);
    await visit('/login');
    expect(await signInAndOut()).toMatchObject(nothing);
  });

test('the sign-out works where any of the places breaks after the first visit', async () => {
  startFakeServer();
  await visit('/login');
  for (const [place, name] of places) {
    refuse(place, name, refusals.broken);
    expect(await signInAndOut(), name).toMatchObject(nothing);
    restore.pop()?.();
  }
});
