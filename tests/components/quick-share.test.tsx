import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ShareLink } from '#server/contract/schemas/share-links.ts';
import { sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

const [sample] = sampleAnswer('shareLinks', 'list').links;

async function openLink(link: Partial<ShareLink>) {
  const links = [{ ...sample!, scope: 'gallery' as const, status: 'active' as const, ...link }];
  const { user } = renderApp('/gallery/id-1', {
    as: userWith('photographer'),
    answers: { shareLinks: { list: { links, asked: [] } } },
  });
  await user.click(await screen.findByRole('button', { name: 'Share' }));
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Share links' })) };
}

test('setting a password and a last day begins in the field', async () => {
  const { user, dialog } = await openLink({ has_password: false, expires_at: null });
  await user.click(await dialog.findByRole('button', { name: 'set a last day' }));
  expect(dialog.getByLabelText('Last day')).toHaveFocus();
  await user.click(dialog.getByRole('button', { name: 'set a password' }));
  const links = within(await screen.findByRole('dialog', { name: 'Share links' }));
  await waitFor(() => expect(links.getByLabelText('Password')).toHaveFocus());
});

test('a link that shows nothing says so', async () => {
  const { dialog } = await openLink({ has_password: true, photo_count: 0 });
  expect(await dialog.findByText('At the moment this link shows no photos.')).toBeVisible();
});

test('the options of a first link keep the last day that the dialog promises', async () => {
  const { user } = renderApp('/gallery/id-1', {
    as: userWith('photographer'),
    answers: { shareLinks: { list: { links: [], asked: [] } } },
  });
  await user.click(await screen.findByRole('button', { name: 'Share' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Share links' }));
  const promise = await dialog.findByText(/until/);
  await user.click(dialog.getByRole('button', { name: 'Options' }));
  const day = (await dialog.findByLabelText<HTMLInputElement>(/Valid until/)).value;
  expect(day).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  expect(promise.textContent).toContain(String(Number(day.slice(8))));
});

test('another link is offered with a last day, too', async () => {
  const { user, dialog } = await openLink({});
  await user.click(await dialog.findByRole('button', { name: 'Another link' }));
  expect((await dialog.findByLabelText<HTMLInputElement>(/Valid until/)).value).toMatch(
    /^\d{4}-\d{2}-\d{2}$/,
  );
});

test('the figures of a link add up to the photos of the gallery', async () => {
  const links = [
    {
      ...sample!,
      scope: 'gallery' as const,
      status: 'active' as const,
      photo_count: 28,
      kept_inside: 6,
      has_password: false,
    },
  ];
  const { user } = renderApp('/gallery/id-1', {
    as: userWith('photographer'),
    answers: {
      shareLinks: { list: { links, asked: [] } },
      galleries: { get: sampleAnswer('galleries', 'get', { photo_count: 36 }) },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Share' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Share links' }));
  expect(await dialog.findByText(/sees 28 of the 36 photos/)).toBeVisible();
  expect(dialog.getByText(/^6 photos left out/)).toBeVisible();
  expect(dialog.getByText(/^2 other photos are hidden/)).toBeVisible();
});
