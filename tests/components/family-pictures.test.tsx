import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

const sample = sampleAnswer('family', 'mine');
const [member] = sampleAnswer('myPhotos', 'family').members;
const [picture] = member!.references;

/** Mia, who may be found, with so many pictures. */
const openFamily = (pictures: number) =>
  renderApp('/family', {
    as: userWith('member'),
    answers: {
      family: {
        mine: {
          ...sample,
          asked: [],
          claims: [],
          people: [
            {
              ...sample.people[0]!,
              ...{ id: 'mia', name: 'Mia' },
              consents: [
                {
                  purpose: 'find',
                  current: 'yes',
                  own: 'yes',
                  text: { version: 'release 1', body: 'Text.' },
                },
              ],
            },
          ],
        },
      },
      myPhotos: {
        family: {
          members: [
            {
              ...member!,
              id: 'mia',
              references: Array.from({ length: pictures }, (_, index) => ({
                ...picture!,
                id: String(index),
              })),
            },
          ],
        },
      },
    },
  });

test('with the yes to being found the way to the first picture is there', async () => {
  openFamily(0);
  expect(await screen.findByRole('link', { name: 'Find Mia by a picture' })).toHaveAttribute(
    'href',
    '/my-photos?tab=mia',
  );
});

test.each([
  [1, 'Your answer was saved. 1 picture was deleted.'],
  [2, 'Your answer was saved. 2 pictures were deleted.'],
])('withdrawing that yes says that the pictures are deleted (%i)', async (count, says) => {
  const { user } = openFamily(count);
  const withdraw = await screen.findByRole('button', { name: /^Withdraw my yes/ });
  expect(screen.queryByRole('link', { name: 'Find Mia by a picture' })).toBeNull();
  await user.click(withdraw);
  expect(await screen.findByText(says)).toBeVisible();
});
