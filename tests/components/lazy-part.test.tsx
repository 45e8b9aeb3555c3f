import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { lazyPart } from '#client/components/ui/layout/lazy-part.tsx';
import { renderPart } from './support/render.tsx';

const notFetched = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

/** A part whose script cannot be fetched the first time. */
function part() {
  const Words = ({ text }: { text: string; open?: boolean; onClose?: () => void }) => <p>{text}</p>;
  const load = vi.fn(async () => ({ default: Words })).mockImplementationOnce(notFetched);
  return lazyPart(load);
}

test('a part that cannot be fetched leaves the rest of the screen, and comes with the next try', async () => {
  const Part = part();
  const { user } = renderPart(
    <>
      <p>The gallery</p>
      <Part text="The notice" />
    </>,
  );
  expect(await screen.findByRole('alert')).toHaveTextContent('This could not be loaded');
  expect(screen.getByText('The gallery')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('The notice')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('what opens over the page can be closed where it cannot be fetched, and comes when the connection is back', async () => {
  const Part = part();
  const onClose = vi.fn();
  const { user } = renderPart(<Part text="The viewer" onClose={onClose} />);
  await screen.findByRole('alert');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledOnce();
  window.dispatchEvent(new Event('offline'));
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText('The viewer')).toBeVisible();
});

test('what is not open says nothing', async () => {
  const Part = part();
  renderPart(
    <>
      <p>The gallery</p>
      <Part text="The question" open={false} onClose={() => {}} />
    </>,
  );
  await new Promise((done) => setTimeout(done, 50));
  expect(screen.getByText('The gallery')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a part that fails while it is shown leaves the rest of the screen too', async () => {
  const Broken = () => {
    throw new Error('broken');
  };
  const Part = lazyPart(async () => ({ default: Broken }));
  renderPart(
    <>
      <p>The gallery</p>
      <Part />
    </>,
  );
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(screen.getByText('The gallery')).toBeVisible();
});
