import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

const answer = sampleAnswer('galleryPeople', 'typedNames');
const typed = (person_id: string, name: string, ...fits: string[]) => ({
  ...answer.names[0]!,
  person_id,
  name: name as (typeof answer.names)[number]['name'],
  fits: fits.map((fit) => ({ club_person_id: `listed ${fit}`, name: fit, born_in: 2015 })),
});
const names = [
  typed('p1', 'Jonas Keller', 'Jonas Keller'),
  typed('p2', 'Lukas Brandt', 'Lukas Brandt'),
  typed('p3', 'Ida', 'Ida Kern'),
  typed('p4', 'Leo Brandt', 'Leo Brandt (2014)', 'Leo Brandt (2016)'),
];

async function open() {
  const app = renderApp('/clubs/id-1/manage?tab=people', {
    as: userWith('admin'),
    answers: { galleryPeople: { typedNames: { ...answer, names, total: 4, fitting: 4 } } },
  });
  const alert = within((await screen.findByText('Names typed in galleries')).closest('[role="alert"]')!);
  await app.user.click(alert.getByRole('button', { name: 'Look through' }));
  return { ...app, alert };
}
const link = (id: string, fit: string) => ({ id, club_person_id: `listed ${fit}`, unless_together: true });

test('a name that fits one person of the list is linked from its row, one of two of one name is not', async () => {
  const { server, user, alert } = await open();
  expect(alert.queryByRole('button', { name: /^Link Leo/ })).toBeNull();
  await user.click(alert.getByRole('button', { name: 'Link Ida to Ida Kern' }));
  await waitFor(() => expect(server.inputsOf('galleryPeople.link')).toEqual([link('p3', 'Ida Kern')]));
});

test('each case is a sentence, and a name is a question with the year of birth', async () => {
  const app = renderApp('/clubs/id-1/manage?tab=people', {
    as: userWith('admin'),
    answers: {
      galleryPeople: { typedNames: { ...answer, names, total: 5, fitting: 4, readable_until: null } },
    },
  });
  const alert = within((await screen.findByText('Names typed in galleries')).closest('[role="alert"]')!);
  const said = '4 names may mean somebody on the list. 1 name fits nobody on the list. ';
  expect(
    alert.getByText(`${said}Until you answer, only those who edit the gallery read them.`),
  ).toBeVisible();
  await app.user.click(alert.getByRole('button', { name: 'Look through' }));
  expect(alert.getByText('Is this Ida Kern, born in 2015?')).toBeVisible();
  expect(alert.getByText('Leo Brandt (2014) / Leo Brandt (2016)? Say so in the gallery.')).toBeVisible();
});

test('all whole names are linked by one press, and one undo takes it back', async () => {
  const { server, user, alert } = await open();
  await user.click(alert.getByRole('button', { name: 'Link all 2 that are on the list' }));
  await waitFor(() =>
    expect(server.inputsOf('galleryPeople.link')).toEqual([
      link('p1', 'Jonas Keller'),
      link('p2', 'Lukas Brandt'),
    ]),
  );
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.inputsOf('galleryPeople.undo')).toHaveLength(2));
});
