/** Imprint and data protection statement: linked where their addresses are set, and set in the settings of the server. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith, write } from './support/render.tsx';

const imprint_url = 'https://tsv-waldau.example/impressum';
const privacy_url = 'https://tsv-waldau.example/datenschutz';
const publicWith = (set: object) => ({
  installationSettings: {
    public: sampleAnswer('installationSettings', 'public', { imprint_url: null, privacy_url: null, ...set }),
  },
});
const pages = ['/login', '/register', '/forgot-password', '/invitation', '/gallery/shared/some-link'];

test.each([...pages, '/gallery/shared/some-link/send'])('%s leads to both', async (path) => {
  renderApp(path, { answers: publicWith({ imprint_url, privacy_url }) });
  const footer = await screen.findByRole('contentinfo');
  for (const [name, url] of [
    ['Imprint', imprint_url],
    ['Data protection', privacy_url],
  ]) {
    const link = await within(footer).findByRole('link', { name });
    expect(link).toHaveAttribute('href', url);
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  }
});

test('so does the foot of the settings', async () => {
  renderApp('/settings', { as: userWith(), answers: publicWith({ privacy_url }) });
  expect(await screen.findByRole('link', { name: 'Data protection' })).toHaveAttribute('href', privacy_url);
  expect(screen.queryByRole('link', { name: 'Imprint' })).toBeNull();
});

test.each(pages)('%s shows nothing where nothing is set', async (path) => {
  renderApp(path, { answers: publicWith({}) });
  const footer = await screen.findByRole('contentinfo');
  await import('#client/components/ui/elements/legal-links.tsx');
  expect(within(footer).queryByRole('link')).toBeNull();
});

test('addresses are saved together, and only those of the web', async () => {
  const settings = sampleAnswer('installationSettings', 'get', { imprint_url: null, privacy_url });
  const { server, user } = renderApp('/admin/settings', {
    as: userWith('admin'),
    answers: {
      installationSettings: { get: settings, update: { ...settings, imprint_url, privacy_url: null } },
    },
  });
  const imprint = await screen.findByRole('textbox', { name: 'Address of the imprint' });
  const save = screen.getByRole('button', { name: 'Save the addresses' });
  await write(user, imprint, 'javascript:alert(1)');
  await user.click(save);
  expect(await screen.findByText('Please enter a web address that begins with https://')).toBeVisible();
  expect(server.inputsOf('installationSettings.update')).toEqual([]);
  await user.clear(imprint);
  await write(user, imprint, imprint_url);
  await user.clear(screen.getByRole('textbox', { name: 'Address of the data protection statement' }));
  await user.click(save);
  expect(await screen.findByText('The setting was saved.')).toBeVisible();
  expect(server.inputsOf('installationSettings.update')).toEqual([
    { imprint_url, privacy_url: '', seen: { imprint_url: null, privacy_url } },
  ]);
});
