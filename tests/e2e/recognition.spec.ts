import { expect } from '@playwright/test';
import type { FaceSettings } from '#client/features/faces/recognition/api/face-settings.ts';
import { ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { replaceAnswer, signInAs, toast } from './support/browser.ts';
import { test } from './support/test.ts';
import { adminUser, newGallery, newUser, peopleOf, samplePhotos, uploadPhotos } from './support/test-data.ts';

test('recognition admin shows the queue, previews settings and starts a gallery again', {
  tag: ONLY_IN_ALL,
}, async ({ context, page }) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  await uploadPhotos(gallery, photographer, samplePhotos.slice(0, 2));
  await peopleOf(gallery, photographer);
  await signInAs(context, await adminUser());
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Open console' }).click();

  const recent = page.getByRole('list', { name: 'Recent jobs' });
  await expect(recent.getByRole('listitem').filter({ hasText: gallery.name })).toHaveCount(2);
  await expect(recent.getByText('Completed').first()).toBeVisible();
  // The page scrolls, not a box inside it, and the full width is used.
  const list = await recent.evaluate((element) => ({
    overflow: getComputedStyle(element).overflowY,
    width: element.clientWidth,
    page: document.querySelector('main h1')?.closest('header')?.clientWidth,
  }));
  expect(list).toEqual({ overflow: 'visible', width: list.page, page: expect.any(Number) });

  await test.step('a number that is none is not sent', async () => {
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await page.getByLabel('Match threshold').fill('abc');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await expect(page.getByRole('alert')).toContainText('The settings were not saved');
    expect(sent.filter((url) => url.includes('updateSettings'))).toEqual([]);
  });

  await test.step('the preview answers for a real gallery', async () => {
    await page.getByLabel('Match threshold').fill('0,9');
    const preview = page.getByRole('complementary', { name: 'Preview on a real gallery' });
    await preview.getByLabel('Gallery').fill(gallery.name);
    await page.getByRole('option', { name: gallery.name }).click();
    await expect(preview.getByText('Named people: none affected')).toBeVisible();
  });

  const save = async (expected: object) => {
    const request = page.waitForRequest((asked) => asked.url().includes('updateSettings'));
    await page.getByRole('button', { name: 'Save settings' }).click();
    const [sent] = Object.values((await request).postDataJSON() as Record<string, object>);
    expect(sent).toEqual({ ...expected, seen: expect.any(Object) });
    await toast(page, 'Settings saved.');
    await page.getByRole('button', { name: 'Close' }).first().click();
  };
  const threshold = page.getByLabel('Match threshold');
  const others = {
    recognition_model: expect.any(String),
    detector_backend: expect.any(String),
    distance_metric: expect.any(String),
    min_confidence: expect.any(Number),
    min_size_ratio: expect.any(Number),
  };

  await test.step('an empty threshold is not sent, and what was in force stays', async () => {
    await threshold.fill('0.41');
    await save({ ...others, match_threshold: 0.41 });
    await threshold.fill('');
    await save(others);
    await expect(threshold).toHaveValue('0.41');
  });

  await test.step('the measured threshold comes back when it is asked for', async () => {
    await page.getByRole('button', { name: /^Use the measured value/ }).click();
    await save({ ...others, match_threshold: null });
    await expect(threshold).toHaveValue('');
  });

  await page.getByRole('main').getByLabel('Gallery').first().fill(gallery.name);
  await page.getByRole('option', { name: gallery.name }).click();
  await page.getByRole('button', { name: 'Recognise again' }).click();
  await page
    .getByRole('dialog', { name: `Recognise ${gallery.name} again?` })
    .getByRole('button', { name: 'Recognise again' })
    .click();
  await toast(page, `2 photos of ${gallery.name} are queued.`);
});

test('a model for non-commercial use is offered with its question, and chosen only after a yes', {
  tag: ONLY_IN_ALL,
}, async ({ context, page }) => {
  await signInAs(context, await adminUser());
  // The server is not asked: it would fetch the model.
  let accepted = 0;
  await context.route('**/trpc/recognition.acceptModel**', (route) => {
    accepted += 1;
    return route.fulfill({ json: [{ result: { data: {} } }] });
  });
  await replaceAnswer(context, 'recognition.settings', (fromServer) => {
    const settings = fromServer as FaceSettings;
    const [offered] = settings.reserved_models;
    if (!accepted) return settings;
    return {
      ...settings,
      models: [...settings.models, offered!.id],
      metrics_by_model: { ...settings.metrics_by_model, [offered!.id]: ['cosine'] },
      default_thresholds: { ...settings.default_thresholds, [offered!.id]: { cosine: 0.55 } },
      reserved_models: [{ ...offered, accepted: true, present: true }],
    };
  });
  await page.goto('/admin/face-recognition');
  const offer = page.getByRole('region', { name: 'For small and blurred faces: EdgeFace-XS' });
  await page.getByText('For experts').click();
  await expect(offer).toContainText('CC-BY-NC-SA-4.0');
  await expect(page.getByText(/by hand/)).toBeVisible();
  await offer.getByRole('button', { name: 'Use it non-commercially' }).click();
  const question = page.getByRole('dialog', { name: 'Is EdgeFace-XS used without commercial purpose?' });
  await expect(question).toContainText('recorded with your name');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  expect(accepted).toBe(0);

  await offer.getByRole('button', { name: 'Use it non-commercially' }).click();
  await question.getByRole('button', { name: 'Yes, non-commercial' }).click();
  await toast(page, 'EdgeFace-XS is here and can be chosen now.');
  expect(accepted).toBe(1);
  await expect(offer).toContainText('Choose it above and save.');
  await page.getByRole('combobox', { name: 'Recognition model' }).click();
  await page.getByRole('option', { name: 'EdgeFace-XS' }).click();
  await expect(page.getByText('Recognises more small and blurred faces than the others')).toBeVisible();
  await expect(page.getByText('Left empty, 0.55 holds.')).toBeVisible();
});

test('a provider that cannot be used on this server is named, and the usual one is not', {
  tag: ONLY_IN_ALL,
}, async ({ context, page }) => {
  await signInAs(context, await adminUser());
  let provider: FaceSettings['provider'] = { name: 'cpu', refused: 'cuda' };
  await replaceAnswer(context, 'recognition.settings', (fromServer) => ({
    ...(fromServer as FaceSettings),
    provider,
  }));
  await page.goto('/admin/face-recognition');
  await expect(
    page.getByRole('alert').filter({ hasText: 'cuda cannot be used on this server' }),
  ).toBeVisible();
  provider = { name: 'cpu', refused: null };
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Recognition model' })).toBeVisible();
  await expect(page.getByText('Faces are computed with')).toBeHidden();
  await expect(page.getByText('cannot be used on this server')).toBeHidden();
});
