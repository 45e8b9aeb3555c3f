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
  ['en', 'Ask the administrators of your club: they can make a link for a new password.'],
  [
    'de',
    'Fragen Sie die Administratoren Ihres Vereins: Sie können einen Link für ein neues Passwort erstellen.',
  ],
])('a forgotten password leads to the administration, without commands, %s', async (language, sentence) => {
  await changeLanguage(language);
  renderApp('/forgot-password', { answers: withoutMail });
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(document.body.textContent).not.toContain('npm');
});
