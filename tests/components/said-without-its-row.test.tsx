/** What a press did is said, also where the button is gone before the answer is here: what is gone is not called back by `mutate`. */
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { sampleAnswer } from './support/fake-server.ts';
import { type Rendered, renderApp, userWith } from './support/render.tsx';

const sample = sampleAnswer('family', 'mine');
const mia = {
  ...sample.people[0]!,
  ...{ id: 'mia', name: 'Mia', relation: 'child' as const, guardianship_id: 'g', erasure_asked_at: null },
  consents: [],
};

let answer = () => {};
beforeEach(() => {
  answer = () => {};
});
/** An answer that comes when somebody says so. */
const late = () =>
  new Promise<{ ok: true }>((resolve) => {
    answer = () => resolve({ ok: true });
  });
/** To another page, as what is told live may take the row away; then the answer comes. */
async function leaveAndAnswer({ user }: Rendered): Promise<void> {
  await user.click(screen.getAllByRole('link', { name: 'Events' })[0]!);
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Events'));
  answer();
}
async function confirm({ user }: Rendered, name: string): Promise<void> {
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

const openFamily = (call: 'leave' | 'withdrawClaim', mine: Partial<typeof sample>) =>
  renderApp('/family', {
    as: userWith('member'),
    answers: {
      family: {
        mine: { ...sample, people: [], asked: [], claims: [], ...mine },
        [call]: late,
      },
    },
  });

test('who no longer answers for somebody', async () => {
  const page = openFamily('leave', { people: [mia] });
  await page.user.click(await screen.findByRole('button', { name: 'I am not the guardian of Mia' }));
  await confirm(page, 'No longer answer');
  await leaveAndAnswer(page);
  expect(await screen.findByText('You no longer answer for Mia.')).toBeVisible();
});

test('who is no guardian', async () => {
  const page = openFamily('leave', { asked: [{ ...sample.asked[0]!, name: 'Mia' }] });
  await page.user.click(await screen.findByRole('button', { name: 'No' }));
  await confirm(page, 'I am not the guardian');
  await leaveAndAnswer(page);
  expect(await screen.findByText('The club knows that you are not a guardian of Mia.')).toBeVisible();
});

test('what was claimed and is taken back', async () => {
  const page = openFamily('withdrawClaim', { claims: [{ ...sample.claims[0]!, name: 'Mia' }] });
  await page.user.click(await screen.findByRole('button', { name: 'Withdraw this: Mia' }));
  await leaveAndAnswer(page);
  expect(await screen.findByText('Taken back.')).toBeVisible();
});

test('that a photo is shown again', async () => {
  const takedowns = sampleAnswer('takedowns', 'ofGallery');
  const one = {
    ...takedowns.takedowns[0]!,
    ...{ id: 'one', hides: true, together: 1, cause: null, decided: null, asked_by: null, share_link: null },
  };
  const page = renderApp('/gallery/id-1/takedowns', {
    as: userWith('photographer'),
    answers: { takedowns: { ofGallery: { ...takedowns, takedowns: [one] }, decide: late } },
  });
  await page.user.click(await screen.findByRole('button', { name: 'Show it again' }));
  await leaveAndAnswer(page);
  expect(await screen.findByText('The photo is shown again.')).toBeVisible();
});

test('that past days are allowed, though the switch goes by it', async () => {
  let settings = sampleAnswer('installationSettings', 'public', { allow_past_events: false });
  const { user } = renderApp('/add-photos', {
    as: userWith('admin'),
    answers: {
      events: { list: sampleAnswer('events', 'list', { events: [] }) },
      installationSettings: {
        public: () => settings,
        update: () => {
          settings = { ...settings, allow_past_events: true };
          return sampleAnswer('installationSettings', 'update');
        },
      },
    },
  });
  const photo = new File(['no picture'], 'IMG_1.jpg', { type: 'image/jpeg' });
  Object.defineProperty(photo, 'webkitRelativePath', { value: '2020-11-21 Cup/IMG_1.jpg' });
  await user.upload(await screen.findByTestId('upload-folder'), [photo]);
  await user.click(await screen.findByRole('switch'));
  expect(await screen.findByText('The setting was saved.')).toBeVisible();
});
