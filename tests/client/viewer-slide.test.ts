import { afterEach, expect, test, vi } from 'vitest';
import { needsOriginal, slideOf } from '#client/components/viewer/viewer-slide.ts';

const photo = (width: number, height: number) => ({
  id: 'p',
  filename: 'p.jpg',
  width,
  height,
  thumbhash: null,
  thumbnail_urls: { small: '/s', medium: '/m', large: '/l' },
});
const screen = (ratio: number) => vi.stubGlobal('window', { devicePixelRatio: ratio });
const desktop = { width: 1280, height: 720 };
const phone = { width: 390, height: 844 };
afterEach(() => vi.unstubAllGlobals());

test('the original is shown once a zoomed photo has fewer pixels than the screen', () => {
  const slide = slideOf(photo(6000, 4000), '/o');
  expect(slide).toMatchObject({
    src: '/l',
    original: '/o',
    width: 6000,
    shown: { width: 1600, height: 1067 },
  });
  screen(1);
  // 1080 pixels wide where the whole photo is seen.
  expect(needsOriginal(slide, { rect: desktop })).toBe(false);
  expect(needsOriginal(slide, { rect: desktop, zoom: 1.4 })).toBe(false);
  expect(needsOriginal(slide, { rect: desktop, zoom: 2 })).toBe(true);
  screen(3);
  expect(needsOriginal(slide, { rect: phone, zoom: 1 })).toBe(false);
  expect(needsOriginal(slide, { rect: phone, zoom: 1.2 })).toBe(false);
  expect(needsOriginal(slide, { rect: phone, zoom: 1.5 })).toBe(true);
  // However dense the screen is, nobody who only looks through photos loads originals.
  expect(needsOriginal(slide, { rect: desktop, zoom: 1 })).toBe(false);
});

test('the large rendition is all there is of small photos, and for those who may not have the original', () => {
  screen(3);
  const forbidden = slideOf(photo(6000, 4000), null);
  expect(forbidden).toMatchObject({ original: undefined, width: 1600, height: 1067 });
  for (const slide of [forbidden, slideOf(photo(1200, 800), '/o')])
    expect(needsOriginal(slide, { rect: desktop, zoom: 4 })).toBe(false);
});
