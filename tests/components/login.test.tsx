import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Failure } from './support/fake-server.ts';
import { renderApp } from './support/render.tsx';

const username = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Username or email' });
const submit = () => screen.getByRole('button', { name: 'Sign In' });

test('an empty form says what is missing, sends nothing, and puts the focus there', async () => {
  const { server, user } = renderApp('/login');
  await username();
  await user.click(submit());
  expect(await screen.findByText('Username is required')).toBeVisible();
  expect(screen.getByText('Password is required')).toBeVisible();
  expect(document.activeElement).toBe(await username());
  expect(server.inputsOf('auth.login')).toEqual([]);
});

test('a wrong password is told, and the name stays', async () => {
  const { server, user } = renderApp('/login', {
    answers: { auth: { login: new Failure('login_failed', 401) } },
  });
  await user.type(await username(), 'anna');
  await user.type(screen.getByLabelText('Password'), 'wrong{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('The username or password is not correct.');
  expect((await username()).value).toBe('anna');
  expect(server.inputsOf('auth.login')).toEqual([{ username: 'anna', password: 'wrong' }]);
});
