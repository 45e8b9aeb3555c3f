import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import FamilyShareLinksDialog from '#client/features/faces/my-photos/components/family-share-links-dialog.tsx';
import { trpc, type Utils } from '#client/lib/trpc.ts';
import type { FamilyMember } from '#server/contract/schemas/my-photos.ts';
import { sampleAnswer } from './support/fake-server.ts';
import { renderApp, renderPart, userWith } from './support/render.tsx';

const none = {
  photo_count: 0,
  kept_inside: 0,
  taken_down: 0,
  not_allowed: 0,
  not_allowed_by: [],
  hidden: 0,
  links: [],
};
const reasons: [string, object, RegExp][] = [
  ['a refusal', { kept_inside: 1 }, /may not be shown outside the club/],
  ['a request', { taken_down: 2 }, /2 photos are left out: somebody asked to hide them/],
  [
    'a club',
    { not_allowed: 2, not_allowed_by: ['TSV Waldau', null] },
    /^Ask an administrator of TSV Waldau to allow them\.$/,
  ],
  ['a hidden person', { hidden: 1 }, /is hidden in its gallery/],
  ['nobody confirmed', {}, /Nobody has confirmed /],
];

test.each(reasons)(
  'a link that would show nothing because of %s says so, and cannot be made',
  async (_, counts, text) => {
    const family = sampleAnswer('myPhotos', 'family');
    const [member] = family.members;
    const links = sampleAnswer('familyShareLinks', 'list', { ...none, ...counts });
    const { user } = renderApp('/my-photos', {
      as: userWith('member'),
      answers: {
        myPhotos: {
          family: { ...family, members: [{ ...member!, may_share: true, find: 'yes', outside: 'yes' }] },
          photos: sampleAnswer('myPhotos', 'photos', { unconfirmed: 0 }),
        },
        familyShareLinks: { list: links },
      },
    });
    await user.click(await screen.findByRole('button', { name: /^More actions for/ }));
    await user.click(await screen.findByText(/^Share/));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(text)).toBeVisible();
    expect(dialog.getByText('At the moment the link would show no photos.')).toBeVisible();
    expect(dialog.getByRole('button', { name: /Create/ })).toBeDisabled();
  },
);

test('while an answer is being applied, no reason is given that does not hold any more', async () => {
  const [sample] = sampleAnswer('myPhotos', 'family').members;
  let utils: Utils | undefined;
  const Part = () => {
    utils = trpc.useUtils();
    return <FamilyShareLinksDialog member={{ ...sample!, shown_name: 'Mia' }} onClose={() => {}} />;
  };
  const { server } = renderPart(<Part />, {
    answers: {
      myPhotos: { photos: sampleAnswer('myPhotos', 'photos', { unconfirmed: 2 }) },
      familyShareLinks: { list: sampleAnswer('familyShareLinks', 'list', none) },
    },
  });
  expect(await screen.findByText(/not confirmed yet/)).toBeVisible();
  // The photos are confirmed; what the link shows is asked for and not answered yet.
  const shown = Promise.withResolvers<object>();
  server.answer('myPhotos.photos', sampleAnswer('myPhotos', 'photos', { unconfirmed: 0 }));
  server.answer('familyShareLinks.list', () => shown.promise);
  void utils?.familyShareLinks.invalidate();
  await waitFor(() => expect(server.inputsOf('familyShareLinks.list')).toHaveLength(2));
  void utils?.myPhotos.invalidate();
  await waitFor(() => expect(screen.queryByText(/not confirmed yet/)).toBeNull());
  expect(screen.queryByText(/Nobody has confirmed /)).toBeNull();
  shown.resolve(sampleAnswer('familyShareLinks', 'list', { ...none, photo_count: 2 }));
  expect(await screen.findByText('At the moment the link shows 2 photos.')).toBeVisible();
});

const refusals: [string, Partial<FamilyMember>][] = [
  ['the club', { may_share: false, club_name: 'TSV Waldau' }],
  ['the own answer', { outside: 'no', own_outside: 'withdrawn' }],
  ['another answer', { outside: 'no', own_outside: 'yes' }],
];

test.each(refusals)('where %s stands in the way, sharing by link is not mentioned', async (_, facts) => {
  const [sample] = sampleAnswer('myPhotos', 'family').members;
  const member = { ...sample!, find: 'yes' as const, may_share: true, outside: 'yes' as const, ...facts };
  const { user } = renderApp('/my-photos', {
    as: userWith('member'),
    answers: {
      myPhotos: { family: { members: [member] } },
      familyShareLinks: { list: sampleAnswer('familyShareLinks', 'list', none) },
    },
  });
  await screen.findByText('Select photos');
  await user.click(await screen.findByRole('button', { name: /^More actions for/ }));
  await screen.findByText('Change answers');
  expect(screen.queryByText(/grandma|by link/)).toBeNull();
});

test.each([0, 1])('while the own answer stands in the way, %i links wait and can be ended', async (count) => {
  const [sample] = sampleAnswer('myPhotos', 'family').members;
  const list = sampleAnswer('familyShareLinks', 'list');
  const { user, server } = renderApp('/my-photos', {
    as: userWith('member'),
    answers: {
      myPhotos: {
        family: {
          members: [{ ...sample!, find: 'yes', may_share: true, outside: 'no', own_outside: 'withdrawn' }],
        },
      },
      familyShareLinks: {
        list: { ...list, links: list.links.slice(0, count).map((link) => ({ ...link, url: null })) },
      },
    },
  });
  await waitFor(() => expect(server.inputsOf('familyShareLinks.list')).not.toEqual([]));
  await user.click(await screen.findByRole('button', { name: /^More actions for/ }));
  if (count === 0) return expect(screen.queryByText('See or end links')).toBeNull();
  await user.click(await screen.findByText('See or end links'));
  expect(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'End link' }),
  ).toBeInTheDocument();
});

test.each(['yes', 'no'] as const)('find %s: an earlier no to outside asks nothing more', async (find) => {
  const [sample] = sampleAnswer('myPhotos', 'family').members;
  const member = { ...sample!, find, outside: 'no' as const, guard: 'unknown' as const };
  renderApp('/my-photos', {
    as: userWith('member'),
    answers: { myPhotos: { family: { members: [member] }, questions: { questions: [] } } },
  });
  await screen.findByRole('button', { name: /^More actions for/ });
  if (find === 'no') await screen.findByText(/are not found$/);
  else await screen.findByText('Select photos');
  expect(screen.queryByText(/^So that no photo of/)).toBeNull();
  expect(screen.queryByRole('link', { name: 'To My family' })).toBeNull();
});
