import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useConfirmDeletePhotos } from '#client/app/routes/gallery/use-confirm-delete-photos.ts';
import { type Answers, Failure, sampleAnswer } from './support/fake-server.ts';
import { renderPart } from './support/render.tsx';

function DeletePhoto() {
  const { ask } = useConfirmDeletePhotos('id-1');
  return (
    <button type="button" onClick={() => void ask(['id-2'], [])}>
      Press
    </button>
  );
}

type Settings = NonNullable<NonNullable<Answers['installationSettings']>['public']>;
const late = () =>
  new Promise<ReturnType<typeof sampleAnswer<'installationSettings', 'public'>>>((resolve) =>
    setTimeout(() => resolve(sampleAnswer('installationSettings', 'public', { bin_days: 30 })), 200),
  );
const cases: [when: string, settings: Settings, text: RegExp][] = [
  ['the settings come late', late, /^Can be restored from “Recently deleted” for 30 days/],
  [
    'the installation keeps none',
    sampleAnswer('installationSettings', 'public', { bin_days: 0 }),
    /cannot be undone/,
  ],
  ['the settings do not come', new Failure(), /cannot be undone/],
];

test.each(cases)('the question says what deleting means: %s', async (_when, settings, text) => {
  const { user } = renderPart(<DeletePhoto />, { answers: { installationSettings: { public: settings } } });
  await user.click(screen.getByRole('button', { name: 'Press' }));
  expect(await screen.findByText(text)).toBeVisible();
});
