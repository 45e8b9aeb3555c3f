import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ClubPerson } from '#server/contract/schemas/club-people.ts';
import type { PaperConsent } from '#server/contract/schemas/family.ts';
import { sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

async function openPerson(about: Partial<ClubPerson>, papers: Partial<PaperConsent>[] = []) {
  const sample = sampleAnswer('clubs', 'get');
  const club = { ...sample, permissions: { ...sample.permissions, can_manage_people: true } };
  const [first] = sampleAnswer('clubPeople', 'list').people;
  const guardians = [{ name: 'Petra Adler', state: 'confirmed' as const }];
  const person = { ...first!, born_on: '2018-01-01', guardians, ...about };
  const [paper] = sampleAnswer('guardians', 'paperConsents').papers;
  const paperConsents = {
    papers: papers.map((each, i) => ({ ...paper!, id: `p${i}`, valid_until: null, ...each })),
  };
  const { user, server } = renderApp(`/clubs/${club.id}/manage?tab=people`, {
    as: userWith('admin'),
    answers: {
      clubs: { get: club },
      clubPeople: { list: { people: [person], total: 1 } },
      guardians: { paperConsent: { ok: true }, removePaper: { ok: true }, paperConsents },
    },
  });
  await user.click(await screen.findByRole('button', { name: `Guardians and consent of ${person.name}` }));
  const dialog = within(await screen.findByRole('dialog', { name: person.name }));
  return { user, server, club, person, dialog };
}

const consents = { find: 'yes', name: 'no', outside: 'no', guard: 'unknown' } as const;
const said_at = '2026-11-28T06:20:00.000Z';

test('the answers of one paper stand together, and a mistyped one is removed with what follows', async () => {
  const { user, server, club, person, dialog } = await openPerson({ consents }, [
    { id: 'f', purpose: 'find', answer: 'yes', said_at, note: 'Folder 3', without: 'yes' },
    { id: 'n', purpose: 'name', answer: 'no', said_at, note: 'Folder 3', without: 'unknown' },
    { id: 'o', purpose: 'outside', answer: 'withdrawn', said_at, note: 'Folder 3', without: 'yes' },
  ]);
  expect(await dialog.findAllByText('Folder 3')).toHaveLength(1);
  const ask = async (name: string) => {
    await user.click(dialog.getByRole('button', { name: `Remove ${name}` }));
    return within(await screen.findByRole('dialog', { name: `Remove “${name}”?` }));
  };
  const same = await ask('Finding photos: yes');
  expect(same.getByText('Without this entry the answer is yes.')).toBeInTheDocument();
  await user.click(same.getByRole('button', { name: 'Cancel' }));
  const none = await ask('Showing the name: no');
  expect(none.getByText('Nobody has answered then. The family is told.')).toBeInTheDocument();
  await user.click(none.getByRole('button', { name: 'Cancel' }));
  expect(server.inputsOf('guardians.removePaper')).toEqual([]);
  const other = await ask('Showing photos outside the club: no');
  expect(
    other.getByText(
      'Without this entry the answer is yes. Photos may then be shown outside the club. The family is told.',
    ),
  ).toBeInTheDocument();
  await user.click(other.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('The entry was removed.')).toBeVisible();
  expect(server.inputsOf('guardians.removePaper')).toEqual([
    { id: club.id, club_person_id: person.id, consent_id: 'o' },
  ]);
});

test('a no says whether it is on paper or from the family, and of the family no name', async () => {
  const { dialog, person } = await openPerson({ consents }, [
    { purpose: 'name', answer: 'no' },
    { purpose: 'outside', answer: 'yes' },
  ]);
  const rowOf = async (purpose: string) =>
    (await dialog.findByRole('radiogroup', { name: purpose })).closest('li')!.textContent;
  expect(await rowOf('Showing the name')).toContain('on paper; the strictest answer counts');
  const outside = await rowOf('Showing photos outside the club');
  expect(outside).toContain('from the family; the strictest answer counts');
  for (const { name } of person.guardians) expect(outside).not.toContain(name);
  expect(await rowOf('Finding photos')).not.toContain('counts');
});

test('with an account of their own, people are told that their own yes is needed', async () => {
  const unanswered = { ...consents, outside: 'unknown' } as const;
  const { dialog } = await openPerson({ consents: unanswered, born_on: '2000-01-01', user_id: 'u' }, [
    { purpose: 'outside', answer: 'yes' },
  ]);
  expect(await dialog.findByText('from 18 on only their own yes counts')).toBeVisible();
  expect(dialog.getByText('from 14 on their own yes is needed too')).toBeVisible();
});

test('one paper is one entry: what it answers, with one note, and then the form is clean', async () => {
  const { user, server, club, person, dialog } = await openPerson({
    consents: { find: 'yes', name: 'no', outside: 'unknown', guard: 'unknown' },
  });
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
  await say('So that no photo goes outside', 'Yes');
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
  expect(dialog.getAllByRole('radio', { name: 'Unchanged', checked: true })).toHaveLength(4);
});
