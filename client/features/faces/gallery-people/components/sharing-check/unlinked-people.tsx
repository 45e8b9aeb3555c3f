import { Button, Group, Text, UnstyledButton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MoreButton } from '#client/components/ui/data/more-button.tsx';
import { PersonAvatar } from '#client/components/ui/elements/person-avatar.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import type { FaceCropSource } from '#client/lib/zoom-to-face.ts';
import type { SharingCheck } from '#server/contract/schemas/share-links.ts';
import { cropSourceOfPerson } from '../edit/face-crop-source.ts';
import { nameOfPerson } from '../person-name.ts';
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
  /** What can be said about all strangers at once, and about all of whom nothing is said yet; undefined: nothing. */
  onNobodyKnown: ((personIds: string[]) => void) | undefined;
  onAskClub: ((personIds: string[]) => void) | undefined;
  onWholePhoto: (cropSource: FaceCropSource) => void;
}

/** People who are linked to nobody; who has seen all of them can say the same of all. */
export function UnlinkedPeople(props: UnlinkedPeopleProps) {
  const { people, listed, onLink, row, onNobodyKnown, onAskClub, onWholePhoto } = props;
  const { t } = useTranslation();
  const { number } = useFormat();
  const [limit, setLimit] = useState(step);
  const seesAll = limit >= people.length;
  const left = people.filter(({ is_answered }) => is_answered === undefined);
  const strangers = left.filter(({ person }) => !person.shown_name);
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
      {onNobodyKnown && strangers.length > 1 && (
        <Strangers strangers={strangers} onNobodyKnown={onNobodyKnown} onWholePhoto={onWholePhoto} />
      )}
      <ul className={classes.plain}>{people.slice(0, limit).map(row)}</ul>
      <MoreButton
        shown={Math.min(limit, people.length)}
        total={people.length}
        loading={false}
        onMore={() => setLimit(limit + step)}
      />
      {onAskClub && left.length > 1 && seesAll && (
        <Button variant="subtle" mt="xs" onClick={() => onAskClub(left.map(({ person }) => person.id))}>
          {t('sharing_check.ask_club_all', { n: number(left.length) })}
        </Button>
      )}
    </>
  );
}

type StrangersProps = Required<Pick<UnlinkedPeopleProps, 'onWholePhoto'>> & {
  strangers: Unlinked[];
  onNobodyKnown: (personIds: string[]) => void;
};

/** The faces of all who have no name, in one look, before the same is said of all. */
function Strangers({ strangers, onNobodyKnown, onWholePhoto }: StrangersProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const [seen, setSeen] = useState(false);
  const n = number(strangers.length);
  if (!seen)
    return (
      <Button variant="subtle" mt="xs" onClick={() => setSeen(true)}>
        {t('sharing_check.at_once', { n })}
      </Button>
    );
  return (
    <div className={classes.strangers}>
      <Text size="sm">{t('sharing_check.know_any')}</Text>
      <Group gap="xs">
        {strangers.map(({ person }) => (
          <UnstyledButton
            key={person.id}
            className={classes.face}
            aria-label={t('gallery_people.whole_photo_of', { name: nameOfPerson(t, person) })}
            onClick={() => onWholePhoto(cropSourceOfPerson(person))}
          >
            <PersonAvatar {...cropSourceOfPerson(person)} size={56} />
          </UnstyledButton>
        ))}
      </Group>
      <Group gap="xs">
        <Button variant="default" onClick={() => onNobodyKnown(strangers.map(({ person }) => person.id))}>
          {t('sharing_check.nobody_known_all', { n })}
        </Button>
        <Button variant="subtle" onClick={() => setSeen(false)}>
          {t('common.cancel')}
        </Button>
      </Group>
    </div>
  );
}
