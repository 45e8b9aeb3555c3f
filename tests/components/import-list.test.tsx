import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ImportPurpose, PlannedLine } from '#server/contract/schemas/member-imports.ts';
import { sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

const sample = sampleAnswer('memberImports', 'preview');
const line = (number: number, first_name: string, fields: Partial<PlannedLine> = {}): PlannedLine => ({
  ...{ line: number, first_name, last_name: 'Roth', email: null, email_left_out: null },
  ...{ born_on: null, birth_unread: false },
  ...{ role: 'member', state: 'new', reason: null, match: null },
  ...fields,
});
const previewOf = (lines: PlannedLine[], purpose: ImportPurpose) => {
  const count = (state: PlannedLine['state']) => lines.filter((each) => each.state === state).length;
  const counts = { new: count('new'), present: count('present'), possible_duplicate: 0, faulty: 0 };
  return {
    ...{ ...sample, purpose, lines, people: { new: counts.new, present: counts.present } },
    counts: { ...counts, invitations: counts.new, mails: 0 },
  };
};
const choose = async (address: string, lines: PlannedLine[], guessed: ImportPurpose = 'invite') => {
  const sampleClub = sampleAnswer('clubs', 'get');
  const club = { ...sampleClub, permissions: { ...sampleClub.permissions, can_manage_members: true } };
  const shown = renderApp(`/clubs/${club.id}/import${address}`, {
    as: userWith('admin'),
    answers: { clubs: { get: club }, memberImports: { preview: previewOf(lines, guessed) } },
  });
  await screen.findByRole('button', { name: 'Sample: members' });
  const file = new File(['First name,Last name\nAnna,Roth\n'], 'list.csv', { type: 'text/csv' });
  await shown.user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, file);
  return shown;
};
const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);

test('from the list of people nobody is invited at first, and each line says whether its person is there', async () => {
  const there = line(3, 'Ben', { state: 'present', reason: 'is_listed' });
  const { server } = await choose('?only=people', [line(2, 'Anna'), there]);
  expect(await screen.findByRole('button', { name: 'Put 1 person on the list of people' })).toBeEnabled();
  expect(screen.getAllByRole('radio').map((each) => each.closest('div')?.parentElement?.textContent)).toEqual(
    [
      'List children, and invite a guardian of each',
      'List members, and invite them',
      'Only invite members',
      'Only list people, and invite nobody',
    ],
  );
  expect(screen.getByRole('radio', { name: /^Only list people/ })).toBeChecked();
  expect(server.inputsOf('memberImports.preview')).toMatchObject([{ purpose: 'list' }]);
  const row = within(screen.getByRole('row', { name: /Ben Roth/ }));
  expect(row.getByText('Already here')).toBeVisible();
  expect(row.getByText('Is on the list of people.')).toBeVisible();
  expect(screen.queryByText('Same person?')).toBeNull();
});

test('a list of children is to invite guardians at first, and other purposes can be chosen', async () => {
  const { user, server } = await choose('', [line(2, 'Anna'), line(3, 'Ben')], 'invite_guardians');
  const invite = await screen.findByRole('button', { name: 'Invite 2 guardians' });
  expect(screen.getByRole('radio', { name: /^List children/ })).toBeChecked();
  expect(headers()).toEqual(['Line', 'Name', 'Preview']);
  await user.click(screen.getByRole('radio', { name: /^Only invite members/ }));
  expect(await screen.findByRole('button', { name: 'Invite 2 people' })).toBeEnabled();
  await user.click(screen.getByRole('radio', { name: /^List children/ }));
  await waitFor(() => expect(invite).toBeEnabled());
  await user.click(screen.getByRole('button', { name: 'Invite 2 guardians' }));
  expect(server.inputsOf('memberImports.preview')[0]).not.toHaveProperty('purpose');
  expect(server.inputsOf('memberImports.create')).toMatchObject([{ purpose: 'invite_guardians' }]);
});

test('where some are photographers, a column says who', async () => {
  await choose('', [line(2, 'Anna'), line(3, 'Ben', { role: 'photographer' })]);
  expect(await screen.findByRole('button', { name: 'Invite 2 people' })).toBeEnabled();
  expect(headers()).toEqual(['Line', 'Name', 'Role', 'Preview']);
});

test('cells copied from a table are read as a list', async () => {
  const sampleClub = sampleAnswer('clubs', 'get');
  const club = { ...sampleClub, permissions: { ...sampleClub.permissions, can_manage_members: true } };
  const { user, server } = renderApp(`/clubs/${club.id}/import`, {
    as: userWith('admin'),
    answers: { clubs: { get: club }, memberImports: { preview: previewOf([line(2, 'Anna')], 'invite') } },
  });
  await user.click(await screen.findByRole('textbox', { name: 'Or paste the cells of a table here' }));
  await user.paste('Vorname\tNachname\nJörg\tRoth');
  await user.click(screen.getByRole('button', { name: 'Read the list' }));
  expect(await screen.findByText('Pasted list')).toBeVisible();
  expect(screen.getByText(/^This was guessed from the list/)).toBeVisible();
  expect(document.querySelector('main')).not.toHaveTextContent('file');
  await waitFor(() => expect(server.inputsOf('memberImports.preview')).toHaveLength(1));
  const [{ file }] = server.inputsOf('memberImports.preview') as [{ file: string }];
  expect(Buffer.from(file, 'base64').toString()).toBe('Vorname\tNachname\nJörg\tRoth');
  await user.click(screen.getByRole('button', { name: 'Another list' }));
  expect(screen.getByRole('textbox', { name: 'Or paste the cells of a table here' })).toHaveValue('');
});

test('a file that only says it is of Excel is not sent', async () => {
  const { user, server } = await choose('', [line(2, 'Anna')]);
  await screen.findByText('list.csv');
  const before = server.inputsOf('memberImports.preview').length;
  const file = new File(['Vorname;Nachname'], 'list.xlsx');
  await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, file);
  expect(await screen.findByRole('alert')).toHaveTextContent('The file could not be read');
  expect(server.inputsOf('memberImports.preview')).toHaveLength(before);
});

test('addresses that are not used are seen: those of a line, and a column of them', async () => {
  const lines = [
    line(2, 'Anna', { email: 'mum@x.example' }),
    line(2, 'Anna', { email: 'dad@x.example', email_left_out: 'kein' }),
  ];
  const { user, server } = await choose('', lines);
  server.answer('memberImports.preview', {
    ...previewOf(lines, 'list'),
    columns: [
      { header: 'Vorname', meaning: 'first_name', samples: ['Anna'] },
      { header: 'Kontakt', meaning: 'ignored', samples: ['kein', 'dad@x.example'] },
      { header: 'Ort', meaning: 'ignored', samples: ['Bonn'] },
    ],
  });
  await user.click(await screen.findByRole('radio', { name: /^Only list people/ }));
  expect(await screen.findByText('Addresses stand here, and are not used.')).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Kontakt' })).toBeInTheDocument();
  expect(screen.queryByRole('combobox', { name: 'Ort' })).toBeNull();
  expect(screen.getByText('Not used as an address: kein')).toBeVisible();
  expect(screen.getAllByRole('row')).toHaveLength(3);
});
