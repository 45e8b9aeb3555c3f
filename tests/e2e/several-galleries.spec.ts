import { type BrowserContext, expect, type Page } from '@playwright/test';
import { languages } from '#tests/support/thoroughness.ts';
import { expectAccessible, expectFitsWidth } from './support/accessibility.ts';
import { lookEverywhere, signInAs } from './support/browser.ts';
import { test } from './support/test.ts';
import {
  join,
  newClub,
  newEvent,
  newGallery,
  newUser,
  samplePhotos,
  uploadPhotos,
} from './support/test-data.ts';
import { viewports } from './support/viewports.ts';

const words = {
  en: {
    share: 'Share',
    create: 'Create link',
    also: 'Also show',
    add: (name: string) => `Add ${name}`,
    remove: (name: string) => `Remove ${name}`,
    ask: (name: string) => `Ask for ${name}`,
    asked: (name: string) => `Asked for ${name}`,
    password: 'set a password',
    passwordField: 'Password',
    save: 'Save',
    notifications: /notifications?$/i,
    addThis: 'Show it there, too',
    galleries: 'Galleries',
    open: 'Open gallery',
    photo: /^Open /,
  },
  de: {
    share: 'Teilen',
    create: 'Link anlegen',
    also: 'Auch zeigen',
    add: (name: string) => `${name} hinzufügen`,
    remove: (name: string) => `${name} entfernen`,
    ask: (name: string) => `Nach ${name} fragen`,
    asked: (name: string) => `Nach ${name} gefragt`,
    password: 'Passwort setzen',
    passwordField: 'Passwort',
    save: 'Speichern',
    notifications: /Benachrichtigung(en)?$/,
    addThis: 'Auch dort zeigen',
    galleries: 'Galerien',
    open: 'Galerie öffnen',
    photo: /öffnen, Foto/,
  },
} as const;

for (const language of languages)
  test(`three galleries of two photographers are shown by one link, on a phone, in ${language}`, async ({
    browser,
  }) => {
    test.slow();
    const say = words[language];
    const club = await newClub();
    const [petra, max] = [await newUser('photographer'), await newUser('photographer')];
    for (const each of [petra, max]) await join(club, each, true);
    const event = await newEvent([club]);
    const make = (photographer: typeof petra, name: string) =>
      newGallery({ photographer, event, name, visibility: 'club_restricted' });
    const first = await make(petra, 'Vormittag');
    const second = await make(
      petra,
      'Siegerehrung der Handballjugendspielgemeinschaft Oberes Filstal-Kuchen',
    );
    const third = await make(max, 'Tribüne');
    await uploadPhotos(first, petra, samplePhotos.slice(0, 2));
    await uploadPhotos(second, petra, samplePhotos.slice(2, 3));
    await uploadPhotos(third, max, samplePhotos.slice(3, 4));
    const visitPhone = async (locale?: string): Promise<[BrowserContext, Page]> => {
      const context = await browser.newContext({ viewport: viewports.phone, ...(locale ? { locale } : {}) });
      return [context, await context.newPage()];
    };

    const [context, page] = await visitPhone();
    await signInAs(context, petra, language);
    await page.goto(`/gallery/${first.id}`);
    await page.getByRole('button', { name: say.share }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: say.create }).click();
    const beside = dialog.getByRole('region', { name: say.also });
    await beside.getByRole('button', { name: say.add(second.name) }).click();
    await expect(beside.getByRole('button', { name: say.remove(second.name) })).toBeVisible();
    await beside.getByRole('button', { name: say.ask(third.name) }).click();
    await expect(beside.getByRole('button', { name: say.asked(third.name) })).toBeDisabled();
    await beside.scrollIntoViewIfNeeded();
    await lookEverywhere(page, `also-show-${language}`);
    await expectFitsWidth(page);
    await expectAccessible(page);
    const { links } = (await petra.call<{ links: { url: string }[] }>('GET', `/galleries/${second.id}/links`))
      .body.data;
    const { pathname } = new URL(links[0]!.url);

    const [contextOfMax, pageOfMax] = await visitPhone();
    await signInAs(contextOfMax, max, language);
    await pageOfMax.goto('/');
    await pageOfMax.getByRole('button', { name: say.notifications }).click();
    await pageOfMax.getByRole('link', { name: new RegExp(third.name) }).click();
    const asked = pageOfMax.getByRole('dialog');
    await expect(asked.getByRole('button', { name: say.addThis })).toBeVisible();
    await lookEverywhere(pageOfMax, `asked-${language}`);
    await asked.getByRole('button', { name: say.addThis }).click();
    await expect(asked.getByRole('button', { name: say.addThis })).toBeHidden();

    const [contextOfVisitor, visitor] = await visitPhone(language);
    await visitor.goto(pathname);
    const galleries = visitor.getByRole('navigation', { name: say.galleries });
    await expect(galleries.getByRole('link')).toHaveText([first.name, second.name, third.name]);
    await expect(visitor.getByRole('button', { name: say.photo })).toHaveCount(2);
    await lookEverywhere(visitor, `visitor-${language}`);
    await expectFitsWidth(visitor);
    await expectAccessible(visitor);
    await galleries.getByRole('link', { name: third.name }).click();
    await expect(visitor.getByRole('heading', { level: 1, name: third.name })).toBeVisible();
    await expect(visitor.getByRole('button', { name: say.photo })).toHaveCount(1);

    // Passwords that were set for each gallery by itself.
    const { data } = (await max.call<{ links: { id: string }[] }>('GET', `/galleries/${third.id}/links`))
      .body;
    await max.call('PUT', `/galleries/links/${data.links[0]!.id}`, { password: 'other one' });
    const { data: own } = (
      await petra.call<{ links: { id: string }[] }>('GET', `/galleries/${first.id}/links`)
    ).body;
    for (const each of [own.links[0]!, links[0] as { id?: string }])
      await petra.call('PUT', `/galleries/links/${each.id}`, { password: 'open sesame' });
    await visitor.goto(pathname);
    await visitor.getByRole('textbox', { name: say.passwordField }).fill('open sesame');
    await visitor.getByRole('button', { name: say.open }).click();
    await expect(galleries.getByRole('link')).toHaveCount(3);
    await expect(galleries).not.toContainText(third.name);
    await lookEverywhere(visitor, `visitor-password-${language}`);
    await galleries.getByRole('link', { name: first.name }).click();
    await expect(visitor.getByRole('heading', { level: 1, name: first.name })).toBeVisible();
    for (const each of [context, contextOfMax, contextOfVisitor]) await each.close();
  });
