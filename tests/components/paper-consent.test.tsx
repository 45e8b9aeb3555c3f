import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

test('one paper is one entry: what it answers, with one note, and then the form is clean', async () => {
  const sample = sampleAnswer('clubs', 'get');
  const club = { ...sample, permissions: { ...sample.permissions, can_manage_people: true } };
  const [first] = sampleAnswer('clubPeople', 'list').people;
  const consents = { find: 'yes', name: 'no', outside: 'unknown', guard: 'unknown' } as const;
  const person = { ...first!, consents };
  const { user, server } = renderApp(`/clubs/${club.id}/manage?tab=people`, {
    as: userWith('admin'),
    answers: {
      clubs: { get: club },
      clubPeople: { list: { people: [person], total: 1 } },
      guardians: { paperConsent: { ok: true } },
    },
  });
  await user.click(await screen.findByRole('button', { name: `Guardians and consent of ${person.name}` }));
  const dialog = within(await screen.findByRole('dialog', { name: person.name }));
  const rowOf = async (purpose: string) =>
    within((await dialog.findByRole('radiogroup', { name: purpose })).closest('li')!);
  expect((await rowOf('Finding photos')).getByText('yes')).toBeVisible();
  expect((await rowOf('Showing the name')).getByText('no')).toBeVisible();
  const save = dialog.getByRole('button', { name: 'Save' });
  expect(save).toBeDisabled();
  const say = async (purpose: string, answer: string) =>
    user.click((await rowOf(purpose)).getByRole('radio', { name: answer }));
  await say('Showing the name', 'Yes');
  await say('Showing photos outside the club', 'No');
  await say('Search before photos go out', 'Yes');
  await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'Folder 3');
  await user.click(save);
  expect(server.inputsOf('guardians.paperConsent')).toEqual([
    {
      ...{ id: club.id, club_person_id: person.id, language: 'en', note: 'Folder 3', valid_until: null },
      answers: [
        { purpose: 'name', answer: 'yes' },
        { purpose: 'outside', answer: 'no' },
        { purpose: 'guard', answer: 'yes' },
      ],
    },
  ]);
  expect(await screen.findByText('The signed form was entered.')).toBeVisible();
  expect(dialog.getByRole('textbox', { name: 'Note' })).toHaveValue('');
  expect(dialog.getAllByRole('radio', { name: 'Not answered', checked: true })).toHaveLength(4);
});
