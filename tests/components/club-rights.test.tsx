import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

const club = sampleAnswer('clubs', 'get');
const [link] = sampleAnswer('shareLinks', 'ofClub').links;
const rights = sampleAnswer('clubRights', 'list');
const open = (list: typeof rights) =>
  renderApp(`/clubs/${club.id}/manage?tab=rights`, {
    as: userWith('admin'),
    answers: {
      clubs: { get: club },
      clubRights: { list },
      shareLinks: { ofClub: { links: [{ ...link!, name: '', gallery_name: 'U13 vs Nord' }] } },
    },
  });

test('the tab with links alone says so, and a link without a name says its gallery', async () => {
  open({ ...rights, rights: [], total: 0 });
  expect(await screen.findByRole('tab', { name: 'Share links' })).toBeVisible();
  expect((await screen.findAllByText('U13 vs Nord')).length).toBe(2);
});

test('with rights of people who are no members it is named by them', async () => {
  open({ ...rights, total: rights.rights.length });
  expect(await screen.findByRole('tab', { name: 'Rights of others' })).toBeVisible();
});
