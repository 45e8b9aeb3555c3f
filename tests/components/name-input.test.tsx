import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

const people = sampleAnswer('faces', 'people');
const unnamed = { ...people.faces[0]!, id: 'p1', name: '', shown_name: '', number: 7, club_people: [] };
const listed = sampleAnswer('galleryPeople', 'clubPeople').people[0]!;
const onList = (id: string, name: string) => ({ ...listed, id, name, fits: true, picture: null });
const leos = [onList('older', 'Leo Brandt (2014)'), onList('younger', 'Leo Brandt (2016)')];
type Known = NonNullable<Answers['galleryPeople']>['clubPeople'];

async function openField(clubPeople: Known, person = unnamed) {
  const app = renderApp('/gallery/id-1?person=p1', {
    as: userWith('photographer'),
    answers: {
      faces: { people: { faces: [person] } },
      galleryPeople: {
        suggestions: sampleAnswer('galleryPeople', 'suggestions', { suggestions: [], total: 0, more: false }),
        matchQuestions: sampleAnswer('galleryPeople', 'matchQuestions', { questions: [], more: false }),
        clubPeople,
      },
    },
  });
  await app.user.click(await screen.findByRole('button', { name: /^(Name Person 7|Rename )/ }));
  return { ...app, field: screen.getByRole('combobox', { name: /^Name of / }) };
}

/** The field of a face in the viewer, of a photo whose file names it. */
async function openNamedByFile(name_in_file: string, clubPeople: Known) {
  const [photo] = sampleAnswer('photos', 'list').photos;
  const [face] = sampleAnswer('faces', 'ofPhoto').faces;
  const app = renderApp(`/gallery/id-1?photo=${photo!.id}`, {
    as: userWith('photographer'),
    answers: {
      photos: { list: sampleAnswer('photos', 'list', { photos: [photo!], total: 1 }) },
      faces: {
        people: { faces: [unnamed] },
        ofPhoto: { faces: [{ ...face!, person_id: 'p1', name_in_file }], total: 1 },
      },
      galleryPeople: { clubPeople },
    },
  });
  const [first] = await screen.findAllByRole('button', { name: /^Name Person 7/ });
  await app.user.click(first!);
  return app;
}
const answer = (names: typeof leos) => sampleAnswer('galleryPeople', 'clubPeople', { people: names });
/** They have no place in a simulated page, and so count as hidden. */
const offered = async () => {
  await screen.findByText('Leo Brandt (2014)');
  return screen.getAllByRole('option', { hidden: true });
};
const linked = (club_person_id: string) => [{ id: 'p1', club_person_id, unless_together: true }];

test('people of the list are offered, and Enter takes the first', async () => {
  const { server, user, field } = await openField(answer(leos));
  await user.type(field, 'Leo');
  const options = await offered();
  expect(options.map((option) => option.textContent)).toEqual([
    'Leo Brandt (2014)',
    'Leo Brandt (2016)',
    'New name: Leo',
  ]);
  expect(field).toHaveAttribute('aria-activedescendant', options[0]!.id);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(server.inputsOf('galleryPeople.link')).toEqual(linked('older')));
});

test('the name as it is typed is the last choice', async () => {
  const { server, user, field } = await openField(answer(leos));
  await user.type(field, 'Leo');
  await offered();
  await user.keyboard('{ArrowUp}{Enter}');
  await waitFor(() =>
    expect(server.inputsOf('galleryPeople.rename')).toEqual([{ id: 'p1', name: 'Leo', seen_name: '' }]),
  );
  expect(server.inputsOf('galleryPeople.link')).toEqual([]);
});

test('Enter before the list has answered takes nobody unseen', async () => {
  const { server, user, field } = await openField(answer(leos));
  await user.type(field, 'Leo{Enter}');
  expect(await offered()).toHaveLength(3);
  expect(server.inputsOf('galleryPeople.link')).toEqual([]);
  expect(server.inputsOf('galleryPeople.rename')).toEqual([]);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(server.inputsOf('galleryPeople.link')).toEqual(linked('older')));
});

test('the one of exactly this name is linked, and whoever goes elsewhere is offered nobody', async () => {
  const { server, user, field } = await openField(answer([onList('ida', 'Ida Kern')]));
  await user.type(field, 'Ida Kern{Enter}');
  await waitFor(() => expect(server.inputsOf('galleryPeople.link')).toEqual(linked('ida')));
  await user.click(await screen.findByRole('button', { name: /^Name Person 7/ }));
  await user.type(screen.getByRole('combobox', { name: 'Name of Person 7' }), 'Ida');
  await user.click(document.body);
  await waitFor(() =>
    expect(server.inputsOf('galleryPeople.rename')).toEqual([{ id: 'p1', name: 'Ida', seen_name: '' }]),
  );
});

test('a name that nobody on the list has is saved at once', async () => {
  const { server, user, field } = await openField(answer([]));
  await user.type(field, 'Tom{Enter}');
  await waitFor(() =>
    expect(server.inputsOf('galleryPeople.rename')).toEqual([{ id: 'p1', name: 'Tom', seen_name: '' }]),
  );
});

test('whom the file names is offered in the photo, and linked where the list has that name', async () => {
  const { server, user } = await openNamedByFile('Leo Brandt (2014)', answer(leos));
  await user.click(await screen.findByRole('option', { name: /Leo Brandt/, hidden: true }));
  await waitFor(() => expect(server.inputsOf('galleryPeople.link')).toEqual(linked('older')));
  expect(server.inputsOf('galleryPeople.rename')).toEqual([]);
});

test('whom the file names is taken by nobody who only presses Enter, and is a name where no list has it', async () => {
  const { server, user } = await openNamedByFile('Mia Berg', answer([]));
  const option = await screen.findByRole('option', { name: 'Mia Berg The file says so', hidden: true });
  await user.keyboard('{Enter}');
  expect(server.inputsOf('galleryPeople.rename')).toEqual([]);
  await user.click((await screen.findAllByRole('button', { name: /^Name Person 7/ }))[0]!);
  await user.click(await screen.findByRole('option', { name: /Mia Berg/, hidden: true }));
  await waitFor(() =>
    expect(server.inputsOf('galleryPeople.rename')).toEqual([{ id: 'p1', name: 'Mia Berg', seen_name: '' }]),
  );
  expect(option).not.toBeInTheDocument();
});

async function openHeld(name: string, names: typeof leos) {
  const held = { ...unnamed, name: name as typeof unnamed.name, shown_name: name as typeof unnamed.name };
  const app = await openField(answer(names), { ...held, name_is_held: true });
  await screen.findAllByRole('option', { hidden: true });
  return app;
}

test('a name typed before the list offers whom it means as soon as it is pressed, and Enter links', async () => {
  const { server, user } = await openHeld('Ida Kern', [onList('ida', 'Ida Kern')]);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(server.inputsOf('galleryPeople.link')).toEqual(linked('ida')));
  expect(server.inputsOf('galleryPeople.rename')).toEqual([]);
});

test('of two whom it means Enter takes nobody', async () => {
  const { server, user } = await openHeld('Leo Brandt', leos);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryAllByRole('option', { hidden: true })).toEqual([]));
  expect(server.inputsOf('galleryPeople.link')).toEqual([]);
  expect(server.inputsOf('galleryPeople.rename')).toEqual([]);
});
