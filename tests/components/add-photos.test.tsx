import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

/** A picture without camera data, in a folder. */
function photoIn(folder: string): File {
  const file = new File(['no picture'], 'IMG_1.jpg', { type: 'image/jpeg' });
  Object.defineProperty(file, 'webkitRelativePath', { value: `${folder}/IMG_1.jpg` });
  return file;
}

test('the date in the name of the folder is that of the event, and the page says whence it is', async () => {
  const event = sampleAnswer('events', 'get', { name: 'U15 Cup', event_date: '2099-11-21' });
  const { user, server } = renderApp('/add-photos', {
    as: userWith('photographer'),
    answers: { events: { list: sampleAnswer('events', 'list', { events: [] }), get: event } },
  });
  await user.upload(await screen.findByTestId('upload-folder'), [photoIn('2099-11-21 U15 Cup')]);
  await waitFor(() =>
    expect(server.inputsOf('events.create')).toEqual([
      expect.objectContaining({ name: 'U15 Cup', event_date: '2099-11-21' }),
    ]),
  );
  expect(await screen.findByLabelText('Event date')).toHaveAccessibleDescription("From the folder's name.");
  expect(screen.queryByRole('status', { name: 'Saved' })).toBeNull();
  const name = screen.getByLabelText('Name of the gallery');
  await user.clear(name);
  await user.type(name, 'Cup{Enter}');
  expect(await screen.findByRole('status', { name: 'Saved' })).toBeInTheDocument();
});

test.each([
  ['Add to it', 0],
  ['New gallery', 1],
])('where the event has a gallery of that name, "%s" is asked for', async (answer, made) => {
  const event = sampleAnswer('events', 'get', { name: 'U15 Cup', event_date: '2099-11-21' });
  const gallery = sampleAnswer('galleries', 'get', { id: 'there', name: 'U15 Cup' });
  const { user, server } = renderApp('/add-photos', {
    as: userWith('photographer'),
    answers: {
      events: { list: sampleAnswer('events', 'list', { events: [event] }), get: event },
      galleries: { list: sampleAnswer('galleries', 'list', { galleries: [gallery] }), get: gallery },
    },
  });
  await user.upload(await screen.findByTestId('upload-folder'), [photoIn('2099-11-21 U15 Cup edited')]);
  expect(await screen.findByText(/Your gallery “U15 Cup” is of that day, too/)).toBeVisible();
  expect(server.inputsOf('galleries.create')).toEqual([]);
  await user.click(screen.getByRole('button', { name: answer }));
  expect(await screen.findByLabelText('Name of the gallery')).toBeVisible();
  expect(server.inputsOf('galleries.create')).toHaveLength(made);
  expect(server.inputsOf('events.create')).toEqual([]);
});

test.each([
  ['Home match', 0],
  ['No, another match', 1],
])('where another match is on that day, "%s" says whose photos they are', async (answer, made) => {
  const event = sampleAnswer('events', 'get', { id: 'there', name: 'Home match', event_date: '2099-11-21' });
  const { user, server } = renderApp('/add-photos', {
    as: userWith('photographer'),
    answers: {
      events: { list: sampleAnswer('events', 'list', { events: [event] }), get: event },
      galleries: { list: sampleAnswer('galleries', 'list', { galleries: [] }) },
    },
  });
  await user.upload(await screen.findByTestId('upload-folder'), [photoIn('2099-11-21 U15 Cup')]);
  expect(await screen.findByText(/^There is a match on that day already/)).toBeVisible();
  expect(server.inputsOf('events.create')).toEqual([]);
  await user.click(screen.getByRole('button', { name: answer }));
  expect(await screen.findByLabelText('Name of the gallery')).toBeVisible();
  expect(server.inputsOf('events.create')).toHaveLength(made);
  expect(server.inputsOf('galleries.create')).toEqual([expect.objectContaining({ name: 'U15 Cup' })]);
});
