import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

/** The viewer, open at one photo of a child. */
async function openPhoto({ may_share }: { may_share: boolean }) {
  const [member] = sampleAnswer('myPhotos', 'family').members;
  const photos = sampleAnswer('myPhotos', 'photos');
  const { user } = renderApp(`/my-photos?photo=${photos.photos[0]!.id}`, {
    as: userWith('member'),
    answers: { myPhotos: { family: { members: [{ ...member!, may_share, find: 'yes' }] }, photos } },
  });
  return { user, photo: photos.photos[0]!, share: await screen.findByRole('button', { name: 'Share' }) };
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

test('one photo of a child goes to the share sheet as a file, whatever the club says about links', async () => {
  const shared = withShareSheet();
  const { user, photo, share } = await openPhoto({ may_share: false });
  const answered = globalThis.fetch;
  vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) =>
    call[0] === `/api/photos/${photo.id}/download` ? new Response('bytes') : answered(...call),
  );
  expect(screen.queryByRole('link', { name: 'Save the photo' })).toBeNull();
  await user.click(share);
  await vi.waitFor(() => expect(shared.map(({ name }) => name)).toEqual([photo.filename]));
});

test('without a share sheet, the photo can be saved, and the links of the family open in place of the viewer', async () => {
  const { user, photo, share } = await openPhoto({ may_share: true });
  const save = screen.getByRole('link', { name: 'Save the photo' });
  expect(save.getAttribute('href')).toBe(`/api/photos/${photo.id}/download?size=large&download=1`);
  await user.click(share);
  expect(await screen.findByRole('dialog', { name: /^Share photos of/ })).toBeVisible();
  expect(screen.queryByRole('dialog', { name: 'Photo viewer' })).toBeNull();
});

test('without a share sheet, a club that allows no links is named as the reason', async () => {
  const { user, share } = await openPhoto({ may_share: false });
  await user.click(share);
  expect(await screen.findByText(/does not let families share by link yet/)).toBeVisible();
});
