import { screen, waitFor } from '@testing-library/react';
import { type MouseEvent, useState } from 'react';
import { expect, test } from 'vitest';
import { trpc } from '#client/lib/trpc.ts';
import { sampleAnswer } from './support/fake-server.ts';
import { renderApp, renderPart, userWith } from './support/render.tsx';

let downloads = 0;
const onDownload = (event: MouseEvent) => {
  event.preventDefault();
  downloads += 1;
};

function Buttons() {
  const [page, setPage] = useState(0);
  const [opened, setOpened] = useState(false);
  const join = trpc.clubs.join.useMutation();
  return (
    <>
      <output aria-label="Page">{page}</output>
      <button type="button" onClick={() => setPage(page + 1)}>
        Next page
      </button>
      <button type="button" onClick={() => join.mutate({ id: 'id-1' })}>
        Send
      </button>
      {!opened && (
        <button type="button" onClick={() => setOpened(true)}>
          Open
        </button>
      )}
      <button type="button" onClick={() => setPage(0)} onPointerDown={() => setPage(0)}>
        Below
      </button>
      <a href="/photo.jpg" download onClick={onDownload}>
        Save
      </a>
    </>
  );
}

test('a double click sends once and hits nothing else, but turns two pages', async () => {
  const { user, server } = renderPart(<Buttons />);
  await user.dblClick(screen.getByRole('button', { name: 'Send' }));
  await user.dblClick(screen.getByRole('link', { name: 'Save' }));
  expect(downloads).toBe(1);
  await user.dblClick(screen.getByRole('button', { name: 'Next page' }));
  // The second click hits what came to the place of the button.
  await user.pointer([
    { target: screen.getByRole('button', { name: 'Open' }), keys: '[MouseLeft]' },
    { target: screen.getByRole('button', { name: 'Below' }), keys: '[MouseLeft]' },
  ]);
  expect(screen.queryByRole('button', { name: 'Open' })).toBeNull();
  expect(screen.getByRole('status', { name: 'Page' })).toHaveTextContent('2');
  await waitFor(() => expect(server.inputsOf('clubs.join')).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(server.inputsOf('clubs.join')).toHaveLength(2));
});

test('a request for membership is accepted once', async () => {
  const sample = sampleAnswer('clubs', 'get');
  const club = { ...sample, permissions: { ...sample.permissions, can_edit: true } };
  const { user, server } = renderApp(`/clubs/${club.id}/manage?tab=requests`, {
    as: userWith('admin'),
    answers: { clubs: { get: club } },
  });
  await user.dblClick(await screen.findByRole('button', { name: /^Approve the request of/ }));
  expect(await screen.findByText(/is now a member/)).toBeVisible();
  expect(server.inputsOf('clubs.approve')).toHaveLength(1);
});
