import { act, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { changeLanguage } from '#client/i18n/i18next-setup.ts';
import { sampleAnswer } from './support/fake-server.ts';
import { renderApp } from './support/render.tsx';

const withoutMail = {
  installationSettings: { public: sampleAnswer('installationSettings', 'public', { mail: false }) },
};

afterEach(() => act(() => changeLanguage('en')));

test.each([
  [
    'en',
    'Please ask the administration of your club’s site: they can make a link with which you set a new password.',
  ],
  [
    'de',
    'Bitte wenden Sie sich an die Administration Ihrer Vereinsseite: Dort bekommen Sie einen Link, mit dem Sie ein neues Passwort setzen.',
  ],
])('a forgotten password leads to the administration, without commands, %s', async (language, sentence) => {
  await changeLanguage(language);
  renderApp('/forgot-password', { answers: withoutMail });
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(document.body.textContent).not.toContain('npm');
});
