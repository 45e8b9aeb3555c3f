import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { usePlaceholder } from '#client/components/photo-grid/thumbhash.ts';

afterEach(() => {
  vi.useRealTimers();
});

const hashOf = (first: number) => btoa(String.fromCharCode(first, 200, 17, 10, 128, 100, 120, 136, 120, 136));

function Place({ hash }: { hash: string | null }) {
  return (
    <div ref={usePlaceholder(hash)} data-testid="place">
      <img src="/a.jpg" alt="" />
    </div>
  );
}

function rendered(hash: string | null, isThere: boolean): HTMLElement {
  vi.useFakeTimers();
  render(<Place hash={hash} />);
  const place = screen.getByTestId('place');
  const [picture] = place.getElementsByTagName('img');
  Object.defineProperties(picture, {
    complete: { value: isThere },
    naturalWidth: { value: isThere ? 400 : 0 },
  });
  vi.advanceTimersByTime(2_000);
  return place;
}

test('the place of a picture that takes its time is blurred, and at once when it is shown again', () => {
  const place = rendered(hashOf(60), false);
  expect(place.style.backgroundImage).toMatch(/^url\("?data:image\/png/);
  render(<Place hash={hashOf(60)} />);
  expect(screen.getAllByTestId('place')[1]?.style.backgroundImage).toBe(place.style.backgroundImage);
});

test('another picture in the same place takes the placeholder away', () => {
  vi.useFakeTimers();
  const { rerender } = render(<Place hash={hashOf(62)} />);
  vi.advanceTimersByTime(2_000);
  expect(screen.getByTestId('place').style.backgroundImage).not.toBe('');
  rerender(<Place hash={null} />);
  expect(screen.getByTestId('place').style.backgroundImage).toBe('');
});

test.each([
  ['of a picture that is there', hashOf(61), true],
  ['of one without a hash', null, false],
  ['of a hash that is none', '%%', false],
])('the place %s stays plain', (_name, hash, isThere) => {
  expect(rendered(hash, isThere).style.backgroundImage).toBe('');
});
