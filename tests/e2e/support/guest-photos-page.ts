import type { Browser, Page } from '@playwright/test';
import { expectSuccess, newClub, newEvent, newGallery, newUser } from './test-data.ts';
import { viewports } from './viewports.ts';

/** The page of a new link by which guests send photos, on a guest's phone. */
export async function openGuestPhotosPage(browser: Browser, locale: 'en' | 'de'): Promise<Page> {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer, event: await newEvent([await newClub()]) });
  const { token } = await expectSuccess(
    photographer.call<{ token: string }>('POST', `/galleries/${gallery.id}/links`, { collects: true }),
  );
  const context = await browser.newContext({ locale, viewport: viewports.phone, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(`/gallery/shared/${token}/send`);
  return page;
}
