import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

const family = sampleAnswer('myPhotos', 'family');
const [member] = family.members;
const [link] = sampleAnswer('familyShareLinks', 'list').links;

test.each([
  ['not offered without a photo', 0, [], 0],
  ['offered with photos', 3, [], 1],
  ['offered while there is a link', 0, [link!], 1],
])('sharing with the family is %s', async (_what, total, links, offers) => {
  renderApp('/my-photos', {
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
  await screen.findByRole('link', { name: /Change answers/ });
  if (offers > 0) expect(await screen.findByRole('button', { name: /Share with/ })).toBeVisible();
  else {
    await screen.findByText('Select photos');
    expect(screen.queryByRole('button', { name: /Share with/ })).toBeNull();
  }
});
