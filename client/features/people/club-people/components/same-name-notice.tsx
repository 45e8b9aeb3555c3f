import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#client/hooks/use-format.ts';
import { listSizes } from '#server/contract/list-sizes.ts';
import { useClubPeople } from '../api/club-people.ts';

interface SameNameNoticeProps {
  clubId: string;
  person: { id: string; name: string };
}

/** Says which person is meant where the club knows several of the same name. */
export function SameNameNotice({ clubId, person }: SameNameNoticeProps) {
  const { t } = useTranslation();
  const { date, list } = useFormat();
  const found = useClubPeople(clubId, { search: person.name, limit: listSizes.max, offset: 0 });
  const same = (found.data?.people ?? []).filter(({ name }) => name === person.name);
  const meant = same.find(({ id }) => id === person.id);
  if (!meant || same.length === 1) return null;
  const facts = [
    meant.born_on ? t('club_people.born', { date: date(meant.born_on) }) : t('club_people.no_birth'),
    meant.username && t('club_people.with_account', { username: meant.username }),
    meant.guardians.length > 0 &&
      t('club_people.in_care_of', { names: list(meant.guardians.map(({ name }) => name)) }),
  ].filter((fact) => typeof fact === 'string');
  return (
    <Alert color="yellow">
      {t('club_people.same_name', { count: same.length, name: person.name, facts: list(facts) })}
    </Alert>
  );
}
