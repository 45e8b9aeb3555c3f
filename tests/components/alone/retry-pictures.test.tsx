import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { pausesMs, retryPictures } from '#client/lib/retry-pictures.ts';

beforeAll(retryPictures);
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A picture on the page, and how often it was asked for. */
function picture(src = 'http://localhost/picture.jpg') {
  const image = document.createElement('img');
  image.src = src;
  document.body.append(image);
  const asked = vi.spyOn(image, 'src', 'set');
  return { image, asked, fail: () => image.dispatchEvent(new Event('error')) };
}

test('a picture that fails is asked for again after growing pauses, until it comes', () => {
  const { image, asked, fail } = picture();
  for (const [index, pause] of pausesMs.entries()) {
    fail();
    vi.advanceTimersByTime(pause - 1);
    expect(asked).toHaveBeenCalledTimes(index);
    vi.advanceTimersByTime(1);
    expect(asked).toHaveBeenCalledTimes(index + 1);
    expect(pause).toBeGreaterThan(pausesMs[index - 1] ?? 0);
  }
  fail();
  vi.advanceTimersByTime(10_000_000);
  expect(asked).toHaveBeenCalledTimes(pausesMs.length);
  image.dispatchEvent(new Event('load'));
  fail();
  vi.advanceTimersByTime(pausesMs[0] ?? 0);
  expect(asked).toHaveBeenCalledTimes(pausesMs.length + 1);
});

test('a picture that failed is asked for as soon as the connection is back, and once', () => {
  const { asked, fail } = picture();
  fail();
  window.dispatchEvent(new Event('online'));
  expect(asked).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(10_000);
  expect(asked).toHaveBeenCalledTimes(1);
});

test('a picture that left the page, and one of this browser, are not asked for again', () => {
  const gone = picture();
  const own = picture('blob:http://localhost/1');
  gone.fail();
  own.fail();
  gone.image.remove();
  vi.advanceTimersByTime(10_000);
  expect(gone.asked).not.toHaveBeenCalled();
  expect(own.asked).not.toHaveBeenCalled();
});
