import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

const gallery = sampleAnswer('galleries', 'get');
const openMenu = async (edits: boolean) => {
  const { server, user } = renderApp('/gallery/id-1', {
    as: userWith('photographer'),
    answers: {
      galleries: {
        get: {
          ...gallery,
          people_count: 4,
          permissions: { ...gallery.permissions, can_edit_people: edits },
        },
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: `More actions for ${gallery.name}` }));
  await screen.findByRole('menuitem', { name: 'Download all photos', hidden: true });
  return { server, user };
};

test('editors download a gallery with the names of people', async () => {
  const { server, user } = await openMenu(true);
  await user.click(screen.getByRole('menuitem', { name: 'Download with names', hidden: true }));
  await waitFor(() =>
    expect(server.inputsOf('photos.prepareDownload')).toEqual([{ id: gallery.id, with_names: true }]),
  );
});

test('others do not', async () => {
  await openMenu(false);
  expect(screen.queryByRole('menuitem', { name: 'Download with names', hidden: true })).toBeNull();
});
