import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { FamilyPerson } from '#server/contract/schemas/family.ts';
import { sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

const family = sampleAnswer('family', 'mine');
const [member] = sampleAnswer('myPhotos', 'family').members;
const open = (purpose: FamilyPerson['consents'][number]['purpose']) => ({
  ...{ purpose, current: 'unknown' as const, own: null, text: { version: 'release 1', body: 'Text.' } },
});

afterEach(() => localStorage.removeItem('family_question_mia'));

test.each([
  [[open('find'), open('name')], 'Your answer was saved. The next question comes tomorrow.'],
  [[open('find')], 'Your answer was saved.'],
])('after one question it says whether another one comes', async (consents, says) => {
  const { user } = renderApp('/my-photos', {
    as: userWith('member'),
    answers: {
      family: {
        mine: {
          ...family,
          ...{ asked: [], claims: [] },
          people: [{ ...family.people[0]!, id: 'mia', name: 'Mia', relation: 'child', consents }],
        },
      },
      myPhotos: {
        family: { members: [{ ...member!, id: 'mia', find: 'unknown', is_self: false }] },
        photos: sampleAnswer('myPhotos', 'photos', { photos: [], total: 0 }),
        questions: { questions: [] },
      },
    },
  });
  expect(await screen.findByText(/looked for only after a yes/)).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Yes' }));
  expect(await screen.findByText(says)).toBeVisible();
});
