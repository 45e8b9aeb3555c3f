import { expect } from '@playwright/test';
import { ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { signInAs } from './support/browser.ts';
import { test } from './support/test.ts';
import { expectSuccess, newGallery, newUser } from './support/test-data.ts';

for (const [name, size] of [
  ['phone', { width: 360, height: 640 }],
  ['desktop', { width: 1280, height: 640 }],
] as const)
  test(`what is said about a link does not lie on the button for the next one, on a ${name}`, {
    tag: name === 'phone' ? [] : [ONLY_IN_ALL],
  }, async ({ page, context }) => {
    await page.setViewportSize(size);
    const photographer = await newUser('photographer');
    const gallery = await newGallery({ photographer });
    await signInAs(context, photographer);
    for (let made = 0; made < 3; made += 1)
      await expectSuccess(photographer.call('POST', `/galleries/${gallery.id}/links`, { name: `${made}` }));
    await page.goto(`/admin/gallery/${gallery.id}/manage`);
    await page.getByRole('button', { name: /links/i }).first().click();
    const dialog = page.getByRole('dialog');
    const create = dialog.getByRole('button', { name: /^(Another|Create) link$/ });
    const title = dialog.getByRole('heading').first();
    const said = page.getByRole('status').locator('div').first();
    const apart = async (step: string) => {
      await create.scrollIntoViewIfNeeded();
      const box = (await said.boundingBox())!;
      const button = (await create.boundingBox())!;
      await page.screenshot({ path: test.info().outputPath(`${name}-${step}.png`) });
      const overlaps =
        box.y < button.y + button.height &&
        button.y < box.y + box.height &&
        box.x < button.x + button.width &&
        button.x < box.x + box.width;
      expect(overlaps, step).toBe(false);
      expect((await title.boundingBox())!.y, step).toBeGreaterThanOrEqual(box.y + box.height);
    };
    await create.click();
    await create.click();
    await expect(said).toBeVisible();
    // It stays under the pointer.
    await said.hover();
    await apart('after one was made');
    await create.click();
    await apart('in the form of the next one');
  });
