/** @module-tag long */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, Failure, sampleAnswer } from './support/fake-server.ts';
import { renderApp, tokenOf, userWith, write } from './support/render.tsx';

const codes = Array.from({ length: 10 }, (_, at) => `abcd-efgh-jkmn-pqr${at}`);
const setup = { url: 'otpauth://totp/Clublens:anna?secret=ABCDEFGHIJ', secret: 'ABCDEFGHIJ' };
const wrong = new Failure('second_factor_incorrect', 401);
const button = (name: string | RegExp) => screen.findByRole('button', { name });

/** Settings of somebody whose second factor is off, or on. */
function settings(isOn: boolean, answers: Answers['secondFactor'] = {}) {
  let on = isOn;
  return renderApp('/settings', {
    as: userWith(),
    answers: {
      secondFactor: {
        get: () => ({ since: on ? '2026-05-17T10:30:00.000Z' : null, recovery_codes_left: on ? 9 : 0 }),
        begin: setup,
        confirm: ({ code }: { code: string }) => {
          if (code !== '123456') return wrong;
          on = true;
          return { recovery_codes: codes };
        },
        renewRecoveryCodes: { recovery_codes: codes },
        remove: () => {
          on = false;
          return { ok: true };
        },
        ...answers,
      },
    },
  });
}

test('is set up by a code of the app, and shows the recovery codes once', async () => {
  const { user, server } = settings(false);
  await user.click(await button('Set up'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Two-factor authentication' }));
  expect(dialog.getByRole('img', { name: 'Code for the authenticator app' })).toBeVisible();
  expect(dialog.getByText('ABCD EFGH IJ')).toBeVisible();
  const field = dialog.getByLabelText('Code from the app');
  expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  expect(field).toHaveAttribute('inputmode', 'numeric');
  await user.type(field, '{Enter}');
  expect(await dialog.findByText('Please enter the code from your app.')).toBeVisible();
  await user.type(field, '111111{Enter}');
  expect(await dialog.findByText('This code is not correct, or was used before.')).toBeVisible();
  expect(field).toHaveValue('111111');
  await user.clear(field);
  await user.type(field, '123456{Enter}');
  const kept = within(await screen.findByRole('dialog', { name: 'Keep these recovery codes' }));
  expect(kept.getAllByRole('listitem').map((item) => item.textContent)).toEqual(codes);
  await user.keyboard('{Escape}');
  expect(kept.getAllByRole('listitem')).toHaveLength(codes.length);
  await user.click(kept.getByRole('button', { name: 'I have kept them' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await screen.findByText(/^On since .* 9 recovery codes are left\.$/)).toBeVisible();
  expect(server.inputsOf('secondFactor.confirm')).toEqual([{ code: '111111' }, { code: '123456' }]);
});

test('new recovery codes and switching off ask first', async () => {
  const { user, server } = settings(true);
  await user.click(await button('New recovery codes'));
  let ask = within(await screen.findByRole('dialog', { name: 'Make new recovery codes?' }));
  await user.click(ask.getByRole('button', { name: 'Cancel' }));
  expect(server.inputsOf('secondFactor.renewRecoveryCodes')).toEqual([]);
  await user.click(await button('New recovery codes'));
  ask = within(await screen.findByRole('dialog', { name: 'Make new recovery codes?' }));
  await user.click(ask.getByRole('button', { name: 'New recovery codes' }));
  await user.click(await button('I have kept them'));
  await user.click(await button('Switch off'));
  ask = within(await screen.findByRole('dialog', { name: 'Switch off two-factor authentication?' }));
  await user.click(ask.getByRole('button', { name: 'Switch off' }));
  expect(await screen.findByText('Two-factor authentication is off.')).toBeVisible();
  expect(await button('Set up')).toBeVisible();
});

test('what fails is said, and nothing else is shown', async () => {
  const { user } = settings(false, { begin: new Failure('second_factor_exists', 409) });
  await user.click(await button('Set up'));
  expect(await screen.findByRole('alert')).toHaveTextContent('Two-factor authentication is on already.');
  expect(screen.queryByRole('dialog')).toBeNull();
});

type Given = { username: string; password: string; challenge?: string; code?: string };
/** Signing in where a code is asked for. */
function login({ challenge, code }: Given) {
  if (!code) return new Failure('second_factor_required', 401, { challenge: 'the-challenge' });
  if (challenge !== 'the-challenge') return new Failure('second_factor_expired', 401);
  if (code !== '123456' && code !== codes[0]) return wrong;
  const user = userWith();
  return sampleAnswer('auth', 'login', { user, access_token: tokenOf(user) });
}
async function signInWithPassword() {
  const { user, server } = renderApp('/login', { answers: { auth: { login } } });
  await user.type(await screen.findByRole('textbox', { name: 'Username or email' }), 'anna');
  await user.type(screen.getByLabelText('Password'), 'secret{Enter}');
  expect(await screen.findByRole('heading', { name: 'Enter the code' })).toBeVisible();
  return { user, server };
}

test('signing in asks for the code on a second screen, which keeps what was typed', async () => {
  const { user, server } = await signInWithPassword();
  const field = await screen.findByLabelText('Code from the app');
  expect(field).toHaveFocus();
  await user.type(field, '{Enter}');
  expect(await screen.findByText('Please enter the code from your app.')).toBeVisible();
  await user.type(field, '111111{Enter}');
  expect(await screen.findByText('This code is not correct, or was used before.')).toBeVisible();
  expect(field).toHaveValue('111111');
  await user.clear(field);
  await user.type(field, '123456{Enter}');
  expect(await screen.findByRole('heading', { name: /^Hello/ })).toBeVisible();
  const typed = { username: 'anna', password: 'secret' };
  expect(server.inputsOf('auth.login')).toEqual([
    typed,
    { ...typed, challenge: 'the-challenge', code: '111111' },
    { ...typed, challenge: 'the-challenge', code: '123456' },
  ]);
});

test('a recovery code does too; starting over leads back to the name and password that were typed', async () => {
  const { user, server } = await signInWithPassword();
  await user.click(await button('Use a recovery code'));
  await user.click(await button('Start over'));
  expect(await screen.findByRole('textbox', { name: 'Username or email' })).toHaveValue('anna');
  await user.click(await button('Sign In'));
  await user.click(await button('Use a recovery code'));
  const field = await screen.findByLabelText('Recovery code');
  expect(field).toHaveFocus();
  await user.type(field, `${codes[0]}{Enter}`);
  expect(await screen.findByRole('heading', { name: /^Hello/ })).toBeVisible();
  expect(server.inputsOf('auth.login').at(-1)).toMatchObject({ code: codes[0] });
});

test('a new password set by a link asks for the code too', async () => {
  const { user, server } = renderApp('/reset-password#token', {
    answers: {
      auth: {
        login,
        checkResetToken: { username: 'anna', factors_removed_at: null },
        resetPassword: new Failure('second_factor_required', 401, { challenge: 'the-challenge' }),
      },
    },
  });
  await write(user, await screen.findByLabelText('New password'), 'a brand new secret');
  await user.type(screen.getByLabelText('Confirm new password'), 'a brand new secret{Enter}');
  expect(await screen.findByText(/^Your new password is set/)).toBeVisible();
  await user.type(await screen.findByLabelText('Code from the app'), '123456{Enter}');
  expect(await screen.findByRole('heading', { name: /^Hello/ })).toBeVisible();
  expect(server.inputsOf('auth.login')).toEqual([
    { username: 'anna', password: 'a brand new secret', challenge: 'the-challenge', code: '123456' },
  ]);
});

test('a mailed link keeps the second factor once its button is pressed, not before', async () => {
  const { user, server } = renderApp('/keep-second-factor#the-token', {
    answers: { secondFactor: { stopRemovalByLink: { username: 'anna' } } },
  });
  const button = await screen.findByRole('button', { name: 'Keep my second factor' });
  expect(server.inputsOf('secondFactor.stopRemovalByLink')).toEqual([]);
  await user.click(button);
  expect(await screen.findByText(/^The second factor of anna stays/)).toBeVisible();
  expect(server.inputsOf('secondFactor.stopRemovalByLink')).toEqual([{ token: 'the-token' }]);
});
