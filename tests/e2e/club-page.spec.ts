import { expect, type Page } from '@playwright/test';
import { languages } from '#tests/support/thoroughness.ts';
import { expectAccessible, expectFitsWidth } from './support/accessibility.ts';
import { lookEverywhere, signInAs } from './support/browser.ts';
import { test } from './support/test.ts';
import {
  adminUser,
  expectSuccess,
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
    clubs: 'Clubs',
    next: 'Next events',
    latest: 'Latest galleries',
    mine: 'My people',
    contact: 'Contact',
    none: 'No galleries yet. Photos appear here after the event.',
    more: (name: string) => `More actions for ${name}`,
    leave: 'Leave',
    back: 'Back',
    edit: 'Edit',
    save: 'Save',
    toDo: 'To do',
    request: '1 request to join waits',
  },
  de: {
    clubs: 'Vereine',
    next: 'Nächste Termine',
    latest: 'Neueste Galerien',
    mine: 'Meine Leute',
    contact: 'Kontakt',
    none: 'Noch keine Galerien. Fotos erscheinen hier nach dem Termin.',
    more: (name: string) => `Weitere Aktionen für ${name}`,
    leave: 'Verlassen',
    back: 'Zurück',
    edit: 'Bearbeiten',
    save: 'Speichern',
    toDo: 'Zu erledigen',
    request: '1 Beitrittsanfrage wartet',
  },
} as const;

const checked = async (page: Page, name: string) => {
  await lookEverywhere(page, name);
  await expectFitsWidth(page);
  await expectAccessible(page);
};

for (const language of languages)
  test(`on a phone a member finds events, galleries, people and a contact at the club, in ${language}`, async ({
    browser,
  }) => {
    test.slow();
    const say = words[language];
    const admin = await adminUser();
    const [member, head, asking, petra] = [
      await newUser(),
      await newUser(),
      await newUser(),
      await newUser('photographer'),
    ];
    const club = await newClub();
    for (const each of [member, head]) await join(club, each, true);
    await join(club, asking, false);
    await expectSuccess(admin.call('POST', `/clubs/${club.id}/admins/${head.id}`));
    const empty = await newEvent(
      [club],
      undefined,
      'Sommerfest der Handballjugendspielgemeinschaft Filstal',
      3,
    );
    const played = await newEvent([club], undefined, 'Heimspiel', 5);
    const gallery = await newGallery({ photographer: petra, event: played, visibility: 'club_restricted' });
    await uploadPhotos(gallery, petra, samplePhotos.slice(0, 1));
    await expectSuccess(
      admin.call('POST', `/clubs/${club.id}/people`, {
        first_name: 'Leo',
        last_name: 'Muster',
        user_id: member.id,
      }),
    );

    const desk = await browser.newContext({ viewport: viewports.phone });
    await signInAs(desk, head, language);
    const office = await desk.newPage();
    await office.goto(`/clubs/${club.id}/manage`);
    const toDo = office.getByRole('region', { name: say.toDo });
    await expect(toDo).toBeVisible();
    await checked(office, `to-do-${language}`);
    await office.getByRole('button', { name: say.edit }).click();
    await office.getByLabel(say.contact).fill('Geschäftsstelle, Mo 17–19 Uhr\n07331 123456');
    await office.getByRole('dialog').getByRole('button', { name: say.save }).click();
    await expect(office.getByRole('dialog')).toBeHidden();
    await toDo.getByRole('link', { name: say.request }).click();
    await office
      .getByRole('button', { name: /annehmen|Approve/ })
      .first()
      .click();
    await expect(toDo).toBeHidden();

    const context = await browser.newContext({ viewport: viewports.phone });
    await signInAs(context, member, language);
    const page = await context.newPage();
    await page.goto('/clubs');
    await page.getByRole('link', { name: club.name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: club.name })).toBeVisible();
    for (const title of [say.next, say.latest, say.mine, say.contact])
      await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible();
    await expect(page.getByText('07331 123456')).toBeVisible();
    await expect(page.getByRole('link', { name: /Leo/ })).toBeVisible();
    await expect(page.getByRole('link', { name: gallery.name })).toBeVisible();
    await checked(page, `club-${language}`);

    // The page of an event, before it has photos and with them.
    await page.getByRole('link', { name: empty.name }).click();
    await expect(page.getByRole('heading', { level: 1, name: empty.name })).toBeVisible();
    await expect(page.getByText(say.none)).toBeVisible();
    await checked(page, `event-empty-${language}`);
    await page.getByRole('button', { name: say.back }).click();
    await page.getByRole('link', { name: played.name, exact: true }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: played.name })).toBeVisible();
    await checked(page, `event-${language}`);
    await page.getByRole('link', { name: gallery.name }).click();
    await expect(page.getByRole('heading', { level: 1, name: gallery.name })).toBeVisible();

    await page.goto(`/clubs/${club.id}`);
    await page.getByRole('button', { name: say.more(club.name) }).click();
    await page.getByRole('menuitem', { name: say.leave }).click();
    await page.getByRole('dialog').getByRole('button', { name: say.leave }).click();
    await expect(page.getByRole('heading', { level: 2, name: say.contact })).toBeHidden();
    await expect(page.getByText('07331 123456')).toBeHidden();
    for (const each of [desk, context]) await each.close();
  });
