import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

const people = sampleAnswer('faces', 'people');
const person = (id: string, name: string) => ({ ...people.faces[0]!, id, name, shown_name: name });
const nothingAsked = {
  suggestions: sampleAnswer('galleryPeople', 'suggestions', { suggestions: [], more: false }),
  matchQuestions: sampleAnswer('galleryPeople', 'matchQuestions', { questions: [], more: false }),
};

async function openPeople(answers: Answers, opener: string) {
  const { user } = renderApp('/gallery/id-1', { as: userWith('photographer'), answers });
  await user.click(await screen.findByRole('button', { name: opener }));
  const dialog = within(await screen.findByRole('dialog', { name: 'People in this gallery' }));
  return dialog;
}

test('more questions than are asked at once are counted as such', async () => {
  const suggestions = Array.from({ length: 20 }, (_, index) => ({
    ...sampleAnswer('galleryPeople', 'suggestions').suggestions[0]!,
    first: person(`first-${index}`, ''),
    second: person(`second-${index}`, ''),
  }));
  const dialog = await openPeople(
    {
      galleryPeople: {
        ...nothingAsked,
        suggestions: { ...nothingAsked.suggestions, suggestions, more: true },
      },
    },
    '20+ open questions',
  );
  expect(await dialog.findByRole('tab', { name: /^Questions/ })).toHaveTextContent('20+');
  await waitFor(() => expect(dialog.getByText('19+ more questions')).toBeVisible());
});
