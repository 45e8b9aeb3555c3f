import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PeopleToggle } from '#client/features/galleries/galleries/components/people-toggle.tsx';
import { renderPart } from './support/render.tsx';

const faces = { unique_faces: 3, pending_photos: 0, failed_photos: 0, processing: false };

/** What is marked as done a phone does not show. */
test.each([
  [0, {}, 'They appear with the photos', false],
  [6, {}, 'All photos processed', true],
  [6, { processing: true }, 'Sorting the faces…', false],
])('of %i photos, %o: %s', async (photoCount, changes, text, isDone) => {
  renderPart(
    <PeopleToggle photoCount={photoCount} faces={{ ...faces, ...changes }} open onToggle={() => {}} />,
  );
  const hint = await screen.findByText(text);
  expect(hint.hasAttribute('data-done')).toBe(isDone);
});
