import { expect } from '@playwright/test';
import { languages, ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { expectAccessible, expectFitsWidth } from './support/accessibility.ts';
import { lookEverywhere, signInAs } from './support/browser.ts';
import { test } from './support/test.ts';
import { adminUser, expectSuccess, join, newClub, newUser } from './support/test-data.ts';
import { viewports } from './support/viewports.ts';

const words = {
  en: {
    asks: (user: string, club: string) => `${user} asks to join ${club}`,
    hint: 'Approve or reject the request.',
    settled: 'Settled: nothing is left to do.',
    unread: /^2 unread notifications$/,
    one: /^1 unread notification$/,
  },
  de: {
    asks: (user: string, club: string) => `${user} möchte ${club} beitreten`,
    hint: 'Nehmen Sie die Anfrage an oder lehnen Sie sie ab.',
    settled: 'Erledigt: Es ist nichts mehr zu tun.',
    unread: /^2 ungelesene Benachrichtigungen$/,
    one: /^1 ungelesene Benachrichtigung$/,
  },
};

for (const language of languages)
  test(`a request that another admin decides no longer asks, on a phone, ${language}`, {
    tag: ONLY_IN_ALL,
  }, async ({ page, context }) => {
    const say = words[language];
    const admin = await adminUser();
    const club = await newClub();
    const [head, ada, ben] = [await newUser(), await newUser(), await newUser()];
    await join(club, head, true);
    await expectSuccess(admin.call('POST', `/clubs/${club.id}/admins/${head.id}`));
    await expectSuccess(head.call('POST', '/notifications/read-all'));
    for (const who of [ada, ben]) await join(club, who, false);
    await page.setViewportSize(viewports.phone);
    await signInAs(context, head, language);
    await page.goto('/notifications');
    const row = (user: string) => page.getByRole('listitem').filter({ hasText: say.asks(user, club.name) });
    await expect(row(ada.fullName)).toContainText(say.hint);
    await expect(page.getByRole('button', { name: say.unread })).toBeVisible();
    // Without a reload.
    await expectSuccess(admin.call('POST', `/clubs/${club.id}/members/${ada.id}/approve`));
    await expect(row(ada.fullName)).toContainText(say.settled);
    await expect(row(ada.fullName)).not.toContainText(say.hint);
    await expect(row(ben.fullName)).toContainText(say.hint);
    await expect(page.getByRole('button', { name: say.one })).toBeVisible();
    await expectFitsWidth(page);
    await expectAccessible(page);
    await lookEverywhere(page, `settled-notification-${language}`);
  });
