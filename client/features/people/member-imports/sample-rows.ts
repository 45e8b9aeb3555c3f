import type { TFunction } from 'i18next';

export const sampleLists = ['members', 'children'] as const;
export type SampleList = (typeof sampleLists)[number];

/** A list to fill in, with columns that the import knows and two people of one family. */
export function sampleRows(t: TFunction, list: SampleList): string[][] {
  const names = [t('invitations.first_name'), t('invitations.last_name')];
  if (list === 'members')
    return [
      [...names, t('invitations.email'), t('invitations.role')],
      ['Anna', 'Roth', 'anna@example.org', t('invitations.roles.member')],
      ['Ben', 'Roth', '', t('invitations.roles.photographer')],
    ];
  return [
    [...names, t('member_import.meanings.born_on'), t('member_import.parents_email')],
    ['Mia', 'Roth', '2015-05-01', 'anna@example.org'],
    ['Cem', 'Roth', '2017-08-02', 'anna@example.org'],
  ];
}
