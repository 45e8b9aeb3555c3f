import { expect } from '@playwright/test';
import { languages, ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { expectAccessible, expectFitsWidth } from './support/accessibility.ts';
import { lookEverywhere, signInAs } from './support/browser.ts';
import { test } from './support/test.ts';
import { adminUser, expectSuccess, join, newClub, newUser } from './support/test-data.ts';
import { viewports } from './support/viewports.ts';

const words = {
  en: { asked: 'Asked a member to be a guardian', role: 'Gave the role Photographer', club: 'Club: ' },
  de: { asked: 'Mitglied gefragt, ob es sorgeberechtigt ist', role: 'Rolle vergeben', club: 'Verein: ' },
};

for (const language of languages)
  test(`the activity log says who did what to whom, on a phone, ${language}`, { tag: ONLY_IN_ALL }, async ({
    page,
    context,
  }) => {
    const say = words[language];
    const admin = await adminUser();
    const club = await newClub();
    const member = await newUser();
    await join(club, member, true);
    const mia = await expectSuccess(
      admin.call<{ id: string }>('POST', `/clubs/${club.id}/people`, {
        first_name: 'Mia',
        last_name: 'Berg',
      }),
    );
    await expectSuccess(
      admin.call('POST', `/clubs/${club.id}/people/${mia.id}/guardians`, { user_id: member.id }),
    );
    const grant = { role_name: 'photographer', club_id: club.id, user_id: member.id };
    await expectSuccess(admin.call('POST', `/users/${member.id}/roles`, grant));
    await page.setViewportSize(viewports.phone);
    await signInAs(context, admin, language);
    await page.goto(`/admin?q=${encodeURIComponent(club.name)}`);
    const asked = page.getByRole('row').filter({ hasText: say.asked });
    await expect(asked).toContainText(`Mia Berg, ${member.username}, ${club.name}`);
    await expectFitsWidth(page);
    await expectAccessible(page);
    await lookEverywhere(page, `activity-log-${language}`);
    await page.goto(`/admin?q=${member.username}`);
    await expect(page.getByRole('row').filter({ hasText: say.role })).toContainText(say.club + club.name);
  });
