import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith, write } from './support/render.tsx';

/** Days before and after any date of this browser. */
test.each(['2001-05-05', '2091-05-05'])(
  'what is past in events is decided by the date of the server: %s',
  async (today) => {
    const settings = sampleAnswer('installationSettings', 'public', { today, allow_past_events: false });
    const { user, server } = renderApp('/events', {
      as: userWith('photographer'),
      answers: { installationSettings: { public: settings } },
    });
    await user.click((await screen.findAllByRole('button', { name: 'Create event' }))[0] as HTMLElement);
    const dialog = await screen.findByRole('dialog', { name: 'Create event' });
    const dates = server.inputsOf('events.list').map((input) => (input as { from_date?: string }).from_date);
    expect(new Set(dates.filter((date) => date !== undefined))).toEqual(new Set([today]));
    const date = within(dialog).getByLabelText(/^Event date/);
    expect(date).toHaveAttribute('min', today);
    await write(user, within(dialog).getByRole('textbox', { name: 'Name' }), 'Night cup');
    await write(user, date, `${today.slice(0, 8)}04`);
    await user.click(within(dialog).getByRole('button', { name: 'Create event' }));
    expect(await within(dialog).findByText(/^The date cannot be in the past/)).toBeVisible();
    expect(server.inputsOf('events.create')).toEqual([]);
  },
);
