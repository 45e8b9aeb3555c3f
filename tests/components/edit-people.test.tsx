import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, Failure, sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

const people = sampleAnswer('faces', 'people');
const person = (id: string, name: string) => ({ ...people.faces[0]!, id, name, shown_name: name });
const nothingAsked = {
  suggestions: sampleAnswer('galleryPeople', 'suggestions', { suggestions: [], total: 0, more: false }),
  matchQuestions: sampleAnswer('galleryPeople', 'matchQuestions', { questions: [], more: false }),
};

async function openPeople(answers: Answers, opener: string) {
  const { user } = renderApp('/gallery/id-1', { as: userWith('photographer'), answers });
  await user.click(await screen.findByRole('button', { name: opener }));
  const dialog = within(await screen.findByRole('dialog', { name: 'People in this gallery' }));
  return dialog;
}

test('those questions that wait are counted, too, so that the number falls', async () => {
  const suggestions = Array.from({ length: 20 }, (_, index) => ({
    ...sampleAnswer('galleryPeople', 'suggestions').suggestions[0]!,
    first: person(`first-${index}`, ''),
    second: person(`second-${index}`, ''),
  }));
  const dialog = await openPeople(
    {
      galleryPeople: {
        ...nothingAsked,
        suggestions: { ...nothingAsked.suggestions, suggestions, total: 63, more: true },
      },
    },
    '63 open questions',
  );
  expect(screen.getByText('63', { selector: 'main *' })).toBeInTheDocument();
  expect(await dialog.findByRole('tab', { name: /^Questions/ })).toHaveTextContent('63');
  expect(await dialog.findByText('62 more questions')).toBeVisible();
});

test('the number of questions falls with each answer, also where sorting makes new ones of it', async () => {
  let round = 0;
  const asked = (from: number) => {
    const suggestions = Array.from({ length: 5 }, (_, index) => ({
      ...sampleAnswer('galleryPeople', 'suggestions').suggestions[0]!,
      first: person(`first-${from + index}`, `Anna ${from + index}`),
      second: person(`second-${from + index}`, ''),
      or_else: null,
    }));
    return { suggestions, total: suggestions.length, more: false };
  };
  const dialog = await openPeople(
    {
      galleryPeople: {
        ...nothingAsked,
        // One is answered, a new one comes.
        suggestions: () => asked(round),
        keepApart: () => {
          round += 1;
          return { person_id: 'p1', decision_id: 'd1' };
        },
      },
    },
    '5 open questions',
  );
  for (const left of [5, 4, 3]) {
    await waitFor(() =>
      expect(dialog.getByRole('tab', { name: /^Questions/ })).toHaveTextContent(String(left)),
    );
    expect(await dialog.findByText(`Anna ${5 - left}`)).toBeInTheDocument();
    expect(dialog.getByText(`${left - 1} more questions`)).toBeInTheDocument();
    dialog.getByRole('button', { name: 'No, two people' }).click();
  }
});

test('ten questions are asked, the surest first; the rest can wait, and comes when it is asked for', async () => {
  const suggestions = Array.from({ length: 12 }, (_, index) => ({
    ...sampleAnswer('galleryPeople', 'suggestions').suggestions[0]!,
    first: person(`first-${index}`, `Anna ${index}`),
    second: person(`second-${index}`, ''),
    or_else: null,
    distance: 1 - index / 100,
  }));
  const dialog = await openPeople(
    {
      galleryPeople: {
        ...nothingAsked,
        suggestions: { ...nothingAsked.suggestions, suggestions, total: suggestions.length },
      },
    },
    '12 open questions',
  );
  for (let left = 9; left >= 0; left -= 1) {
    expect(await dialog.findByText(`Anna ${left}`)).toBeInTheDocument();
    expect(dialog.getByText(`${left + 2} more questions`)).toBeInTheDocument();
    expect(dialog.getByRole('tab', { name: /^Questions/ })).toHaveTextContent(String(left + 3));
    dialog.getByRole('button', { name: 'Not sure' }).click();
  }
  expect(await dialog.findByText('The rest can wait')).toBeVisible();
  expect(dialog.getByText(/ 2 are left\.$/)).toBeVisible();
  dialog.getByRole('button', { name: 'More questions' }).click();
  expect(await dialog.findByText('Anna 11')).toBeInTheDocument();
});

test('who of the club somebody is, is asked beside a face of theirs, where there is one', async () => {
  const sample = sampleAnswer('galleryPeople', 'matchQuestions').questions[0]!;
  const question = (id: string, name: string, picture: typeof sample.picture) => ({
    ...sample,
    person_id: id,
    person: { ...person(id, ''), display_name: 'Person 5', number: 5 },
    club_person_id: name,
    name,
    said_by_family: true,
    or_else: null,
    picture,
  });
  const dialog = await openPeople(
    {
      galleryPeople: {
        ...nothingAsked,
        matchQuestions: {
          questions: [question('p1', 'Mia Berg', sample.picture), question('p2', 'Leo Berg', null)],
          more: false,
        },
      },
    },
    '2 open questions',
  );
  const mia = within(await dialog.findByRole('region', { name: 'Is this Mia Berg?' }));
  expect(mia.getAllByRole('figure').map(({ textContent }) => textContent)).toEqual(['Person 5', 'Mia Berg']);
  expect(mia.getByText('The family says so.')).toBeInTheDocument();
  mia.getByRole('button', { name: 'Not sure' }).click();
  const leo = within(await dialog.findByRole('region', { name: 'Is this Leo Berg?' }));
  expect(leo.getAllByRole('figure').map(({ textContent }) => textContent)).toEqual(['The family says so.']);
});

test('two siblings who look alike are both named; neither declines both, and can be undone', async () => {
  const sample = sampleAnswer('galleryPeople', 'matchQuestions').questions[0]!;
  const question = {
    ...sample,
    person_id: 'p1',
    person: person('p1', ''),
    club_person_id: 'mia',
    name: 'Mia Berg',
    said_by_family: false,
    or_else: { club_person_id: 'lina', name: 'Lina Berg', picture: null },
  };
  const declined: unknown[] = [];
  const takenBack: unknown[] = [];
  const dialog = await openPeople(
    {
      galleryPeople: {
        ...nothingAsked,
        matchQuestions: { questions: [question], more: false },
        declineLink: (input: unknown) => {
          declined.push(input);
          return { ok: true };
        },
        takeBackDeclinedLink: (input: unknown) => {
          takenBack.push(input);
          return { ok: true };
        },
      },
    },
    '1 open question',
  );
  const asked = within(await dialog.findByRole('region', { name: 'Mia Berg or Lina Berg?' }));
  expect(asked.getByRole('status')).toBeEmptyDOMElement();
  const answers = asked.getAllByRole('button').map((button) => button.textContent);
  expect(answers).toEqual(expect.arrayContaining(['Mia Berg', 'Lina Berg', 'Neither', 'Not sure']));
  asked.getByRole('button', { name: 'Neither' }).click();
  const ids = (calls: unknown[]) => calls.map((call) => (call as { club_person_id: string }).club_person_id);
  await waitFor(() => expect(ids(declined)).toEqual(['mia', 'lina']));
  const note = await screen.findByText('Noted: this is not Mia Berg, Lina Berg');
  expect(note).toBeInTheDocument();
  (await screen.findByRole('button', { name: 'Undo' })).click();
  await waitFor(() => expect(ids(takenBack)).toEqual(['mia', 'lina']));
});

test('two siblings one of whom somebody may be stand side by side; neither keeps both apart, and can be undone', async () => {
  const question = {
    ...sampleAnswer('galleryPeople', 'suggestions').suggestions[0]!,
    first: person('p1', ''),
    second: person('mia', 'Mia Berg'),
    or_else: person('lina', 'Lina Berg'),
  };
  const merged: unknown[] = [];
  const apart: unknown[] = [];
  const undone: unknown[] = [];
  const dialog = await openPeople(
    {
      galleryPeople: {
        ...nothingAsked,
        suggestions: { suggestions: [question], total: 1, more: false },
        merge: (input: unknown) => {
          merged.push(input);
          return { person_id: 'lina', decision_id: 'd0' };
        },
        keepApart: (input: unknown) => {
          apart.push(input);
          return { person_id: 'p1', decision_id: `d${apart.length}` };
        },
        undo: (input: unknown) => {
          undone.push(input);
          return { ok: true };
        },
      },
    },
    '1 open question',
  );
  const asked = within(await dialog.findByRole('region', { name: 'Mia Berg or Lina Berg?' }));
  expect(asked.getAllByRole('figure')).toHaveLength(3);
  asked.getByRole('button', { name: 'Neither' }).click();
  await waitFor(() =>
    expect(apart).toEqual([
      { first_id: 'p1', second_id: 'mia' },
      { first_id: 'p1', second_id: 'lina' },
    ]),
  );
  (await screen.findByRole('button', { name: 'Undo' })).click();
  await waitFor(() => expect(undone).toEqual([{ id: 'd2' }, { id: 'd1' }]));
  (await dialog.findByRole('button', { name: 'Lina Berg' })).click();
  await waitFor(() =>
    expect(merged).toEqual([{ id: 'lina', person_ids: ['p1'], as_answer: true, or_else: 'mia' }]),
  );
});

test('a question nobody is sure about makes room for the next, and is asked another time', async () => {
  const suggestions = ['first', 'second'].map((id) => ({
    ...sampleAnswer('galleryPeople', 'suggestions').suggestions[0]!,
    first: person(`${id}-a`, `Anna ${id}`),
    second: person(`${id}-b`, ''),
  }));
  const dialog = await openPeople(
    {
      galleryPeople: {
        ...nothingAsked,
        suggestions: { ...nothingAsked.suggestions, suggestions, total: suggestions.length },
      },
    },
    '2 open questions',
  );
  expect(await dialog.findByText('Anna first')).toBeInTheDocument();
  dialog.getByRole('button', { name: 'Not sure' }).click();
  expect(await dialog.findByText('Anna second')).toBeInTheDocument();
  expect(dialog.queryByText('Anna first')).toBeNull();
});

test('somebody named in a gallery is put on the list of its club, and is this one', async () => {
  const listed = { id: 'lina', name: 'Lina Maria Berg' };
  const { server, user } = renderApp('/gallery/id-1?person=p1', {
    as: userWith('admin'),
    answers: {
      faces: { people: { ...people, faces: [{ ...person('p1', listed.name), club_people: [] }] } },
      galleryPeople: {
        ...nothingAsked,
        clubPeople: sampleAnswer('galleryPeople', 'clubPeople', {
          any: false,
          adds_to: [{ id: 'club-1', name: 'TSV Waldau' }],
          people: [],
        }),
      },
      clubPeople: {
        create: sampleAnswer('clubPeople', 'create', listed),
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Add to the people of TSV Waldau' }));
  await waitFor(() =>
    expect(server.inputsOf('galleryPeople.link')).toEqual([
      { id: 'p1', club_person_id: 'lina', unless_together: true },
    ]),
  );
  expect(server.inputsOf('clubPeople.create')).toEqual([
    { id: 'club-1', first_name: 'Lina', last_name: 'Maria Berg' },
  ]);
});

test.each([
  [1, 'This is Mia Bergmann on the list'],
  [2, undefined],
  [0, 'This name is nobody of the club'],
])('a name typed before the list, which %i of it fit, offers %s', async (fitting, offered) => {
  const listed = ['Mia Bergmann', 'Mia Berger'].map((name) => ({
    ...{ id: name, name, club_id: 'club-1', club_name: 'TSV Waldau', fits: true, picture: null },
  }));
  const { server, user } = renderApp('/gallery/id-1?person=p1', {
    as: userWith('admin'),
    answers: {
      faces: {
        people: { ...people, faces: [{ ...person('p1', 'Mia'), name_is_held: true, club_people: [] }] },
      },
      galleryPeople: {
        ...nothingAsked,
        clubPeople: sampleAnswer('galleryPeople', 'clubPeople', {
          any: true,
          adds_to: [{ id: 'club-1', name: 'TSV Waldau' }],
          people: listed.slice(0, fitting),
        }),
      },
    },
  });
  await screen.findByRole('button', { name: 'Faces and more' });
  const offers = { name: /on the list|nobody of the club/ };
  if (!offered) {
    await waitFor(() => expect(server.inputsOf('galleryPeople.clubPeople')).not.toEqual([]));
    return expect(screen.queryByRole('button', offers)).toBeNull();
  }
  const offer = await screen.findByRole('button', offers);
  expect(offer.textContent?.replaceAll(/[\u2066-\u2069]/g, '')).toBe(offered);
  await user.click(offer);
  if (fitting === 1)
    await waitFor(() =>
      expect(server.inputsOf('galleryPeople.link')).toMatchObject([
        { id: 'p1', club_person_id: 'Mia Bergmann' },
      ]),
    );
});

test('two chosen people are told apart, three are not', async () => {
  const apart: unknown[] = [];
  const dialog = await openPeople(
    {
      faces: {
        people: {
          ...people,
          faces: ['Mia', 'Lina', 'Tom'].map((name) => ({ ...person(name, name), is_hidden: false })),
        },
      },
      galleryPeople: {
        ...nothingAsked,
        keepApart: (input: unknown) => {
          apart.push(input);
          return { person_id: 'Mia', decision_id: 'd1' };
        },
      },
    },
    'Edit people',
  );
  for (const name of ['Mia', 'Lina', 'Tom'])
    (await dialog.findByRole('checkbox', { name: `Choose ${name}` })).click();
  await dialog.findByText('3 people chosen');
  expect(dialog.queryByRole('button', { name: 'Two people' })).toBeNull();
  dialog.getByRole('checkbox', { name: 'Choose Tom' }).click();
  (await dialog.findByRole('button', { name: 'Two people' })).click();
  await waitFor(() => expect(apart).toEqual([{ first_id: 'Mia', second_id: 'Lina' }]));
  expect(await screen.findByText('They stay two people.')).toBeVisible();
});

test('whoever is put together with somebody on the same photo is asked about first, and stays apart by a no', async () => {
  const merges: unknown[] = [];
  const dialog = await openPeople(
    {
      faces: {
        people: {
          ...people,
          faces: ['Mia', 'Lina'].map((name) => ({ ...person(name, ''), is_hidden: false })),
        },
      },
      galleryPeople: {
        ...nothingAsked,
        merge: (input: { unless_together: boolean }) => {
          merges.push(input);
          return input.unless_together
            ? new Failure('people_together', 409, { photos: 2 })
            : { person_id: 'Mia', decision_id: 'd1' };
        },
      },
    },
    'Edit people',
  );
  for (const box of await dialog.findAllByRole('checkbox', { name: /^Choose/ })) box.click();
  const put = async (answer: string) => {
    (await dialog.findByRole('button', { name: 'Same person' })).click();
    const asked = within(await screen.findByRole('dialog', { name: 'Both are on 2 photos' }));
    asked.getByRole('button', { name: answer }).click();
  };
  await put('Cancel');
  expect(merges).toMatchObject([{ unless_together: true }]);
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Both are on 2 photos' })).toBeNull());
  await put('One person all the same');
  await waitFor(() => expect(merges[2]).toEqual({ id: 'Mia', person_ids: ['Lina'], unless_together: false }));
  expect(await screen.findByText('2 people are now one.')).toBeVisible();
});

test('questions that were all skipped are counted, and can be shown again', async () => {
  const [suggestion] = sampleAnswer('galleryPeople', 'suggestions').suggestions;
  const suggestions = ['a', 'b'].map((id) => ({
    ...suggestion!,
    first: person(`first-${id}`, ''),
    second: person(`second-${id}`, ''),
    or_else: null,
  }));
  const { user } = renderApp('/gallery/id-1', {
    as: userWith('photographer'),
    answers: {
      galleryPeople: {
        ...nothingAsked,
        suggestions: { ...nothingAsked.suggestions, suggestions, total: suggestions.length },
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: '2 open questions' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'People in this gallery' }));
  await user.click(await dialog.findByRole('button', { name: 'Not sure' }));
  await user.click(await dialog.findByRole('button', { name: 'Not sure' }));
  expect(await dialog.findByText('You skipped 2 questions')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Show again' }));
  expect(await dialog.findByRole('button', { name: 'Not sure' })).toBeVisible();
});
