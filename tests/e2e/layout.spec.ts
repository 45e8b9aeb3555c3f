import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { languages, NIGHTLY, ONLY_IN_ALL, ROAD } from '#tests/support/thoroughness.ts';
import { signInAs } from './support/browser.ts';
import { adminScreens, show } from './support/screens.ts';
import { everyName, seedClub, seededClub } from './support/seeded-club.ts';
import { test } from './support/test.ts';
import { adminUser, join, newClub, newGallery, newUser, uploadPhotos } from './support/test-data.ts';
import { viewports } from './support/viewports.ts';

const mostShift = 0.02;

// The walks are long: both workers take them.
test.describe.configure({ mode: 'parallel' });

for (const [size, viewport] of Object.entries(viewports))
  test(`nothing moves while a screen fills, on the ${size}`, {
    tag: size === 'phone' ? [] : [ONLY_IN_ALL],
  }, async ({ browser }) => {
    const things = await seededClub();
    const context = await browser.newContext({ viewport });
    await signInAs(context, await adminUser());
    const page = await context.newPage();
    await page.addInitScript(measureShift);
    const paths = ['/', '/clubs', '/events', '/gallery', `/gallery/${things.gallery.id}`];
    for (const path of [
      ...paths,
      '/users',
      '/admin',
      '/admin/face-recognition',
      '/admin/settings',
      '/admin/storage',
    ]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
      // Recognition admin and gallery keep a live stream open; everything else is answered by then.
      await page.waitForLoadState('networkidle');
      const { shift, worst } = await page.evaluate(
        () => (window as unknown as { sum: { shift: number; worst: string } }).sum,
      );
      console.log(`layout shift of ${path} on the ${size}: ${shift.toFixed(4)}`);
      expect(shift, `${path} moved: ${worst}`).toBeLessThan(mostShift);
    }
    await context.close();
  });

/** Runs in the page before any other script: sums layout shifts without user input. */
function measureShift(): void {
  const sum = { shift: 0, worst: '' };
  Object.assign(window, { sum });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node?: Node }[];
    })[]) {
      if (entry.hadRecentInput) continue;
      sum.shift += entry.value;
      const moved = entry.sources.map(({ node }) => (node as Element)?.className ?? '?').join(', ');
      sum.worst += `${entry.value.toFixed(3)} at ${Math.round(entry.startTime)}: ${moved}; `;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

test('every screen holds from right to left, and at twice the size on a phone', { tag: ONLY_IN_ALL }, async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const things = await seededClub();
  // A word that is wider than a phone stands in lists and notifications.
  await join(await newClub(`TSV ${'Turngemeinschaft'.repeat(3)}`), await newUser(), false);
  const context = await browser.newContext();
  // German has longer words.
  await signInAs(context, await adminUser(), 'de');
  const page = await context.newPage();
  await mirror(page);
  for (const screen of adminScreens(things).filter(({ open }) => !open)) {
    await show(page, screen);
    for (const viewport of [{ width: 320, height: 512 }, ...Object.values(viewports)]) {
      await page.setViewportSize(viewport);
      await page.evaluate(untilDrawn);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(wider, `${screen.name} at ${viewport.width} px`).toBeLessThanOrEqual(0);
      expect(await page.evaluate(sticksOut), `${screen.name} at ${viewport.width} px`).toEqual([]);
    }
  }
  await context.close();
});

/** Names of 80 characters: of words, of one word, and from right to left. */
const longNames = {
  words: 'Young handball players of the northern harbour and of the villages around it now',
  word: 'Turngemeinschaft'.repeat(5),
  rightToLeft: 'لاعبو كرة اليد الصغار من الميناء الشمالي والقرى المحيطة به في هذا الموسم الجديد',
};

for (const [kind, name] of Object.entries(longNames))
  test(`names of 80 characters fit on a phone with letters of twice the size, and no field is zoomed to (${kind})`, {
    tag: ONLY_IN_ALL,
  }, async ({ browser }) => {
    test.setTimeout(240_000);
    const things = await seedClub(everyName(name));
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const admin = await adminUser();
    await signInAs(context, admin, kind === 'word' ? 'de' : 'en');
    const page = await context.newPage();
    const wrong: string[] = [];
    for (const screen of adminScreens(things)) {
      if (kind !== 'words' && screen.open) continue;
      await show(page, screen);
      for (const size of ['', '200%']) {
        await page.evaluate((size) => {
          document.documentElement.style.fontSize = size;
        }, size);
        await page.evaluate(untilDrawn);
        const wide = await page.evaluate(widest);
        const out = screen.open ? [] : await page.evaluate(sticksOut);
        if (wide.length + out.length > 0)
          wrong.push(`${screen.name} ${size}: ${[...wide, ...out].join(' | ')}`);
      }
      const small = await page.evaluate(smallFields);
      if (small.length > 0) wrong.push(`${screen.name}: fields ${small.join(' ')}`);
      await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
      if (screen.open) await page.goto('about:blank');
    }
    expect(wrong).toEqual([]);
    await context.close();
  });

/** Runs in the page: what makes it scroll sideways, innermost. */
function widest(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const isOut = (element: Element) => {
    const box = element.getBoundingClientRect();
    return box.right > clientWidth + 1 || box.left < -1;
  };
  return [...document.body.querySelectorAll('*')]
    .filter((element) => isOut(element) && ![...element.children].some(isOut))
    .slice(0, 3)
    .map((element) =>
      `${element.tagName}.${element.getAttribute('class') ?? ''} ${element.textContent}`.slice(0, 120),
    );
}

/** Runs in the page: fields of less than 16 px, into which an iPhone would zoom. */
function smallFields(): string[] {
  document.documentElement.style.fontSize = '';
  return [...document.querySelectorAll('input, textarea, select, [contenteditable]')]
    .filter(
      (field) => !['checkbox', 'radio', 'file', 'hidden', 'range'].includes((field as HTMLInputElement).type),
    )
    .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
    .map((field) => `${field.className} ${getComputedStyle(field).fontSize}`);
}

test('photos stay where they are while the name of a person is edited', { tag: ONLY_IN_ALL }, async ({
  browser,
}) => {
  const things = await seededClub();
  for (const viewport of NIGHTLY ? Object.values(viewports) : [viewports.phone]) {
    const context = await browser.newContext({ viewport });
    await signInAs(context, await adminUser());
    const page = await context.newPage();
    await page.goto(`/gallery/${things.gallery.id}`);
    await page.locator('#people').getByText('Hannah Lindqvist').click();
    const photo = page.locator('[data-photo-index="0"]');
    await expect(page).toHaveURL(/person=/);
    const rename = page.getByRole('button', { name: 'Rename Hannah Lindqvist' });
    await expect(rename).toBeVisible();
    await page.waitForLoadState('networkidle');
    const top = () => photo.evaluate((tile) => tile.getBoundingClientRect().top + scrollY);
    // On a busy machine what stands above the photos may still arrive.
    await expect(async () => {
      const first = await top();
      await page.waitForTimeout(300);
      expect(await top()).toBe(first);
    }).toPass();
    const before = await top();
    await rename.click();
    await expect(page.locator('#people form input')).toBeFocused();
    expect(Math.abs((await top()) - before), `${viewport.width} px`).toBeLessThan(1);
    await context.close();
  }
});

for (const language of languages)
  test(`no word is cut in the narrow sidebar, in ${language}`, { tag: ONLY_IN_ALL }, async ({ browser }) => {
    const context = await browser.newContext({ viewport: viewports.tablet, locale: language });
    await signInAs(context, await adminUser(), language);
    const page = await context.newPage();
    await page.goto('/');
    const sidebar = page.getByRole('navigation').first();
    await expect(sidebar.getByRole('link')).toHaveCount(8);
    const wide = await sidebar.evaluate((nav) =>
      [...nav.querySelectorAll('a')]
        .filter((link) => link.getBoundingClientRect().right > nav.getBoundingClientRect().right + 0.5)
        .map((link) => link.textContent),
    );
    expect(wide).toEqual([]);
    await context.close();
  });

/** Runs in the page: resolves when what changed with the size of the window is drawn. */
const untilDrawn = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

/** No right-to-left language is offered yet, so the test sets the direction. */
async function mirror(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const html = document.documentElement;
    const turn = () => {
      if (html.dir !== 'rtl') html.dir = 'rtl';
    };
    new MutationObserver(turn).observe(html, { attributes: true, attributeFilter: ['dir'] });
    turn();
  });
}

/** Runs in the page: elements that overflow the window outside of a scrolling or clipping container. */
function sticksOut(): string[] {
  const wide = (element: Element): boolean => {
    const box = element.getBoundingClientRect();
    return box.width > 2 && (box.left < -1 || box.right > window.innerWidth + 1);
  };
  const held = (element: Element): boolean => {
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement)
      if (getComputedStyle(at).overflowX !== 'visible') return true;
    return false;
  };
  return [...document.querySelectorAll('header *, main *, nav *')]
    .filter((element) => wide(element) && !held(element))
    .slice(0, 5)
    .map((element) =>
      `${element.tagName}.${element.getAttribute('class') ?? ''} ${element.textContent}`.slice(0, 120),
    );
}

test('the first photo of a gallery begins in the upper half of a small laptop', {
  tag: ONLY_IN_ALL,
}, async ({ browser }) => {
  const { gallery } = await seededClub();
  for (const language of languages) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 768 } });
    await signInAs(context, await adminUser(), language);
    const page = await context.newPage();
    await page.goto(`/gallery/${gallery.id}`);
    const photo = page.locator('[data-photo-index="0"]');
    await expect(photo).toBeVisible();
    await expect(page.locator('#people li').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    // While faces are grouped, the line that says so may be longer.
    await expect.poll(async () => (await photo.boundingBox())?.y).toBeLessThanOrEqual(420);
    await context.close();
  }
});

test('the cover of an upright photo shows its upper part, where faces are', { tag: ROAD }, async ({
  page,
  context,
}) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  const upright = test.info().outputPath('upright.jpg');
  await sharp({ create: { width: 400, height: 600, channels: 3, background: '#446688' } }).toFile(upright);
  await uploadPhotos(gallery, photographer, [upright]);
  await signInAs(context, photographer);
  await page.goto(`/gallery?q=${encodeURIComponent(gallery.name)}`);
  const cover = page.getByRole('listitem').filter({ hasText: gallery.name }).locator('img');
  await expect
    .poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalHeight))
    .toBeGreaterThan(0);
  const [top, bottom] = await cover.evaluate((image: HTMLImageElement) => {
    const shown = image.clientHeight / (image.clientWidth * (image.naturalHeight / image.naturalWidth));
    const from =
      (Number.parseFloat(getComputedStyle(image).objectPosition.split(' ')[1] ?? '') / 100) * (1 - shown);
    return [from, from + shown];
  });
  expect(top).toBeLessThan(0.15);
  expect(bottom).toBeGreaterThan(0.5);
});

test('letters are whole in buttons, whatever reaches above capitals or below the line', {
  tag: ONLY_IN_ALL,
}, async ({ page }) => {
  await page.goto('/login');
  const button = page.locator('form button[type=submit]');
  const label = button.locator('.mantine-Button-label');
  const pictured = (overflow: string) =>
    label
      .evaluate((node, value) => Object.assign(node.style, { overflow: value }), overflow)
      .then(() => button.screenshot());
  await label.evaluate((node) => {
    node.textContent = 'ÄÖÜ Åpgjqy';
  });
  const shown = await pictured('');
  expect(shown.equals(await pictured('visible'))).toBe(true);
  expect(shown.equals(await pictured('hidden'))).toBe(false);
});
