import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { toast } from '#client/lib/toast.ts';
import { renderApp, userWith } from './support/render.tsx';

const query = window.matchMedia;
afterEach(() => {
  vi.stubGlobal('matchMedia', query);
});

test.each([
  ['on a phone one toast is shown at a time', true],
  ['elsewhere toasts stand above each other', false],
])('%s, and an undo is not lost', async (_what, isPhone) => {
  vi.stubGlobal('matchMedia', (text: string) =>
    text === '(max-width: 48em)' ? { ...query(text), matches: isPhone } : query(text),
  );
  const { user } = renderApp('/my-photos', { as: userWith('member') });
  await screen.findByRole('heading', { name: 'My photos', level: 1 });
  const undo = vi.fn();
  toast.info('Still sending');
  toast.success('The photo is gone', { label: 'Undo', run: undo });
  toast.success('Everything is sent');
  expect(await screen.findByText('Everything is sent')).toBeVisible();
  expect(screen.queryAllByText(/^(Still sending|The photo is gone)$/)).toHaveLength(isPhone ? 0 : 2);
  await user.click(screen.getAllByRole('button', { name: 'Close' }).at(-1)!);
  await waitFor(() => expect(screen.queryByText('Everything is sent')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(undo).toHaveBeenCalledOnce();
  expect(screen.queryAllByText('Still sending')).toHaveLength(isPhone ? 0 : 1);
});
