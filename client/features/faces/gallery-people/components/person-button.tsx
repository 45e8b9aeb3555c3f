import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PersonAvatar } from '#client/components/ui/elements/person-avatar.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import classes from './people-strip.module.css';
import { nameOfPerson, type ShownPerson } from './person-name.ts';

interface PersonButtonProps {
  person: ShownPerson;
  chosen: boolean;
  onChoose: (id: string | undefined) => void;
}

/** A person as a round picture with name and count. A click shows their photos, a second click all photos. */
export function PersonButton({ person, chosen, onChoose }: PersonButtonProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (
    <UnstyledButton
      className={classes.person}
      data-chosen={chosen || undefined}
      aria-pressed={chosen}
      onClick={() => onChoose(chosen ? undefined : person.id)}
    >
      <span className={classes.ring}>
        <PersonAvatar
          url={person.representative_photo_url}
          photoWidth={person.representative_photo_width}
          photoHeight={person.representative_photo_height}
          box={person.representative_bounding_box}
        />
      </span>
      <span className={classes.name} data-unnamed={!person.shown_name || undefined}>
        {nameOfPerson(t, person)}
      </span>
      <span className={classes.count}>
        {t('galleries.photos', { count: person.photo_count, n: number(person.photo_count) })}
      </span>
    </UnstyledButton>
  );
}
