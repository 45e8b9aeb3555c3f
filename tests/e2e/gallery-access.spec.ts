import { expect } from '@playwright/test';
import { ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { signInAs } from './support/browser.ts';
import { test } from './support/test.ts';
import {
  adminUser,
  expectSuccess,
  join,
  newClub,
  newGallery,
  newUser,
  peopleOf,
  samplePhotos,
  type TestUser,
  uploadPhotos,
} from './support/test-data.ts';

/** Visibility of a gallery in the list, on its page, through the API and for its pictures. */
test('a gallery of a club opens for its members only, and only for as long as they are', {
  tag: ONLY_IN_ALL,
}, async ({ browser }) => {
  const photographer = await newUser('photographer');
  const club = await newClub();
  const gallery = await newGallery({ photographer, clubs: [club], visibility: 'club_restricted' });
  const [photo = ''] = await uploadPhotos(gallery, photographer, samplePhotos.slice(0, 1));
  const [person] = await peopleOf(gallery, photographer);

  const stranger = await newUser();
  const pending = await newUser();
  const member = await newUser();
  await join(club, pending, false);
  await join(club, member, true);

  const picture = `/api/photos/${photo}/download?size=medium`;
  const paths = [
    `/galleries/${gallery.id}`,
    `/photos/gallery/${gallery.id}`,
    `/photos/${photo}`,
    `/photos/${photo}/faces`,
    `/photos/${photo}/download`,
    `/facerecognition/galleries/${gallery.id}/summary`,
    `/facerecognition/galleries/${gallery.id}/faces`,
    `/facerecognition/faces/${person?.id}/photos`,
  ];

  async function expectNothing(who: TestUser) {
    for (const path of paths) expect((await who.call('GET', path)).status, path).toBe(403);
    const { galleries } = await expectSuccess(
      who.call<{ galleries: { id: string }[] }>('GET', '/galleries?limit=500'),
    );
    expect(galleries.map(({ id }) => id)).not.toContain(gallery.id);
  }

  async function look(who: TestUser) {
    const context = await browser.newContext();
    await signInAs(context, who);
    const page = await context.newPage();
    await page.goto('/gallery');
    await expect(page.getByRole('heading', { name: 'Galleries' })).toBeVisible();
    await expect(page.getByText(/^\d+ (gallery|galleries)$/)).toBeVisible();
    const listed = await page.getByRole('link', { name: gallery.name }).count();
    await page.goto(`/gallery/${gallery.id}`);
    return { page, listed, close: () => context.close() };
  }

  for (const who of [stranger, pending]) {
    await expectNothing(who);
    const { page, listed, close } = await look(who);
    expect(listed).toBe(0);
    await expect(page.getByRole('alert')).toContainText("You don't have access to this gallery.");
    await expect(page.locator('main img')).toHaveCount(0);
    expect((await page.request.get(picture)).status()).toBe(403);
    await close();
  }

  const { page, listed, close } = await look(member);
  expect(listed).toBeGreaterThan(0);
  await expect(page.getByRole('group', { name: `Photos of ${gallery.name}` }).locator('img')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Upload photos' })).toHaveCount(0);
  expect((await page.request.get(picture)).status()).toBe(200);

  await expectSuccess((await adminUser()).call('DELETE', `/clubs/${club.id}/members/${member.id}`));
  await expectNothing(member);
  expect((await page.request.get(picture)).status()).toBe(403);
  await page.reload();
  await expect(page.getByRole('alert')).toContainText("You don't have access to this gallery.");
  await close();

  const signedOut = await browser.newContext();
  for (const path of paths) expect((await signedOut.request.get(`/api${path}`)).status(), path).toBe(401);
  await signedOut.close();
});
