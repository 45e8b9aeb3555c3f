import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

const sample = sampleAnswer('recognition', 'previewSettings');
const person = (id: string, shown_name: string, photo_count: number) => ({
  ...sampleAnswer('faces', 'people').faces[0]!,
  id,
  name: '',
  shown_name,
  photo_count,
});
const pair = (first: string, second: string, by_one_photo: boolean) => ({
  first: person(first, first, 2),
  second: person(second, second, 5),
  by_one_photo,
});

test('the console names look-alikes, and one tap puts a pair together that one photo keeps apart', async () => {
  const merged: unknown[] = [];
  const { user } = renderApp('/admin/face-recognition', {
    as: userWith('admin'),
    answers: {
      recognition: {
        previewSettings: {
          ...sample,
          look_alikes: {
            total: 5,
            by_one_photo: 1,
            pairs: [pair('Ada', 'Ben', true), pair('Cleo', 'Dan', false)],
          },
        },
      },
      galleryPeople: {
        merge: (input: unknown) => {
          merged.push(input);
          return { person_id: 'Ben', decision_id: 'd1' };
        },
      },
    },
  });
  const panel = within(await screen.findByRole('complementary', { name: 'Preview on a real gallery' }));
  await user.click(panel.getByRole('textbox', { name: 'Gallery' }));
  await user.click((await screen.findAllByRole('option', { hidden: true })).at(-1)!);
  expect(await panel.findByText('Look-alikes: Ada and Ben, Cleo and Dan, and 3 more pairs.')).toBeVisible();
  expect(panel.getByText('Kept apart by one photo alone: 1 pair')).toBeVisible();
  expect(panel.getAllByRole('button', { name: /one person$/ })).toHaveLength(1);
  await user.click(panel.getByRole('button', { name: 'Ada and Ben: one person' }));
  await waitFor(() => expect(merged).toEqual([{ id: 'Ben', person_ids: ['Ada'] }]));
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeInTheDocument();
});
