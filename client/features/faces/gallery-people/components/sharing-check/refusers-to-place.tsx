import { Button, Group, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PersonAvatar } from '#client/components/ui/elements/person-avatar.tsx';
import type { EditPeople } from '#client/features/faces/gallery-people/api/edit-people.ts';
import { useSayAbsent } from '#client/features/faces/gallery-people/api/say-absent.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import type { SharingCheck } from '#server/contract/schemas/share-links.ts';
import { cropSourceOfPerson } from '../edit/face-crop-source.ts';
import { nameOfPerson } from '../person-name.ts';
import classes from './sharing-check-dialog.module.css';

interface RefusersToPlaceProps {
  galleryId: string;
  check: SharingCheck;
  edit: EditPeople;
  /** Called before an answer, which may take the button away. */
  onAnswer: () => void;
  onAskClub: (personIds: string[]) => void;
}

/** Names of people who refused and to whom nobody here is linked: whether they are on the photos, and as whom. */
export function RefusersToPlace({ galleryId, check, edit, onAnswer, onAskClub }: RefusersToPlaceProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { sayAbsent, isPending } = useSayAbsent(galleryId);
  const [placing, setPlacing] = useState<string>();
  const { refusers_to_place: named, refusers_of_others: ofOthers, unlinked } = check;
  const absent = (ids: string[]) => {
    onAnswer();
    sayAbsent(ids);
  };
  return (
    <>
      <ul className={classes.plain}>
        {named.map(({ club_person_id, name }) => (
          <li key={club_person_id} className={classes.named}>
            <span className={classes.name}>{name}</span>
            <Group gap="xs">
              <Button
                variant="default"
                aria-label={t('sharing_check.here_named', { name })}
                aria-expanded={placing === club_person_id}
                onClick={() => setPlacing(placing === club_person_id ? undefined : club_person_id)}
              >
                {t('sharing_check.here')}
              </Button>
              <Button
                variant="default"
                disabled={isPending}
                aria-label={t('sharing_check.not_here_named', { name })}
                onClick={() => absent([club_person_id])}
              >
                {t('sharing_check.not_here')}
              </Button>
            </Group>
            {placing === club_person_id && (
              <div className={classes.choice}>
                <Text size="sm">{t('sharing_check.which', { name })}</Text>
                <Group gap="xs">
                  {unlinked.map(({ person }) => (
                    <UnstyledButton
                      key={person.id}
                      className={classes.face}
                      aria-label={t('sharing_check.likely_yes_named', {
                        person: nameOfPerson(t, person),
                        name,
                      })}
                      onClick={() => {
                        onAnswer();
                        setPlacing(undefined);
                        void edit.link(person.id, club_person_id, name);
                      }}
                    >
                      <PersonAvatar {...cropSourceOfPerson(person)} size={72} />
                    </UnstyledButton>
                  ))}
                </Group>
              </div>
            )}
          </li>
        ))}
      </ul>
      {ofOthers.map(({ club_name: club, count }) => (
        <Text key={club} size="sm" mt="xs">
          {t('sharing_check.of_others', { club, count, n: number(count) })}
        </Text>
      ))}
      <Group gap="xs" mt="sm">
        {named.length > 1 && (
          <Button
            variant="default"
            disabled={isPending}
            onClick={() => absent(named.map(({ club_person_id }) => club_person_id))}
          >
            {t('sharing_check.none_here', { n: number(named.length) })}
          </Button>
        )}
        {check.can_ask_club && (
          <Button
            variant={named.length > 0 ? 'subtle' : 'filled'}
            onClick={() => onAskClub(unlinked.map(({ person }) => person.id))}
          >
            {t('sharing_check.ask_club')}
          </Button>
        )}
      </Group>
    </>
  );
}
