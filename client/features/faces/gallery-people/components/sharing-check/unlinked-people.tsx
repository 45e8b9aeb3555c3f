import { Button, Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MoreButton } from '#client/components/ui/data/more-button.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import type { SharingCheck } from '#server/contract/schemas/share-links.ts';
import classes from './sharing-check-dialog.module.css';

/** How many are shown at first, and with each press of "more". */
const step = 20;

/** `is_answered`: only of those about whom the club is asked. */
type Unlinked = SharingCheck['unlinked'][number] & { is_answered?: boolean };

/** Those about whom the club is asked stand where they stood before. */
export function unlinkedAndAsked({ unlinked, asked }: SharingCheck): Unlinked[] {
  return [...unlinked, ...asked.filter(({ asks_viewer }) => !asks_viewer)].sort(
    (a, b) => b.photo_count - a.photo_count || (a.person.id < b.person.id ? -1 : 1),
  );
}

interface UnlinkedPeopleProps {
  people: Unlinked[];
  /** Those whose names are on the list once. */
  listed: SharingCheck['named_as_listed'];
  onLink: (listed: SharingCheck['named_as_listed']) => void;
  row: (shown: Unlinked) => ReactNode;
  /** What can be said about all of whom nothing is said yet; undefined: nothing. */
  all:
    | {
        label: 'sharing_check.nobody_known_all' | 'sharing_check.ask_club_all';
        run: (personIds: string[]) => void;
      }
    | undefined;
}

/** People who are linked to nobody; who has seen all of them can say the same of all. */
export function UnlinkedPeople({ people, listed, onLink, row, all }: UnlinkedPeopleProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const [limit, setLimit] = useState(step);
  const seesAll = limit >= people.length;
  const left = people.filter(({ is_answered }) => is_answered === undefined);
  return (
    <>
      {listed.length > 0 && (
        <Group gap="xs" mb="xs">
          <Text size="sm">
            {t('sharing_check.listed', {
              count: listed.length,
              n: number(listed.length),
              name: listed[0]?.name,
            })}
          </Text>
          <Button variant="default" onClick={() => onLink(listed)}>
            {t('sharing_check.link_listed', { count: listed.length })}
          </Button>
        </Group>
      )}
      <ul className={classes.plain}>{people.slice(0, limit).map(row)}</ul>
      <MoreButton
        shown={Math.min(limit, people.length)}
        total={people.length}
        loading={false}
        onMore={() => setLimit(limit + step)}
      />
      {all && left.length > 1 && seesAll && (
        <Button variant="subtle" mt="xs" onClick={() => all.run(left.map(({ person }) => person.id))}>
          {t(all.label, { n: number(left.length) })}
        </Button>
      )}
    </>
  );
}
