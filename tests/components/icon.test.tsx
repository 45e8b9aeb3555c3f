import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { IconCircleCheckFilled } from '#client/icons/circle-check-filled.ts';

test('an icon with a label is a picture, and without one nothing for screen readers', () => {
  const { container } = render(
    <>
      <IconCircleCheckFilled role="img" aria-label="Selected" />
      <IconCircleCheckFilled />
    </>,
  );
  expect(screen.getAllByRole('img')).toEqual([screen.getByLabelText('Selected')]);
  expect(container.querySelectorAll('[aria-hidden="true"]')).toHaveLength(1);
});
