import { pathToFileURL } from 'node:url';
import { chromium, type Page, type Route } from 'playwright';
import sharp from 'sharp';
import { startServer, temporaryDataDir } from '#tests/support/server-process.ts';
import { signInAs } from './support/browser.ts';
import { setServerUrl } from './support/server-url.ts';
import { newGallery, newUser } from './support/test-data.ts';
import { viewports } from './support/viewports.ts';

/**
 * Measures how a gallery of 2,000 photos scrolls in a real browser, for `npm run bench`. The photos are mocked in
 * the browser: the list returns 2,000 of them and every picture is one small JPEG, so that only the page is measured.
 */
export interface ScrollResult {
  photos: number;
  seconds: number;
  /** Frames per second over the whole distance. */
  fps: number;
  /** Frames in the slowest second. */
  worstSecondFps: number;
  /** The maximum number of elements in the document, and of photos among them. */
  elements: number;
  tiles: number;
}

const photos = 2_000;
const speedPxPerSecond = 4_000;

export async function benchScroll(): Promise<ScrollResult> {
  const { dataDir, remove } = await temporaryDataDir();
  const server = await startServer({ dataDir });
  setServerUrl(server.url);
  const executablePath = process.env.CHROMIUM_PATH;
  const browser = await chromium.launch(executablePath ? { executablePath } : {});
  try {
    const photographer = await newUser('photographer');
    const gallery = await newGallery({ photographer });
    const context = await browser.newContext({ baseURL: server.url, viewport: viewports.desktop });
    await signInAs(context, photographer);
    const page = await context.newPage();
    await inventPhotos(page, gallery.id);
    await page.goto(`/gallery/${gallery.id}`);
    await page.locator('[data-photo-index="0"] img[data-loaded]').waitFor();
    return { photos, ...(await page.evaluate(scrollThrough, speedPxPerSecond)) };
  } finally {
    await browser.close();
    await server.kill('SIGTERM');
    await remove();
  }
}

async function inventPhotos(page: Page, galleryId: string): Promise<void> {
  const shades = await Promise.all(
    [0, 1, 2, 3].map((n) =>
      sharp({
        create: { width: 800, height: 533, channels: 3, background: { r: 40 + n * 50, g: 90, b: 160 } },
      })
        .jpeg()
        .toBuffer(),
    ),
  );
  await page.route('**/api/photos/*/download**', (route) =>
    route.fulfill({
      contentType: 'image/jpeg',
      body: shades[Number(/photo-(\d+)/.exec(route.request().url())?.[1] ?? 0) % 4] ?? '',
    }),
  );
  await page.route('**/trpc/**photos.list**', async (route: Route) => {
    const url = new URL(route.request().url());
    const procedures = url.pathname.replace('/trpc/', '').split(',');
    const inputs = JSON.parse(url.searchParams.get('input') ?? '{}') as Record<
      string,
      { limit?: number; offset?: number }
    >;
    const response = await route.fetch();
    const answers = (await response.json()) as unknown[];
    procedures.forEach((name, at) => {
      if (name !== 'photos.list') return;
      const { limit = 200, offset = 0 } = inputs[at] ?? {};
      const count = Math.min(limit, photos - offset);
      const list = Array.from({ length: count }, (_, n) => inventedPhoto(offset + n, galleryId));
      answers[at] = { result: { data: { photos: list, total: photos } } };
    });
    await route.fulfill({ response, json: answers });
  });
}

function inventedPhoto(n: number, gallery_id: string) {
  const [width, height] = (
    [
      [6000, 4000],
      [4000, 6000],
      [5000, 4000],
    ] as const
  )[n % 3] ?? [6000, 4000];
  const url = (size: string) => `/api/photos/photo-${n}/download?size=${size}`;
  return {
    id: `photo-${n}`,
    gallery_id,
    filename: `IMG_${1000 + n}.jpg`,
    width,
    height,
    bytes: 5_000_000,
    taken_at: null,
    taken_at_local: null,
    taken_at_offset: null,
    created_at: '2026-01-01T00:00:00Z',
    thumbhash: null,
    thumbnail_url: url('medium'),
    thumbnail_urls: { small: url('small'), medium: url('medium'), large: url('large') },
    face_status: 'completed',
    uploaded_by: null,
  };
}

/** Runs in the page: scrolls to the bottom at a steady pace and counts frames; waits at the end for more photos. */
async function scrollThrough(speed: number): Promise<Omit<ScrollResult, 'photos'>> {
  const frame = () => new Promise<number>((done) => requestAnimationFrame(done));
  const last = () => document.querySelector('[data-photo-index="1999"]') !== null;
  const frames: number[] = [];
  let elements = 0;
  let tiles = 0;
  let before = await frame();
  const start = before;
  while (!last() && before - start < 120_000) {
    const now = await frame();
    frames.push(now);
    window.scrollBy(0, (speed * (now - before)) / 1000);
    before = now;
    if (frames.length % 10 > 0) continue;
    elements = Math.max(elements, document.getElementsByTagName('*').length);
    tiles = Math.max(tiles, document.querySelectorAll('[data-photo-index]').length);
  }
  const perSecond = new Map<number, number>();
  for (const at of frames) {
    const second = Math.floor((at - start) / 1000);
    perSecond.set(second, (perSecond.get(second) ?? 0) + 1);
  }
  const whole = [...perSecond.values()].slice(0, -1);
  const seconds = (before - start) / 1000;
  return {
    seconds: Math.round(seconds * 10) / 10,
    fps: Math.round((frames.length / seconds) * 10) / 10,
    worstSecondFps: Math.min(...whole),
    elements,
    tiles,
  };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  console.log(JSON.stringify(await benchScroll(), null, 2));
