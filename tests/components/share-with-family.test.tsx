import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

const family = sampleAnswer('myPhotos', 'family');
const [member] = family.members;
const [link] = sampleAnswer('familyShareLinks', 'list').links;

test.each([
  ['not offered without a photo', 0, [], 0],
  ['offered with photos', 3, [], 1],
  ['left to its links without a photo', 0, [link!], 0],
])('sharing with the family is %s', async (_what, total, links, offers) => {
  const { user } = renderApp('/my-photos', {
    as: userWith('member'),
    answers: {
      myPhotos: {
        family: {
          ...family,
          members: [{ ...member!, may_share: true, find: 'yes', outside: 'yes' }],
        },
        photos: sampleAnswer('myPhotos', 'photos', { total }),
      },
      familyShareLinks: { list: sampleAnswer('familyShareLinks', 'list', { links }) },
    },
  });
  if (total > 0) await screen.findByText('Select photos');
  await user.click(await screen.findByRole('button', { name: /^More actions for/ }));
  await screen.findByText('Change answers');
  if (offers > 0) expect(screen.getByText(/Share with/)).toBeInTheDocument();
  else expect(screen.queryByText(/Share with/)).toBeNull();
  if (links.length > 0) expect(screen.getByText('See or end links')).toBeInTheDocument();
});

test.each([0, 3])('with %i photos, what is rarely needed stands in a menu', async (total) => {
  const person = { ...sampleAnswer('myPhotos', 'answeredNo').people[0]!, photo_count: 2 };
  const { user } = renderApp('/my-photos', {
    as: userWith('member'),
    answers: {
      myPhotos: {
        family: { ...family, members: [{ ...member!, find: 'yes', outside: 'yes' }] },
        photos: sampleAnswer('myPhotos', 'photos', { total }),
        answeredNo: { people: [person], total: 1 },
      },
    },
  });
  const name = member!.first_name;
  const pictures = `Pictures by which ${name} is found`;
  const no = `1 answer “Not ${name}”`;
  const open = async (item: string) => {
    await user.click(await screen.findByRole('button', { name: `More actions for ${name}` }));
    await user.click(await screen.findByText(item));
  };
  if (total > 0) await screen.findByText('Select photos');
  for (const shown of [pictures, no, `Change answers: ${name}`])
    expect(screen.queryByLabelText(shown) ?? screen.queryByText(shown)).toBeNull();
  await open(pictures);
  const dialog = within(await screen.findByRole('dialog', { name: pictures }));
  await user.click(dialog.getByRole('button', { name: 'Add a picture' }));
  expect(await screen.findByRole('dialog', { name: `A picture of ${name}` })).toBeVisible();
  await user.keyboard('{Escape}');
  await open(no);
  expect(await screen.findByRole('dialog', { name: `Not ${name}` })).toBeInTheDocument();
});
