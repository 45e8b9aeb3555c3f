import { screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

/** The viewer, open at one photo of a child that the club's editors linked, or did not. */
async function openPhoto({ may_share, can_reject = true }: { may_share: boolean; can_reject?: boolean }) {
  const [member] = sampleAnswer('myPhotos', 'family').members;
  const [first] = sampleAnswer('myPhotos', 'photos').photos;
  const photos = ['a', 'b', 'c'].map((id) => ({ ...first!, id, can_reject }));
  const child = { ...member!, is_self: false, first_name: 'Mia', name: 'Mia Berg', references: [] };
  const { user, server } = renderApp(`/my-photos?photo=${photos[0]!.id}`, {
    as: userWith('member'),
    answers: {
      myPhotos: {
        family: { members: [{ ...child, may_share, find: 'yes', outside: 'yes' }] },
        photos: sampleAnswer('myPhotos', 'photos', { photos, total: 3 }),
        reject: { decision_id: 'd' },
      },
    },
  });
  return {
    user,
    server,
    photo: photos[0]!,
    save: await screen.findByRole('link', { name: 'Save the photo' }),
  };
}

/** The share sheet of a phone, and the files it was given. */
function withShareSheet(): File[] {
  const shared: File[] = [];
  Object.assign(navigator, {
    canShare: () => true,
    share: async ({ files }: { files: File[] }) => void shared.push(...files),
  });
  return shared;
}

afterEach(() => {
  Object.assign(navigator, { canShare: undefined, share: undefined });
  for (const name of ['canShare', 'share']) Reflect.deleteProperty(navigator, name);
});

const byLink = () => screen.queryByRole('button', { name: 'Share photos of Mia' });

test('one photo of a child is saved, and goes to the share sheet as a file, whatever the club says about links', async () => {
  const shared = withShareSheet();
  const { user, photo, save } = await openPhoto({ may_share: false });
  expect(save.getAttribute('href')).toBe(`/api/photos/${photo.id}/download?size=large&download=1`);
  const answered = globalThis.fetch;
  vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) =>
    call[0] === `/api/photos/${photo.id}/download` ? new Response('bytes') : answered(...call),
  );
  expect(byLink()).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Share the photo' }));
  await vi.waitFor(() => expect(shared.map(({ name }) => name)).toEqual([photo.filename]));
});

test('without a share sheet, the links to all photos of the child open in place of the viewer', async () => {
  const { user } = await openPhoto({ may_share: true });
  expect(screen.queryByRole('button', { name: 'Share the photo' })).toBeNull();
  await user.click(byLink()!);
  expect(await screen.findByRole('dialog', { name: /^Share photos of/ })).toBeVisible();
  expect(screen.queryByRole('dialog', { name: 'Photo viewer' })).toBeNull();
});

test('a club that allows no links is named once, on the page, and the viewer offers none', async () => {
  await openPhoto({ may_share: false });
  expect(byLink()).toBeNull();
});

test('"not Mia" asks whether it is this photo or all of the person, and takes one away with an undo', async () => {
  const { user, server } = await openPhoto({ may_share: false });
  await user.click(screen.getByRole('button', { name: 'Not Mia' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Not Mia' }));
  expect(dialog.getByRole('button', { name: 'All 3 photos of this person' })).toBeVisible();
  expect(server.inputsOf('myPhotos.answer')).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Only this photo' }));
  expect(await screen.findByText('This photo: not Mia.')).toBeVisible();
  expect(server.inputsOf('myPhotos.reject')).toMatchObject([{ photo_id: 'a' }]);
  expect(server.inputsOf('myPhotos.answer')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Undone.')).toBeVisible();
  expect(server.inputsOf('myPhotos.takeBackRejection')).toMatchObject([{ decision_id: 'd' }]);
});

test('about a person that nobody linked to the child, the answer counts for all photos and says so', async () => {
  const { user, server } = await openPhoto({ may_share: false, can_reject: false });
  await user.click(screen.getByRole('button', { name: 'Not Mia' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Not Mia' }));
  expect(dialog.getByText('Your answer counts for all 3 photos of this person')).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Only this photo' })).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'All 3 photos of this person' }));
  await vi.waitFor(() => expect(server.inputsOf('myPhotos.answer')).toMatchObject([{ answer: 'no' }]));
});

test('My photos begins with the photos: no picture is asked for, and the tabs have numbers', async () => {
  const [member] = sampleAnswer('myPhotos', 'family').members;
  const members = ['Mia', 'Ben'].map((name) => ({
    ...member!,
    ...{ id: name, is_self: false, name, first_name: name, find: 'yes' as const, references: [] },
  }));
  const found = sampleAnswer('myPhotos', 'photos');
  renderApp('/my-photos', {
    as: userWith('member'),
    answers: {
      myPhotos: {
        family: { members },
        photos: ({ id }: { id: string }) =>
          id === 'Mia' ? { ...found, total: 8 } : { ...found, photos: [], total: 0 },
      },
    },
  });
  expect(await screen.findByRole('tab', { name: /^Mia 8/ })).toBeVisible();
  expect(screen.getByRole('tab', { name: /^Ben/ })).toBeVisible();
  await screen.findByText('Select photos');
  expect(screen.queryByText(/Add a picture|Find by a picture/)).toBeNull();
});
