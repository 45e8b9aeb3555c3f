import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import { withSegments, xmpSegment } from '#tests/support/exif.ts';
import { languages, ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { expectFitsWidth } from './support/accessibility.ts';
import {
  expectUncovered,
  look,
  lookEverywhere,
  pressOnPhoto,
  replaceAnswer,
  signInAs,
  toast,
} from './support/browser.ts';
import { test } from './support/test.ts';
import {
  adminUser,
  expectSuccess,
  join,
  modelsInUse,
  newClub,
  newGallery,
  newUser,
  peopleOf,
  samplePhotos,
  setMatchThreshold,
  uploadPhotos,
} from './support/test-data.ts';
import { viewports } from './support/viewports.ts';

test('people are named, put together, corrected, and everything can be undone', async ({ page, context }) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  await uploadPhotos(gallery, photographer, samplePhotos.slice(0, 2));
  const found = await peopleOf(gallery, photographer);
  expect(found.length).toBeGreaterThan(3);
  await signInAs(context, photographer);
  await page.goto(`/gallery/${gallery.id}`);
  const strip = page.getByRole('region', { name: 'People in this gallery' });
  const people = strip.getByRole('list').getByRole('button', { name: /photos?$/ });
  await expect(people).toHaveCount(found.length);

  await test.step('a name, by keyboard, seen at once by everybody who looks', async () => {
    await people.first().focus();
    await page.keyboard.press('Enter');
    await strip.getByRole('button', { name: /^Name Person/ }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Anna Schmidt');
    await page.keyboard.press('Enter');
    await toast(page, 'Saved as Anna Schmidt.');
    await expect(people.filter({ hasText: 'Anna Schmidt' })).toHaveAttribute('aria-pressed', 'true');
  });

  await strip.getByRole('button', { name: 'Edit people' }).click();
  const dialog = page.getByRole('dialog', { name: 'People in this gallery' });
  const cards = dialog.getByRole('list', { name: 'People in this gallery' }).getByRole('listitem');

  const together = page.getByRole('dialog', { name: /^Both are on/ });
  await test.step('two of one photo are one after a question, and two again', async () => {
    await dialog.getByRole('checkbox', { name: 'Choose Anna Schmidt' }).check();
    await dialog
      .getByRole('checkbox', { name: /^Choose Person/ })
      .first()
      .check();
    await dialog.getByRole('button', { name: 'Same person' }).click();
    await expect(together).toBeVisible();
    await look(page, 'both-on-one-photo');
    await together.getByRole('button', { name: 'One person all the same' }).click();
    await toast(page, '2 people are now one.');
    await expect(cards).toHaveCount(found.length - 1);
    // Only the newest change can be undone.
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(cards).toHaveCount(found.length);
    await expect(dialog.getByText('Anna Schmidt')).toBeVisible();
  });

  await test.step('of two names one is chosen before they are one', async () => {
    const other = (await peopleOf(gallery, photographer)).find(({ name }) => name === '')!;
    await expectSuccess(photographer.call('PUT', `/facerecognition/faces/${other.id}`, { name: 'Zoe Tal' }));
    for (const name of ['Anna Schmidt', 'Zoe Tal'])
      await dialog.getByRole('checkbox', { name: `Choose ${name}` }).check();
    await dialog.getByRole('button', { name: 'Same person' }).click();
    const question = page.getByRole('dialog', { name: 'Which name stays?' });
    await look(page, 'which-name-stays');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(cards).toHaveCount(found.length);
    await dialog.getByRole('button', { name: 'Same person' }).click();
    await question.getByRole('button', { name: 'Zoe Tal' }).click();
    await together.getByRole('button', { name: 'One person all the same' }).click();
    await expect(cards).toHaveCount(found.length - 1);
    await expect(dialog.getByText('Zoe Tal')).toBeVisible();
    await expect(dialog.getByText('Anna Schmidt')).toBeHidden();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(cards).toHaveCount(found.length);
    await expect(dialog.getByText('Anna Schmidt')).toBeVisible();
    await expectSuccess(photographer.call('PUT', `/facerecognition/faces/${other.id}`, { name: '' }));
    await expect(dialog.getByText('Zoe Tal')).toBeHidden();
  });

  await test.step('a face is not this person', async () => {
    await dialog.getByRole('button', { name: 'All faces of Anna Schmidt' }).click();
    const face = dialog.getByRole('button', { name: /^Face 1 of/ });
    await dialog.getByRole('button', { name: 'Show the whole photo of face 1' }).click();
    await expect(page.getByRole('dialog', { name: 'The whole photo' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeVisible();
    await face.click();
    await dialog.getByRole('button', { name: 'Not this person' }).click();
    await toast(page, 'The face no longer counts as Anna Schmidt.');
    await page.keyboard.press('Escape');
    await expect(cards.first()).toBeVisible();
  });

  await test.step('the history takes it back', async () => {
    await dialog.getByRole('tab', { name: 'History' }).click();
    const entries = dialog.getByRole('list', { name: 'What was decided' }).getByRole('listitem');
    await expect(entries.first()).toContainText('Not Anna Schmidt');
    await entries.first().getByRole('button', { name: /^Undo/ }).click();
    await expect(entries.first()).toContainText('Undone');
  });

  await test.step('somebody is hidden', async () => {
    await dialog.getByRole('tab', { name: 'People' }).click();
    await dialog
      .getByRole('checkbox', { name: /^Choose Person/ })
      .last()
      .check();
    await dialog.getByRole('button', { name: 'Hide' }).click();
    await expect(cards).toHaveCount(found.length - 1);
    await dialog.getByRole('switch', { name: 'Show 1 hidden' }).check({ force: true });
    await expect(cards).toHaveCount(found.length);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(people).toHaveCount(found.length - 1);
  });

  const { faces } = await expectSuccess(
    photographer.call<{ faces: { name: string }[] }>('GET', `/facerecognition/galleries/${gallery.id}/faces`),
  );
  expect(faces.filter(({ name }) => name !== '').map(({ name }) => name)).toEqual(['Anna Schmidt']);
});

test('a person with more faces than one answer holds is shown completely, page by page', {
  tag: ONLY_IN_ALL,
}, async ({ page, context }) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  await uploadPhotos(gallery, photographer, samplePhotos.slice(0, 2));
  const ids: string[] = [];
  for (const { id } of await peopleOf(gallery, photographer)) {
    const { faces } = await expectSuccess(
      photographer.call<{ faces: { id: string }[] }>('GET', `/facerecognition/faces/${id}/faces`),
    );
    ids.push(...faces.map((face) => face.id));
  }
  const total = ids.length;
  expect(total).toBeGreaterThan(2);
  // Faces assigned by hand stay, even two of one photo.
  const { person_id } = await expectSuccess(
    photographer.call<{ person_id: string }>('POST', `/facerecognition/galleries/${gallery.id}/move-faces`, {
      face_ids: ids,
    }),
  );
  await expectSuccess(
    photographer.call('PUT', `/facerecognition/faces/${person_id}`, { name: 'Carla Viel' }),
  );
  // The server's answers, split into two pages.
  const piece = total - 1;
  await page.route(/galleryPeople\.facesOf/, (route) =>
    route.continue({ url: route.request().url().replace('limit%22%3A200', `limit%22%3A${piece}`) }),
  );
  await signInAs(context, photographer);
  await page.goto(`/gallery/${gallery.id}`);
  await page.getByRole('button', { name: 'Edit people' }).click();
  const dialog = page.getByRole('dialog', { name: 'People in this gallery' });
  await dialog.getByRole('button', { name: 'All faces of Carla Viel' }).click();
  const faces = dialog.getByRole('list', { name: 'All faces of Carla Viel' }).getByRole('listitem');
  await expect(faces).toHaveCount(piece);
  await dialog.getByRole('button', { name: `Face 1 of ${total}` }).click();
  await dialog.getByRole('button', { name: `Show more (${piece} of ${total})` }).focus();
  await page.keyboard.press('Enter');
  await expect(faces).toHaveCount(total);
  await expect(dialog.getByRole('button', { name: `Face ${total} of ${total}` })).toBeFocused();
  await expect(dialog.getByRole('button', { name: /^Show more/ })).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('2 faces chosen')).toBeVisible();
});

test('a change to people that is refused because the session has ended leads to the sign-in page', {
  tag: ONLY_IN_ALL,
}, async ({ page, context }) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  await uploadPhotos(gallery, photographer, samplePhotos.slice(0, 1));
  await peopleOf(gallery, photographer);
  await signInAs(context, photographer);
  await page.goto(`/gallery/${gallery.id}`);
  const strip = page.getByRole('region', { name: 'People in this gallery' });
  await strip.getByRole('list').getByRole('button').first().click();
  await strip.getByRole('button', { name: /^Name Person/ }).click();
  await page.route('**/api/auth/refresh', (route) =>
    route.fulfill({ status: 401, json: { success: false, code: 'refresh_token_invalid' } }),
  );
  const data = { code: 'not_authenticated', httpStatus: 401, http_status: 401 };
  await page.route('**/trpc/galleryPeople.rename*', (route) =>
    route.fulfill({ status: 401, json: [{ error: { message: 'Sign in', code: -32001, data } }] }),
  );
  await page.keyboard.type('Anna Schmidt');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
});

test('the name of somebody on the club’s list is suggested, and links to them', { tag: ONLY_IN_ALL }, async ({
  page,
  context,
}) => {
  const photographer = await newUser('photographer');
  const club = await newClub();
  const admin = await adminUser();
  await expectSuccess(
    admin.call('POST', `/clubs/${club.id}/people`, { first_name: 'Lina', last_name: 'Brandt' }),
  );
  const gallery = await newGallery({ photographer, clubs: [club] });
  await uploadPhotos(gallery, photographer, samplePhotos.slice(0, 1));
  await peopleOf(gallery, photographer);
  await signInAs(context, photographer);
  await page.goto(`/gallery/${gallery.id}`);
  const strip = page.getByRole('region', { name: 'People in this gallery' });
  const people = strip.getByRole('list').getByRole('button', { name: /photos?$/ });
  await people.first().click();
  await strip.getByRole('button', { name: /^Name Person/ }).click();
  await page.keyboard.type('Lina');
  await expect(strip.getByRole('option').first()).toHaveText('Lina Brandt');
  await page.keyboard.press('Enter');
  await toast(page, 'This is Lina Brandt.');
  const [first] = await peopleOf(gallery, photographer);
  expect(first).toMatchObject({ name: '', club_people: [{ name: 'Lina Brandt' }] });
});

test('who may not edit people sees no way to', { tag: ONLY_IN_ALL }, async ({ page, context }) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  await uploadPhotos(gallery, photographer, samplePhotos.slice(0, 1));
  await peopleOf(gallery, photographer);
  await signInAs(context, await newUser());
  await page.goto(`/gallery/${gallery.id}`);
  await expect(
    page.getByRole('region', { name: 'People in this gallery' }).getByRole('listitem').first(),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit people' })).toHaveCount(0);

  await test.step('but takes the photos home', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download all photos' }).click();
    expect((await download).suggestedFilename()).toBe(`${gallery.name}.zip`);
    expect(await (await download).failure()).toBeNull();
    await page
      .getByRole('list', { name: 'People in this gallery' })
      .getByRole('button', { name: /^Person 1 / })
      .click();
    const ofOne = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download these photos' }).click();
    expect(await (await ofOne).failure()).toBeNull();
    await page.getByRole('button', { name: 'Show all' }).click();
    await pressOnPhoto(
      page.getByRole('button', { name: /^Open sample1/ }),
      page.getByRole('button', { name: 'Mark sample1.jpg' }),
    );
    const bar = page.getByRole('region', { name: 'Selection' });
    await expect(bar.getByRole('button', { name: 'Download' })).toBeVisible();
    await expect(bar.getByRole('button', { name: 'Delete photo' })).toHaveCount(0);
  });
});

test.describe('a careful machine', () => {
  // A threshold at which the person seen most has two faces and others are near; it depends on the models in force.
  const careful = {
    'yunet sface': 0.57,
    'ultraface sface': 0.57,
  };
  test.beforeEach(async () => setMatchThreshold(careful[(await modelsInUse()) as keyof typeof careful]));
  test.afterEach(() => setMatchThreshold(null));

  test('a face too uncertain for the machine is put to its person with one press', {
    tag: ONLY_IN_ALL,
  }, async ({ page, context }) => {
    const photographer = await newUser('photographer');
    const gallery = await newGallery({ photographer });
    await uploadPhotos(gallery, photographer, samplePhotos);
    const [seenMost] = await peopleOf(gallery, photographer);
    expect(seenMost?.photo_count).toBe(2);
    await signInAs(context, photographer);
    await page.goto(`/gallery/${gallery.id}`);
    await page.getByRole('button', { name: 'Edit people' }).click();
    const dialog = page.getByRole('dialog', { name: 'People in this gallery' });
    await dialog
      .getByRole('button', { name: /^All faces of/ })
      .first()
      .click();
    const faces = dialog.getByRole('button', { name: /^Face \d+ of/ });
    await expect(faces).toHaveCount(2);
    const band = dialog.getByRole('region', { name: /^Also .*\?$/ });
    const asked = band.getByRole('button', { name: /^Show the whole photo/ });
    await expect(asked.first()).toBeVisible();
    const count = await asked.count();
    await band.getByRole('button', { name: 'Show the whole photo of face 1' }).click();
    await expect(page.getByRole('dialog', { name: 'The whole photo' })).toBeVisible();
    await page.keyboard.press('Escape');

    await band.getByRole('button', { name: /^Face 1 is not/ }).click();
    await toast(page, 'The face no longer counts as');
    await expect(asked).toHaveCount(count - 1);
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await expect(asked).toHaveCount(count);
    await band.getByRole('button', { name: /^Face 1 is Person/ }).click();
    await toast(page, 'The face now counts as');
    await expect(faces).toHaveCount(3);
  });
});

test('among many people one is found by name, with the keyboard alone', async ({ page, context }) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  const names = ['Zoe Berg', 'Änne Adler', ...Array.from({ length: 20 }, () => ''), 'Bruno Lang'];
  await replaceAnswer(context, 'faces.people', () => ({ faces: names.map(unseenPerson) }));
  await signInAs(context, await newUser());
  await page.goto(`/gallery/${gallery.id}`);
  await page.getByRole('button', { name: 'Find a person' }).press('Enter');
  const sheet = page.getByRole('dialog', { name: 'All people' });
  const shown = sheet.getByRole('list', { name: 'All people' }).getByRole('button');
  await expect(shown).toHaveCount(23);
  const first = ['Änne Adler', 'Bruno Lang', 'Zoe Berg', 'Person 9', 'Person 10'];
  for (const [index, name] of first.entries()) await expect(shown.nth(index)).toContainText(name);
  await expect(sheet.getByRole('searchbox', { name: 'Find a person' })).toBeFocused();
  await page.keyboard.type('ann');
  await expect(sheet.getByRole('status')).toHaveText('1 person');
  await page.keyboard.press('Enter');
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(/person=01900000-0000-7000-8000-000000000011/);
  const strip = page.getByRole('list', { name: 'People in this gallery' });
  const anne = strip.getByRole('button', { name: /^Änne Adler/ });
  await expect(anne).toHaveAttribute('aria-pressed', 'true');

  await test.step('back closes the list of all, then shows all photos', async () => {
    await page.getByRole('button', { name: 'Find a person' }).click();
    await expect(sheet).toBeVisible();
    await page.goBack();
    await expect(sheet).toBeHidden();
    await expect(anne).toHaveAttribute('aria-pressed', 'true');
    await page.goBack();
    await expect(page).toHaveURL(`/gallery/${gallery.id}`);
    await expect(anne).toHaveAttribute('aria-pressed', 'false');
  });

  await test.step('in it the choice is taken back, too', async () => {
    await anne.click();
    await expect(page).toHaveURL(/person=/);
    await page.getByRole('button', { name: 'Find a person' }).click();
    await sheet.getByRole('button', { name: /^Änne Adler/ }).click();
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL(`/gallery/${gallery.id}`);
  });
});

test('several people at once are hidden or shown as the button says, with one undo', {
  tag: ONLY_IN_ALL,
}, async ({ page, context }) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  await uploadPhotos(gallery, photographer, samplePhotos.slice(0, 2));
  const { length } = await peopleOf(gallery, photographer);
  expect(length).toBeGreaterThan(3);
  await signInAs(context, photographer);
  await page.goto(`/gallery/${gallery.id}`);
  await page.getByRole('button', { name: 'Edit people' }).click();
  const dialog = page.getByRole('dialog', { name: 'People in this gallery' });
  const cards = dialog.getByRole('list', { name: 'People in this gallery' }).getByRole('listitem');
  const choice = (index: number) => cards.nth(index).getByRole('checkbox');
  const hidden = cards.filter({ hasText: 'Hidden' });
  const hide = dialog.getByRole('button', { name: 'Hide', exact: true });
  const show = dialog.getByRole('button', { name: 'Show again' });
  await expect(cards).toHaveCount(length);

  await test.step('two are hidden, and one undo shows both', async () => {
    await choice(0).check();
    await choice(1).check();
    await hide.click();
    await toast(page, '2 people are hidden.');
    await expect(cards).toHaveCount(length - 2);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await toast(page, 'Undone.');
    await expect(cards).toHaveCount(length);
  });

  await test.step('somebody shown and somebody hidden are both hidden, whoever stands first', async () => {
    await choice(0).check();
    await hide.click();
    await dialog.getByRole('switch', { name: 'Show 1 hidden' }).check({ force: true });
    await expect(hidden).toHaveCount(1);
    await choice(0).check();
    await choice(1).check();
    await expect(hidden.getByRole('checkbox', { checked: true })).toHaveCount(1);
    await expect(show).toHaveCount(0);
    await hide.click();
    await expect(hidden).toHaveCount(2);
  });

  await test.step('hidden ones alone are shown again', async () => {
    await hidden.nth(0).getByRole('checkbox').check();
    await hidden.nth(1).getByRole('checkbox').check();
    await expect(hide).toHaveCount(0);
    await show.click();
    await toast(page, '2 people are shown again.');
    await expect(hidden).toHaveCount(0);
    await expect(cards).toHaveCount(length);
  });
});

test('a name of one long word stays within toast and history, which says what is undone first', {
  tag: ONLY_IN_ALL,
}, async ({ page, context }) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  await uploadPhotos(gallery, photographer, samplePhotos.slice(0, 1));
  const [first] = await peopleOf(gallery, photographer);
  const name = 'Annabelle'.repeat(12);
  await expectSuccess(photographer.call('PUT', `/facerecognition/faces/${first?.id}`, { name }));
  await signInAs(context, photographer);
  await page.setViewportSize(viewports.phone);
  await page.goto(`/gallery/${gallery.id}`);
  await page.getByRole('button', { name: 'Edit people' }).click();
  const dialog = page.getByRole('dialog', { name: 'People in this gallery' });
  await dialog.getByRole('checkbox', { name: `Choose ${name}` }).check();
  await dialog.getByRole('button', { name: 'Hide', exact: true }).click();
  await toast(page, `${name} is hidden.`);
  await dialog.getByRole('tab', { name: 'History' }).click();
  const entries = dialog.getByRole('list', { name: 'What was decided' }).getByRole('listitem');
  await expect(entries).toHaveCount(2);
  await lookEverywhere(page, 'history-of-a-long-name');
  const wider = await entries.first().evaluate((entry) => {
    const scroller = (element: Element | null): Element =>
      element && getComputedStyle(element).overflowY !== 'auto'
        ? scroller(element.parentElement)
        : (element ?? document.documentElement);
    return scroller(entry).scrollWidth - scroller(entry).clientWidth;
  });
  expect(wider).toBeLessThanOrEqual(0);

  await expect(entries.last()).toContainText('Undo the later change to this person first.');
  await expect(entries.last().getByRole('button')).toHaveCount(0);
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  await expect(undo).toBeInViewport({ ratio: 1 });
  await undo.click();
  await expect(entries.last().getByRole('button', { name: /^Undo/ })).toBeVisible();
});

test('what stands above a list of many people stays below the title of its dialog', {
  tag: ONLY_IN_ALL,
}, async ({ page, context }) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  await replaceAnswer(context, 'faces.people', () => ({
    faces: Array.from({ length: 60 }, (_, index) => unseenPerson('', index)),
  }));
  await signInAs(context, photographer);
  for (const viewport of [
    { width: 1280, height: 720 },
    { width: 360, height: 640 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto(`/gallery/${gallery.id}`);

    await page.getByRole('button', { name: 'Find a person' }).click();
    const all = page.getByRole('dialog', { name: 'All people' });
    await all.getByRole('listitem').last().scrollIntoViewIfNeeded();
    await expectUncovered(all.getByRole('searchbox'));
    await look(page, `all-people-${viewport.width}`);
    await page.keyboard.press('Escape');
    await expect(all).toBeHidden();

    await page.getByRole('button', { name: 'Edit people' }).click();
    const edit = page.getByRole('dialog', { name: 'People in this gallery' });
    await edit.getByRole('checkbox').first().check();
    await edit.getByRole('listitem').last().scrollIntoViewIfNeeded();
    await expectUncovered(edit.getByRole('button', { name: 'Same person' }));
    await expectUncovered(edit.getByRole('button', { name: 'Hide', exact: true }));
    await look(page, `edit-people-${viewport.width}`);
    await page.keyboard.press('Escape');
    await expect(edit).toBeHidden();
  }
});

test('a question that somebody else has answered gives way to the next one, which is said', {
  tag: ONLY_IN_ALL,
}, async ({ page, context }) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  await uploadPhotos(gallery, photographer, samplePhotos.slice(0, 2));
  const people = await peopleOf(gallery, photographer);
  const numbered = (number: number) => people.find((person) => person.number === number)?.id ?? '';
  const { faces } = await expectSuccess(
    photographer.call<{ faces: { id: string }[] }>('GET', `/facerecognition/galleries/${gallery.id}/faces`),
  );
  const whole = (number: number) => faces.find(({ id }) => id === numbered(number));
  const pair = (one: number, other: number) => ({ first: whole(one), second: whole(other), distance: 0.1 });
  let asked = [pair(1, 2), pair(3, 4), pair(5, 6)];
  await replaceAnswer(context, 'galleryPeople.suggestions', () => ({
    suggestions: asked,
    total: asked.length,
    more: false,
  }));
  await signInAs(context, photographer);
  await page.goto(`/gallery/${gallery.id}`);
  const open = page.getByRole('button', { name: '3 open questions' });
  await expect(open).toBeVisible();
  await page.setViewportSize(viewports.phone);
  await expect(open.getByText('3', { exact: true })).toBeVisible();
  await lookEverywhere(page, 'open-questions');
  await page.setViewportSize(viewports.desktop);
  await expect(open.getByText('3', { exact: true })).toBeHidden();
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'People in this gallery' });
  const question = dialog.getByRole('region', { name: 'Is this the same person?' });
  const settled = dialog.getByText('Someone else has answered the previous question.');
  await expect(question).toContainText('Person 1');
  await expect(settled).toHaveCount(0);

  await test.step('while it is on the screen, whatever comes before it', async () => {
    asked = [pair(5, 6), pair(1, 2), pair(3, 4)];
    const sayDifferent = (one: number, other: number) =>
      expectSuccess(
        photographer.call('POST', `/facerecognition/faces/${numbered(one)}/keep-apart`, {
          second_id: numbered(other),
        }),
      );
    const answers = page.waitForResponse(/galleryPeople\.suggestions/);
    await sayDifferent(1, 3);
    await answers;
    await expect(question).toContainText('Person 1');
    asked = [pair(3, 4), pair(5, 6)];
    await sayDifferent(1, 2);
    await expect(question).toContainText('Person 3');
    await expect(settled).toBeVisible();
    await lookEverywhere(page, 'question-settled');
    // Not known here yet.
    await sayDifferent(3, 4);
  });

  await test.step('when the answer comes too late, and what the other said stays', async () => {
    page.on('request', (request) => {
      if (request.url().includes('galleryPeople.merge')) asked = [pair(5, 6)];
    });
    const refused = page.waitForResponse(/galleryPeople\.merge/);
    await question.getByRole('button', { name: 'Yes, the same' }).click();
    expect((await refused).status()).toBe(409);
    await expect(question).toContainText('Person 5');
    await expect(settled).toBeVisible();
    await expect(page.getByText('Somebody else changed this in the meantime')).toHaveCount(0);
    expect((await peopleOf(gallery, photographer)).map(({ id }) => id)).toContain(numbered(4));
  });
  await context.unrouteAll({ behavior: 'wait' });
});

const matches = {
  en: {
    open: '1 open question',
    dialog: 'People in this gallery',
    title: 'Is this Mia Berg?',
    no: 'No',
    noted: 'Noted: this is not Mia Berg',
    undo: 'Undo',
    undone: 'Undone.',
  },
  de: {
    open: '1 offene Frage',
    dialog: 'Personen in dieser Galerie',
    title: 'Ist das Mia Berg?',
    no: 'Nein',
    noted: 'Notiert: Das ist nicht Mia Berg',
    undo: 'Rückgängig',
    undone: 'Rückgängig gemacht.',
  },
};
for (const language of languages)
  test(`an editor's no to a match question can be undone, and is asked again, ${language}`, {
    tag: ONLY_IN_ALL,
  }, async ({ page, context }) => {
    const say = matches[language];
    await page.setViewportSize(viewports.phone);
    const photographer = await newUser('photographer');
    const club = await newClub();
    await join(club, photographer, true);
    const gallery = await newGallery({ photographer, clubs: [club] });
    await uploadPhotos(gallery, photographer, samplePhotos.slice(0, 1));
    const [first] = await peopleOf(gallery, photographer);
    await expectSuccess(
      (await adminUser()).call('POST', `/clubs/${club.id}/people`, { first_name: 'Mia', last_name: 'Berg' }),
    );
    const path = `/facerecognition/faces/${first?.id}`;
    await expectSuccess(photographer.call('PUT', path, { name: 'Mia Berg' }));
    await replaceAnswer(context, 'galleryPeople.suggestions', () => ({
      suggestions: [],
      total: 0,
      more: false,
    }));
    await signInAs(context, photographer, language);
    await page.goto(`/gallery/${gallery.id}`);
    await page.getByRole('button', { name: say.open }).click();
    const dialog = page.getByRole('dialog', { name: say.dialog });
    const question = dialog.getByRole('region', { name: say.title });
    await question.getByRole('button', { name: say.no, exact: true }).click();
    await toast(page, say.noted);
    await expect(question).toHaveCount(0);
    await lookEverywhere(page, `match-declined-${language}`);
    await page.getByRole('button', { name: say.undo, exact: true }).click();
    await toast(page, say.undone);
    await expect(question).toBeVisible();
    await context.unrouteAll({ behavior: 'wait' });
  });

type Box = { x: number; y: number; w: number; h: number };

/** What a photo program writes that has been told the same of all faces. */
const wordsInFile = (boxes: Box[]) =>
  xmpSegment(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#"
      xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/">
      <dc:description><rdf:Alt><rdf:li xml:lang="x-default">The final whistle</rdf:li></rdf:Alt></dc:description>
      <dc:subject><rdf:Bag><rdf:li>U9</rdf:li><rdf:li>Cup</rdf:li></rdf:Bag></dc:subject>
      <mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:RegionList><rdf:Bag>${boxes
        .map(
          ({
            x,
            y,
            w,
            h,
          }) => `<rdf:li><rdf:Description mwg-rs:Name="Mia Quastenberg" mwg-rs:Type="Face"><mwg-rs:Area
            stArea:x="${x + w / 2}" stArea:y="${y + h / 2}" stArea:w="${w}" stArea:h="${h}"/></rdf:Description></rdf:li>`,
        )
        .join('')}</rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions></rdf:Description></rdf:RDF></x:xmpmeta>`);

test('who is named in the viewer is named without leaving the photo', { tag: ONLY_IN_ALL }, async ({
  page,
  context,
}) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  const [first] = await uploadPhotos(gallery, photographer, samplePhotos.slice(0, 1));
  expect((await peopleOf(gallery, photographer)).length).toBeGreaterThan(0);
  type Faces = { faces: { bounding_box: Box }[] };
  const { faces } = await expectSuccess(photographer.call<Faces>('GET', `/photos/${first}/faces`));
  const folder = await mkdtemp(path.join(tmpdir(), 'clublens-words-'));
  const file = path.join(folder, 'second.jpg');
  await writeFile(
    file,
    withSegments(await readFile(samplePhotos[0]!), [wordsInFile(faces.map((face) => face.bounding_box))]),
  );
  await uploadPhotos(gallery, photographer, [file]);
  await rm(folder, { recursive: true });
  await peopleOf(gallery, photographer);
  await signInAs(context, photographer);
  await page.goto(`/gallery/${gallery.id}`);
  await page.locator('[data-photo-index="1"]').click();
  const viewer = page.getByRole('dialog', { name: 'Photo viewer' });
  const people = viewer.getByRole('list', { name: 'People in this photo' });
  await expect(people.getByRole('button', { name: /^Name Person/ }).first()).toBeVisible();
  await lookEverywhere(page, 'viewer-people');
  await page.keyboard.press('i');
  await expect(viewer.getByText('The final whistle')).toBeVisible();
  await lookEverywhere(page, 'viewer-words');
  await page.keyboard.press('i');
  await people
    .getByRole('button', { name: /^Name Person/ })
    .first()
    .click();
  await expect(viewer.getByRole('option', { name: 'Mia Quastenberg The file says so' })).toBeVisible();
  await lookEverywhere(page, 'viewer-name-in-file');
  const long = `Annabelle ${'Schmidt'.repeat(10)}`;
  await page.keyboard.type(long);
  await page.keyboard.press('ArrowLeft');
  await lookEverywhere(page, 'viewer-naming');
  await page.keyboard.press('Enter');
  await toast(page, `Saved as ${long}.`);
  await expect(people.getByRole('button', { name: long, exact: true })).toBeVisible();
  await expect(viewer.getByRole('combobox', { name: /^Name of Person/ })).toBeFocused();
  await expect(viewer.getByText('2 / 2')).toBeVisible();
  await expectFitsWidth(page);
  await lookEverywhere(page, 'viewer-named');
  await page.keyboard.press('Escape');
  await expect(viewer.getByRole('button', { name: /^Name Person/ }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
});

test('a name that somebody else has given meanwhile is replaced only on purpose', {
  tag: ONLY_IN_ALL,
}, async ({ page, context }) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  await uploadPhotos(gallery, photographer, samplePhotos.slice(0, 1));
  const [first] = await peopleOf(gallery, photographer);
  await signInAs(context, photographer);
  await page.goto(`/gallery/${gallery.id}?person=${first?.id}`);
  const strip = page.getByRole('region', { name: 'People in this gallery' });
  const chosen = strip.getByRole('list').getByRole('button', { pressed: true });
  const elsewhere = (name: string) =>
    expectSuccess(photographer.call('PUT', `/facerecognition/faces/${first?.id}`, { name }));
  const typeName = async (rename: string | RegExp, name: string, before: string) => {
    await strip.getByRole('button', { name: rename }).click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(name);
    await elsewhere(before);
    // Seen in the strip while the field still has what was typed.
    await expect(chosen).toContainText(before);
    await page.keyboard.press('Enter');
    await expect(question(before)).toBeVisible();
  };
  const question = (name: string) =>
    page.getByRole('dialog', { name: `Someone has named this person ${name}` });

  await typeName(/^Name Person/, 'Änne', 'Anna');
  await lookEverywhere(page, 'named-meanwhile');
  await question('Anna').getByRole('button', { name: 'Cancel' }).click();
  await expect(chosen).toContainText('Anna');

  await typeName('Rename Anna', 'Änne', 'Anne');
  await question('Anne').getByRole('button', { name: 'Replace name' }).click();
  await toast(page, 'Saved as Änne.');
  await expect(chosen).toContainText('Änne');
});

/** A person of a gallery as the server answers it, without a picture. */
function unseenPerson(name: string, index: number) {
  return {
    id: `01900000-0000-7000-8000-0000000000${String(index + 10)}`,
    number: 30 - index,
    name,
    shown_name: name,
    is_hidden: false,
    face_count: 1,
    photo_count: 1 + index,
    representative_photo_url: null,
    representative_photo_width: null,
    representative_photo_height: null,
    club_people: [],
    representative_bounding_box: null,
  };
}
