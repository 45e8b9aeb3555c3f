import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { watchSession } from '#client/lib/session.ts';
import { clearTokens } from '#client/lib/token-storage.ts';
import { renderApp, signInElsewhere, userWith } from './support/render.tsx';

const anna = userWith('member', {
  id: 'anna',
  first_name: 'Anna',
  last_name: 'Berg',
  full_name: 'Anna Berg',
});
const ben = userWith('member', { id: 'ben', full_name: 'Ben Tal' });
const name = () => screen.findByRole('textbox', { name: /^Full name/ });

beforeAll(watchSession);

async function typeAsAnna() {
  const { server, user } = renderApp('/profile', { as: anna });
  await user.clear(await name());
  await user.type(await name(), 'Annegret');
  return { server, user };
}

/** How a page hears of what another tab did; the last is none of them, where only a call can tell. */
const ways: Record<string, () => unknown> = {
  'out of the memory of the browser': () =>
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })),
  'by a change of the stored token': () =>
    window.dispatchEvent(Object.assign(new Event('storage'), { key: 'access_token' })),
  'by coming to the front': () => fireEvent(document, new Event('visibilitychange')),
  'by nothing but its own next call': () => fireEvent.click(screen.getByRole('button', { name: 'Save' })),
};

for (const [way, hear] of Object.entries(ways)) {
  test(`a page that hears ${way} that another user signed in shows theirs and sends nothing typed before`, async () => {
    const { server } = await typeAsAnna();
    signInElsewhere(ben);
    const before = server.calls.length;
    hear();
    await waitFor(async () => expect(await name()).toHaveValue('Ben Tal'));
    expect(screen.getByText(/now belongs to Ben Tal/)).toBeVisible();
    expect(document.body.textContent).not.toContain('Berg');
    expect(server.calls.slice(before).filter(({ isQuery }) => !isQuery)).toEqual([]);
    expect(new Set(server.calls.slice(before).map(({ by }) => by))).toEqual(new Set(['ben']));
  });

  test(`a page that hears ${way} that the same user signed in anew keeps what was typed`, async () => {
    await typeAsAnna();
    signInElsewhere(anna);
    hear();
    await new Promise((done) => setTimeout(done, 50));
    expect(await name()).toHaveValue('Annegret');
  });
}

test('a page that comes back out of the memory of the browser after signing out asks to sign in', async () => {
  await typeAsAnna();
  clearTokens();
  ways['out of the memory of the browser']?.();
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
});
