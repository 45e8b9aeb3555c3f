import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import i18next, { type TFunction } from 'i18next';
import { beforeAll, describe, expect, test } from 'vitest';
import { detailsOf } from '#client/features/platform/audit/components/audit-details.ts';
import { formatsFor } from '#client/lib/format.ts';

const read = (language: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../client/i18n/${language}.json`), 'utf8'));
const texts = i18next.createInstance();
beforeAll(() =>
  texts.init({
    resources: { en: { translation: read('en') }, de: { translation: read('de') } },
    interpolation: { escapeValue: false },
  }),
);

function details(
  language: 'en-GB' | 'de-DE',
  action: string,
  params: Record<string, unknown>,
  club_name: string | null = null,
): string[] {
  const t = texts.getFixedT(language.slice(0, 2)) as TFunction;
  const entry = {
    id: '1',
    actor_id: null,
    actor_name: 'admin',
    action,
    target_kind: 'club',
    target_id: null,
    target_name: 'TSV Nord',
    params,
    person_name: null,
    user_name: null,
    club_name,
    created_at: '2026-11-24T10:00:00.000Z',
  };
  return detailsOf({ t, format: formatsFor(language) }, entry);
}

describe('an entry of the activity log says', () => {
  test('what a setting was before, and what it is now', () => {
    const params = {
      registration: { from: 'open', to: 'invitation' },
      allow_past_events: { from: false, to: true },
      link_months: { from: null, to: 12 },
    };
    expect(details('en-GB', 'settings.update', params)).toEqual([
      'New accounts: Anybody may register → By invitation',
      'Events in the past: no → yes',
      'Months until new share links end: not set → 12',
    ]);
    expect(details('de-DE', 'settings.update', params)).toEqual([
      'Neue Konten: Alle dürfen sich registrieren → Auf Einladung',
      'Termine in der Vergangenheit: nein → ja',
      'Monate, nach denen neue Freigabe-Links enden: nicht festgelegt → 12',
    ]);
  });

  test('which fields were changed, and of those it knows more of, how', () => {
    const params = {
      fields: ['name', 'description', 'something_new'],
      name: { from: 'TSV', to: 'TSV Nord' },
    };
    expect(details('en-GB', 'club.update', params)).toEqual(['Changed: Description', 'Name: TSV → TSV Nord']);
    expect(details('de-DE', 'user.update', { fields: ['email', 'last_name'] })).toEqual([
      'Geändert: E-Mail-Adresse und Nachname',
    ]);
  });

  test('where a role holds', () => {
    expect(details('en-GB', 'role.grant', { club_id: null })).toEqual(['In all clubs']);
    expect(details('de-DE', 'role.grant', { club_id: 'x' }, 'TSV Nord')).toEqual(['Verein: TSV Nord']);
    expect(details('en-GB', 'role.revoke', { club_id: 'of a club that is gone' })).toEqual([]);
  });

  test('days, sizes and questions in words, and no ids', () => {
    expect(
      details('en-GB', 'club.setStorageQuota', { quota_bytes: 5_000_000_000, import_id: 'x', version: 3 }),
    ).toEqual(['Storage limit: 5 GB']);
    expect(details('de-DE', 'gallery.keepUntil', { kept_until: '2027-01-31' })).toEqual([
      'Letzter Tag: 31.01.2027',
    ]);
    expect(details('en-GB', 'gallery.keepUntil', { kept_until: null })).toEqual(['Last day: not set']);
    expect(details('de-DE', 'consent.paper', { purpose: 'outside', club_person_id: 'x' })).toEqual([
      'Frage: Fotos außerhalb des Vereins zeigen',
    ]);
  });
});
