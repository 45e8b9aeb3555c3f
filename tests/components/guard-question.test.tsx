import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { FamilyPerson } from '#server/contract/schemas/family.ts';
import { type Answers, sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

const sample = sampleAnswer('family', 'mine');
type Consents = FamilyPerson['consents'];
type Current = Consents[number]['current'];
const consent = (purpose: Consents[number]['purpose'], current: Current): Consents[number] => ({
  ...{ purpose, current, own: current === 'unknown' ? null : current },
  text: { version: 'release 1', body: `Text of ${purpose}.` },
});
const person = (name: string, ...consents: Consents): FamilyPerson => ({
  ...sample.people[0]!,
  ...{ id: name, name, club_id: 'club', relation: 'child', consents },
});

const openFamily = (...people: FamilyPerson[]) => renderFamily(people);
function renderFamily(people: FamilyPerson[], answers: Answers = {}) {
  return renderApp('/family', {
    as: userWith('member'),
    answers: { family: { mine: { ...sample, people, asked: [], claims: [] } }, ...answers },
  });
}

test('the text of a question that only one of the family is asked stands once, the question with that one', async () => {
  openFamily(
    person('Ada', consent('outside', 'yes')),
    person('Mia', consent('outside', 'no'), consent('guard', 'unknown')),
  );
  expect(await screen.findAllByText('Text of guard.')).toHaveLength(1);
  expect(
    screen.getAllByRole('heading', { name: /^So that no photo of/ }).map((each) => each.textContent),
  ).toEqual([
    'So that no photo of Mia goes outside: may the club look for their face before it shares photos?',
  ]);
  expect(screen.queryByRole('list', { name: /kept inside$/ })).toBeNull();
});

test('with a yes the pictures are there, to be added and deleted', async () => {
  const { user, server } = openFamily(person('Mia', consent('outside', 'no'), consent('guard', 'yes')));
  const pictures = within(
    await screen.findByRole('list', { name: 'Pictures by which photos of Mia are kept inside' }),
  );
  expect(pictures.getAllByRole('img')).toHaveLength(1);
  expect(pictures.queryByText(/no effect yet/)).toBeNull();
  expect(pictures.getByRole('button', { name: 'Add a picture' })).toHaveAttribute('data-variant', 'default');
  await user.click(pictures.getByRole('button', { name: 'Delete picture' }));
  const question = within(await screen.findByRole('dialog'));
  expect(
    question.getByText('Photos of Mia then no longer stay inside because of this picture.'),
  ).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Delete' }));
  const { id } = sampleAnswer('myPhotos', 'guardPictures').references[0]!;
  expect(server.inputsOf('myPhotos.removeGuardPicture')).toEqual([{ id: 'Mia', reference_id: id }]);
  expect(server.inputsOf('myPhotos.removeReference')).toEqual([]);
  await user.click(pictures.getByRole('button', { name: 'Add a picture' }));
  expect(await screen.findByText(/only to keep photos of Mia inside the club\.$/)).toBeVisible();
});

test('with a yes and no picture it says that nothing happens yet, and adding one comes first', async () => {
  const pictures = sampleAnswer('myPhotos', 'guardPictures');
  renderFamily([person('Mia', consent('outside', 'no'), consent('guard', 'yes'))], {
    myPhotos: { guardPictures: { ...pictures, references: [] } },
  });
  expect(await screen.findByText('Has no effect yet: a picture is missing.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Add a picture' })).toHaveAttribute('data-variant', 'filled');
  expect(screen.queryByText(/Pictures given for finding/)).toBeNull();
});

test('where a picture was given for finding, it says that this one does not serve', async () => {
  const pictures = sampleAnswer('myPhotos', 'guardPictures');
  const [member] = sampleAnswer('myPhotos', 'family').members;
  renderFamily([person('Mia', consent('outside', 'no'), consent('guard', 'yes'))], {
    myPhotos: {
      guardPictures: { ...pictures, references: [] },
      family: { members: [{ ...member!, id: 'Mia' }] },
    },
  });
  expect(
    await screen.findByText(/^Has no effect yet.*Pictures given for finding are not used for this\.$/),
  ).toBeVisible();
});

test('a yes in force is taken back only after saying what becomes of photos that wait', async () => {
  const { user, server } = openFamily(person('Mia', consent('outside', 'no'), consent('guard', 'yes')));
  const withdraw = await screen.findByRole('button', { name: /^Withdraw my yes: So that no photo of Mia/ });
  await user.click(withdraw);
  const question = within(await screen.findByRole('dialog', { name: 'Stop looking for Mia?' }));
  expect(
    question.getByText(
      'Photos that wait for an answer because Mia may be in them then count as left out, until whoever shares them shows them. New photos are no longer looked through.',
    ),
  ).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  expect(server.inputsOf('family.answer')).toEqual([]);
  await user.click(withdraw);
  await user.click(await screen.findByRole('button', { name: 'Stop looking' }));
  expect(server.inputsOf('family.answer')).toMatchObject([{ id: 'Mia', purpose: 'guard', answer: 'no' }]);
});

test.each(['unknown', 'no'] as const)('a no where %s holds asks nothing', async (current) => {
  const guard = { ...consent('guard', current), own: null };
  const { user, server } = openFamily(person('Mia', consent('outside', 'no'), guard));
  await user.click(await screen.findByRole('button', { name: /^No: So that no photo of Mia/ }));
  expect(server.inputsOf('family.answer')).toMatchObject([{ purpose: 'guard', answer: 'no' }]);
});
